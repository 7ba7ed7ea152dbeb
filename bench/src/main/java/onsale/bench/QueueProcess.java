package onsale.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.access.KeySetSource;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.redis.Redis;
import onsale.queue.QueueModule;

/**
 * The waiting room behind the front, with servers of its own. Commands: {@code sale} answers an id,
 * {@code fill id n} a receipt, {@code forget} lets everybody enter another line, {@code redis}
 * Redis's CPU microseconds and bytes, {@code ticks n} median and worst milliseconds, {@code bare id
 * n} seconds, {@code returns n} seconds until so many are back after a loss and what others wait
 * meanwhile, {@code url} where Redis is.
 */
final class QueueProcess {

    private QueueProcess() {}

    /** Port, and the file with the keys of access tokens. */
    public static void main(String[] args) throws Exception {
        byte[] keys = Files.readAllBytes(Path.of(args[1]));
        try (BenchServers servers =
                BenchServers.start(new EmbeddedServers.Wanted(true, 0, true, 0, false, 0, 0))) {
            Databases databases = servers.databases();
            databases.bootstrap(List.of(QueueModule.SCHEMA));
            try (Database database = databases.open(QueueModule.SCHEMA);
                    Redis redis = new Redis(servers.redis());
                    QueueRig rig = new QueueRig(database, redis, servers.secret())) {
                EdgeApplication.start(
                        Integer.parseInt(args[0]),
                        // every token is one that was never seen before, however often it comes
                        Map.of("onsale.auth.cache-max", "0"),
                        context -> {
                            context.registerBean(KeySetSource.class, () -> () -> keys);
                            rig.offer(context);
                        });
                serve(rig, redis, servers.servers().redis().url());
            }
        }
        System.exit(0);
    }

    private static void serve(QueueRig rig, Redis redis, String url) throws IOException {
        System.out.println("ready");
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ", -1);
            System.out.println(
                    switch (command[0]) {
                        case "sale" -> rig.addSale();
                        case "fill" ->
                                rig.fill(UUID.fromString(command[1]), Integer.parseInt(command[2]));
                        case "forget" -> forget(rig);
                        case "redis" -> redisFigures(redis);
                        case "ticks" -> ticks(rig, Integer.parseInt(command[1]));
                        case "returns" -> returns(rig, Integer.parseInt(command[1]));
                        case "bare" ->
                                bare(
                                        rig,
                                        UUID.fromString(command[1]),
                                        Integer.parseInt(command[2]));
                        default -> url;
                    });
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

    private static String forget(QueueRig rig) {
        rig.forgetPersons();
        return "forgotten";
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
}
