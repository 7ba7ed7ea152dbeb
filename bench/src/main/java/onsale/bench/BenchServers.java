package onsale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.embedded.Trees;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;

/** PostgreSQL, Redis and Kafka of one benchmark, and the settings to reach them. */
final class BenchServers implements AutoCloseable {

    /** The product's default. */
    static final int POOL = 5;

    static final MessagingSettings MESSAGING =
            new MessagingSettings(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(1),
                    500,
                    Duration.ofSeconds(10),
                    Duration.ofDays(7),
                    Duration.ofDays(30));

    private final Path home;
    private final DataDirectory directory;
    private final EmbeddedServers servers;

    private BenchServers(Path home, DataDirectory directory, EmbeddedServers servers) {
        this.home = home;
        this.directory = directory;
        this.servers = servers;
    }

    static BenchServers start() throws IOException {
        return start(EmbeddedServers.Wanted.ALL);
    }

    static BenchServers start(EmbeddedServers.Wanted wanted) throws IOException {
        Path home = Files.createTempDirectory("onsale-bench-");
        DataDirectory directory = DataDirectory.open(home);
        return new BenchServers(home, directory, EmbeddedServers.start(directory, wanted));
    }

    /** Starts servers whose files are deleted afterwards. */
    Path home() {
        return home;
    }

    EmbeddedServers servers() {
        return servers;
    }

    Secret secret() {
        return directory.secret();
    }

    PostgresSettings postgres() {
        return new PostgresSettings(
                servers.postgres().url("postgres"),
                0,
                PostgresServer.ADMIN,
                servers.postgres().adminPassword(),
                Map.of(),
                POOL,
                1,
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofMinutes(10));
    }

    Databases databases() {
        return new Databases(postgres(), secret());
    }

    RedisSettings redis() {
        return new RedisSettings(new Secret(servers.redis().url()), 0, Duration.ofSeconds(5));
    }

    KafkaSettings kafka() {
        return new KafkaSettings(
                servers.kafka().bootstrapServers(),
                0,
                "",
                Duration.ofSeconds(10),
                servers.kafka().client());
    }

    /** The command line of a node that uses these servers and has no limits. */
    List<String> node(int port, String roles, Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("onsale.postgres.url", servers.postgres().url("postgres"));
        settings.put("onsale.postgres.admin-user", PostgresServer.ADMIN);
        settings.put("onsale.postgres.admin-password", servers.postgres().adminPassword().value());
        settings.put("onsale.secret", secret().value());
        settings.put("onsale.redis.url", servers.redis().url());
        settings.putAll(servers.kafka().settings());
        settings.putAll(NO_PROVIDER);
        settings.putAll(NO_LIMITS);
        settings.putAll(more);
        List<String> line = new ArrayList<>(List.of("serve", "--port=" + port, "--roles=" + roles));
        settings.forEach((name, value) -> line.add("--set=" + name + "=" + value));
        return line;
    }

    /** Settings of a provider that does not exist, for a node that never uses it. */
    private static final Map<String, String> NO_PROVIDER =
            Map.of(
                    "onsale.play-money",
                    "true",
                    "onsale.portone.api-url",
                    "http://127.0.0.1:1",
                    "onsale.portone.secret",
                    "nobody",
                    "onsale.portone.store-id",
                    "nobody",
                    "onsale.portone.channel-key",
                    "nobody",
                    "onsale.portone.webhook-secrets",
                    "whsec_bm9ib2R5");

    /** Settings with which all load may come from one address, and for few fans. */
    static final Map<String, String> NO_LIMITS = noLimits();

    private static Map<String, String> noLimits() {
        Map<String, String> limits = new LinkedHashMap<>();
        for (String name :
                List.of(
                        "address-per-second",
                        "hot-address-per-second",
                        "crowd-per-second",
                        "user-per-second",
                        "status-per-minute",
                        "hold-per-minute",
                        "hold-burst-per-second",
                        "pay-per-minute")) {
            limits.put("onsale.limits." + name, "100000000");
        }
        return Map.copyOf(limits);
    }

    @Override
    public void close() throws IOException {
        servers.close();
        directory.close();
        Trees.delete(home);
    }
}
