package onsale.bench;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.catalog.CatalogModule;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.access.TokenBlacklist;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.Ports;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.embedded.Trees;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.platform.messaging.Relay;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;

/**
 * Payments end to end over HTTP: hold, check out, prepare, agree, confirm, until the fan sees
 * CONFIRMED. A node, the simulator, PostgreSQL, Redis, Kafka and the fans, each a process of its
 * own on this machine; fans come at a fixed rate, whether or not those before them are done.
 */
final class PaymentBench implements Bench.Benchmark {

    private static final String NAME = "payments";
    private static final int SEATS = 60_000;
    private static final int CHUNK = 1_000;
    private static final int RATE = 100;
    private static final int WARM_SECONDS = 60;
    private static final int SECONDS = 30;
    private static final int HOLD_SECONDS = 8;
    private static final String SECRET = "payment-bench-secret";

    @Override
    public List<Result> run() throws Exception {
        Path home = Files.createTempDirectory("onsale-bench-");
        BenchTokens tokens = new BenchTokens();
        HttpServer keys = keys(tokens);
        try (DataDirectory directory = DataDirectory.open(home);
                EmbeddedServers servers =
                        EmbeddedServers.start(directory, EmbeddedServers.Wanted.ALL)) {
            forgetNobody(servers);
            int port = Ports.free();
            int providerPort = Ports.free();
            UUID schedule = UUID.randomUUID();
            try (Child provider =
                            Child.command(
                                    "ready at",
                                    "simulator",
                                    "--port=" + providerPort,
                                    "--set=onsale.portone.secret=" + SECRET,
                                    "--webhook-url=http://127.0.0.1:"
                                            + port
                                            + "/api/payments/webhooks/portone");
                    Child node =
                            Child.command(
                                    "ready at",
                                    node(directory, servers, port, providerPort, keys)
                                            .toArray(String[]::new))) {
                putOnSale(directory, servers, schedule);
                Map<String, Cpu> processes = new LinkedHashMap<>();
                processes.put("node", node::cpuMicros);
                processes.put("simulator", provider::cpuMicros);
                processes.put("PostgreSQL", new Cpu.Tree(servers.postgres().pid()));
                processes.put("Redis", new Cpu.Tree(servers.redis().pid()));
                processes.put("Kafka", new Cpu.Tree(servers.kafka().pid()));
                try (Child fans =
                        Child.start(
                                PayProcess.class,
                                "http://127.0.0.1:" + port,
                                "http://127.0.0.1:" + providerPort,
                                SECRET,
                                schedule.toString(),
                                tokens.file(home).toString())) {
                    processes.put("fans", fans::cpuMicros);
                    // Rising: under full load the compiler gets no time, and the node stays cold.
                    fans.ask(RATE / 5 + " " + WARM_SECONDS);
                    fans.ask(RATE * 3 / 10 + " " + WARM_SECONDS);
                    List<Result> results = new ArrayList<>(holds(fans, node));
                    results.addAll(measure(fans, RATE / 2, processes, false));
                    results.addAll(measure(fans, RATE * 7 / 10, processes, false));
                    results.addAll(measure(fans, RATE, processes, true));
                    results.addAll(measure(fans, 2 * RATE, processes, false));
                    return results;
                }
            }
        } finally {
            keys.stop(0);
            Trees.delete(home);
        }
    }

    /** What `holds` measures inside the process, from outside. */
    private static List<Result> holds(Child fans, Child node) {
        double before = node.cpuMicros();
        String[] said = fans.ask("hold " + HOLD_SECONDS).split(" ", -1);
        int held = Integer.parseInt(said[0]);
        return List.of(
                Result.printed(
                        NAME,
                        "2-seat holds over HTTP, 64 fans",
                        Rounds.of((double) held / HOLD_SECONDS),
                        "1/s"),
                millis("2-seat hold over HTTP, p50", said[1]),
                millis("2-seat hold over HTTP, p99", said[2]),
                Result.printed(
                        NAME,
                        "2-seat hold over HTTP, CPU of node",
                        Rounds.of((node.cpuMicros() - before) / held),
                        "µs"));
    }

    private static List<Result> measure(
            Child fans, int rate, Map<String, Cpu> processes, boolean judged) {
        Map<String, Double> before = new LinkedHashMap<>();
        processes.forEach((name, cpu) -> before.put(name, cpu.micros()));
        long start = System.nanoTime();
        String[] said = fans.ask(rate + " " + SECONDS).split(" ", -1);
        double seconds = (System.nanoTime() - start) / 1e9;
        String at = " at " + rate + "/s";
        Result p99 = millis("confirm to CONFIRMED, p99" + at, said[3]);
        List<Result> results = new ArrayList<>();
        Result done =
                Result.printed(
                        NAME,
                        "CONFIRMED" + at,
                        Rounds.of(Integer.parseInt(said[0]) / seconds),
                        "1/s");
        results.add(judged ? done.against("asked for", rate).ratioAtLeast(0.95) : done);
        Result failed =
                Result.printed(
                        NAME,
                        "fans without a ticket" + at,
                        Rounds.of(Integer.parseInt(said[1])),
                        "");
        results.add(judged ? failed.valueAtMost(0) : failed);
        results.add(millis("confirm to CONFIRMED, p50" + at, said[2]));
        results.add(judged ? p99.valueAtMost(1_000) : p99);
        results.add(millis("hold to CONFIRMED, p50" + at, said[4]));
        results.add(millis("hold to CONFIRMED, p99" + at, said[5]));
        processes.forEach((name, cpu) ->
                results.add(
                        Result.printed(
                                NAME,
                                "CPU of " + name + at,
                                Rounds.of(
                                        (cpu.micros() - before.getOrDefault(name, 0.0))
                                                / 1e4
                                                / seconds),
                                "% core")));
        return results;
    }

    private static Result millis(String measure, String nanos) {
        return Result.printed(NAME, measure, Rounds.of(Long.parseLong(nanos) / 1e6), "ms");
    }

    private static List<String> node(
            DataDirectory directory,
            EmbeddedServers servers,
            int port,
            int providerPort,
            HttpServer keys) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("onsale.postgres.url", servers.postgres().url("postgres"));
        settings.put("onsale.postgres.admin-user", PostgresServer.ADMIN);
        settings.put("onsale.postgres.admin-password", servers.postgres().adminPassword().value());
        settings.put("onsale.secret", directory.secret().value());
        settings.put("onsale.redis.url", servers.redis().url());
        settings.put("onsale.kafka.bootstrap-servers", servers.kafka().bootstrapServers());
        settings.put("onsale.portone.api-url", "http://127.0.0.1:" + providerPort);
        settings.put("onsale.portone.secret", SECRET);
        settings.put("onsale.portone.store-id", "store-simulator");
        settings.put("onsale.portone.channel-key", "channel-key-simulator");
        settings.put("onsale.portone.webhook-secrets", "whsec_c2ltdWxhdG9yLXdlYmhvb2stc2VjcmV0");
        settings.put(
                "onsale.auth.jwks-url",
                "http://127.0.0.1:" + keys.getAddress().getPort() + "/jwks");
        for (String limit : List.of("address-per-second", "hold-per-minute", "pay-per-minute")) {
            settings.put("onsale.limits." + limit, "10000000");
        }
        List<String> line =
                new ArrayList<>(List.of("serve", "--port=" + port, "--roles=reservation,payment"));
        settings.forEach((name, value) -> line.add("--set=" + name + "=" + value));
        return line;
    }

    private static HttpServer keys(BenchTokens tokens) throws Exception {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] keys = tokens.keySet();
        server.createContext(
                "/jwks",
                exchange -> {
                    exchange.sendResponseHeaders(200, keys.length);
                    exchange.getResponseBody().write(keys);
                    exchange.close();
                });
        server.start();
        return server;
    }

    /** As the user context does before anybody takes tokens. */
    private static void forgetNobody(EmbeddedServers servers) {
        try (Redis redis =
                        new Redis(
                                new RedisSettings(
                                        new Secret(servers.redis().url()),
                                        0,
                                        Duration.ofSeconds(5)));
                TokenBlacklist signedOut = new TokenBlacklist(redis, Clock.systemUTC())) {
            signedOut.refill(Map.of());
        }
    }

    /** As the catalogue tells it; whoever holds before all of it has come asks again. */
    private static void putOnSale(DataDirectory directory, EmbeddedServers servers, UUID schedule) {
        PostgresSettings postgres =
                new PostgresSettings(
                        servers.postgres().url("postgres"),
                        0,
                        PostgresServer.ADMIN,
                        servers.postgres().adminPassword(),
                        Map.of(),
                        2,
                        1,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60),
                        Duration.ofMinutes(10));
        Databases databases = new Databases(postgres, directory.secret());
        databases.bootstrap(List.of(CatalogModule.SCHEMA));
        Instant now = Instant.now();
        List<Object> told = new ArrayList<>();
        told.add(
                new SchedulePublished(
                        schedule,
                        UUID.randomUUID(),
                        1,
                        "온 길",
                        "온길극장",
                        "대극장",
                        "",
                        now.plus(Duration.ofDays(50)),
                        now.minus(Duration.ofMinutes(1)),
                        now.plus(Duration.ofDays(49)),
                        false,
                        600,
                        1_000,
                        List.of(new SchedulePublished.Grade("R", 50_000))));
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        for (int first = 0; first < SEATS; first += CHUNK) {
            List<InventoryChunk.Place> places = new ArrayList<>();
            for (int i = first; i < first + CHUNK; i++) {
                var place = new InventoryChunk.Place(i, "R", "1", "A", "1", "" + i, "");
                places.add(place);
                hash.add(place);
            }
            told.add(new InventoryChunk(schedule, 1, first / CHUNK, places));
        }
        told.add(new InventoryComplete(schedule, 1, SEATS, hash.hex()));
        MessagingSettings messaging =
                new MessagingSettings(
                        Duration.ofSeconds(5),
                        Duration.ofMillis(100),
                        500,
                        Duration.ofSeconds(10),
                        Duration.ofDays(7),
                        Duration.ofDays(30));
        KafkaSettings kafka =
                new KafkaSettings(
                        servers.kafka().bootstrapServers(), 0, "", Duration.ofSeconds(10));
        try (Database database = databases.open(CatalogModule.SCHEMA)) {
            Outbox outbox = new Outbox(database, UUID::randomUUID);
            database.inTransaction(() ->
                    told.forEach(message ->
                            outbox.record(
                                    new Outgoing(
                                            Topic.CATALOG_EVENTS, schedule.toString(), message))));
            try (Relay relay = new Relay(database, outbox, kafka, messaging)) {
                relay.start();
                while (database.sql()
                        .sql("select exists (select from common.outbox_events where not published)")
                        .query(Boolean.class)
                        .single()) {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
