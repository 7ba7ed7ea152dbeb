package onsale.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import onsale.edge.door.Door;
import onsale.edge.door.DoorSettings;
import onsale.edge.limit.HotLimits;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.LocalLimiter;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.queue.QueueModule;
import onsale.queue.QueueRig;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * The waiting room behind the door, with servers of its own. Commands: {@code sale} answers an id,
 * {@code fill id n} a receipt, {@code redis} Redis's CPU microseconds and bytes, {@code ticks n}
 * median and worst milliseconds, {@code bare id n} seconds, {@code returns n} seconds until so many
 * are back after a loss and what others wait meanwhile, {@code url} where Redis is.
 */
final class QueueProcess {

    private static final MessagingSettings MESSAGING =
            new MessagingSettings(
                    Duration.ofSeconds(2),
                    Duration.ofMillis(500),
                    500,
                    Duration.ofSeconds(5),
                    Duration.ofDays(7),
                    Duration.ofDays(30));

    private QueueProcess() {}

    public static void main(String[] args) throws Exception {
        Path home = Files.createTempDirectory("onsale-bench-");
        DataDirectory directory = DataDirectory.open(home);
        EmbeddedServers servers =
                EmbeddedServers.start(
                        directory, new EmbeddedServers.Wanted(true, 0, true, 0, false, 0, 0));
        Databases databases = new Databases(postgres(servers), directory.secret());
        databases.bootstrap(List.of(QueueModule.SCHEMA));
        Database database = databases.open(QueueModule.SCHEMA);
        Redis redis =
                new Redis(
                        new RedisSettings(
                                new Secret(servers.redis().url()), 0, Duration.ofSeconds(5)));
        QueueRig rig = new QueueRig(database, redis, directory.secret(), MESSAGING);
        Binder binder =
                new Binder(
                        new MapConfigurationPropertySource(
                                Map.of(
                                        "onsale.limits.hot-address-per-second", "10000000",
                                        "onsale.limits.status-per-minute", "100000000")));
        LimitSettings limits = binder.bindOrCreate("onsale.limits", LimitSettings.class);
        OneSignature signature = new OneSignature();
        Door.start(
                binder.bindOrCreate("onsale.door", DoorSettings.class),
                Integer.parseInt(args[0]),
                1,
                new Door.Offers(
                        List.of(rig.statusRead()),
                        List.of(),
                        List.of(rig.enterCall()),
                        signature::user,
                        Set.of()),
                new HotLimits(new LocalLimiter(limits.clientsMax()), limits),
                new SimpleMeterRegistry(),
                Duration.ofSeconds(1));
        System.out.println("ready");
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ", -1);
            System.out.println(
                    switch (command[0]) {
                        case "sale" -> rig.addSale();
                        case "fill" ->
                                rig.fill(UUID.fromString(command[1]), Integer.parseInt(command[2]));
                        case "redis" -> redisFigures(redis);
                        case "ticks" -> ticks(rig, Integer.parseInt(command[1]));
                        case "returns" -> returns(rig, Integer.parseInt(command[1]));
                        case "bare" ->
                                bare(
                                        rig,
                                        UUID.fromString(command[1]),
                                        Integer.parseInt(command[2]));
                        default -> servers.redis().url();
                    });
        }
    }

    /**
     * A token that was never seen before costs one verification; ours are made up, and cost the
     * same.
     */
    private static final class OneSignature {
        private final KeyPair key;
        private final byte[] signed = new byte[300];
        private final byte[] signature;

        OneSignature() throws GeneralSecurityException {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            key = generator.generateKeyPair();
            Signature signer = Signature.getInstance("SHA256withRSA");
            signer.initSign(key.getPrivate());
            signer.update(signed);
            signature = signer.sign();
        }

        CurrentUser user(String token) {
            try {
                Signature verifier = Signature.getInstance("SHA256withRSA");
                verifier.initVerify(key.getPublic());
                verifier.update(signed);
                if (!verifier.verify(signature)) {
                    throw new IllegalStateException();
                }
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
            return new CurrentUser(UUID.fromString(token), token, Set.of(CurrentUser.USER));
        }
    }

    private static String redisFigures(Redis redis) {
        double micros = 0;
        for (String line : redis.sync().info("cpu").lines().toList()) {
            if (line.startsWith("used_cpu_user:") || line.startsWith("used_cpu_sys:")) {
                micros += Double.parseDouble(line.substring(line.indexOf(':') + 1)) * 1e6;
            }
        }
        String bytes =
                redis.sync()
                        .info("memory")
                        .lines()
                        .filter(line -> line.startsWith("used_memory:"))
                        .map(line -> line.substring(line.indexOf(':') + 1))
                        .findFirst()
                        .orElse("0");
        return micros + " " + bytes;
    }

    private static String ticks(QueueRig rig, int count) {
        double[] sorted = rig.ticks(count);
        return sorted[count / 2] + " " + sorted[count - 1];
    }

    private static String returns(QueueRig rig, int fans) {
        double[] figures = rig.returns(fans);
        return figures[0] + " " + figures[1] + " " + figures[2];
    }

    private static String bare(QueueRig rig, UUID sale, int count) {
        long start = System.nanoTime();
        for (int done = 0; done < count; done += 1_000) {
            rig.bareEnters(sale, 1_000);
        }
        return "" + (System.nanoTime() - start) / 1e9;
    }

    private static PostgresSettings postgres(EmbeddedServers servers) {
        return new PostgresSettings(
                servers.postgres().url("postgres"),
                0,
                PostgresServer.ADMIN,
                servers.postgres().adminPassword(),
                Map.of(),
                5,
                1,
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofMinutes(10));
    }
}
