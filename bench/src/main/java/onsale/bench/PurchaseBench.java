package onsale.bench;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import onsale.platform.embedded.Ports;
import onsale.platform.redis.Redis;
import onsale.platform.redis.revocation.TokenBlacklist;

/**
 * Measures purchases end to end over HTTP: hold, checkout, prepare, approve, confirm, until the fan
 * sees CONFIRMED. The node, the simulator, PostgreSQL, Redis, Kafka and the fans have their own
 * processes on this machine. Fans come at a fixed rate, whether or not those before them are done;
 * a fan whose hold is refused goes away. Rates rise until fewer are sold than come; then half of
 * that maximum is measured, and four times as much. Beside it stand an idle node, purchases one at
 * a time, and the floor: the same durable steps without any of the rules.
 */
final class PurchaseBench implements Bench.Benchmark {

    private static final String NAME = "purchase";
    private static final int SEATS = 150_000;
    private static final int FANS = 2_000;
    private static final int[] WARM_RATES = {20, 50, 100};
    private static final int[] RATES = {50, 100, 200, 250, 300, 350, 400};
    private static final int WARM_SECONDS = Pace.seconds(40);
    private static final int SECONDS = Pace.seconds(20);
    private static final double KEEPS_UP = 0.97;
    private static final double ASKED_FOR_PER_SECOND = 1_000;
    private static final int HOLD_SECONDS = 8;
    private static final int IDLE_SECONDS = Pace.seconds(15);
    private static final int ALONE_SECONDS = Pace.seconds(15);

    /** Processes that are not ours to make cheap. */
    private static final Set<String> OUTSIDE = Set.of("fans", "simulator");

    private static final String SECRET = "purchase-bench-secret";

    @Override
    public List<Result> run() throws Exception {
        BenchTokens tokens = new BenchTokens();
        HttpServer keys = keys(tokens);
        try (BenchServers servers = BenchServers.start()) {
            forgetNobody(servers);
            SqlCounts.prepare(servers);
            int port = Ports.free();
            int providerPort = Ports.free();
            try (Child provider = provider(port, providerPort);
                    Child node =
                            Child.command(
                                    List.of(),
                                    servers.node(
                                            port,
                                            "reservation,payment",
                                            settings(providerPort, keys)))) {
                UUID schedule = OnSale.put(servers, SEATS, port);
                Map<String, Cpu> processes = new LinkedHashMap<>();
                processes.put("node", node::cpuMicros);
                processes.put("simulator", provider::cpuMicros);
                processes.put("PostgreSQL", new Cpu.Tree(servers.servers().postgres().pid()));
                processes.put("Redis", new Cpu.Tree(servers.servers().redis().pid()));
                processes.put("Kafka", new Cpu.Tree(servers.servers().kafka().pid()));
                try (Child fans =
                        fans(port, providerPort, schedule, tokens.file(servers.home(), FANS))) {
                    processes.put("fans", fans::cpuMicros);
                    // a rising rate, since under full load the compiler gets no time and the node
                    // stays cold
                    for (int rate : WARM_RATES) {
                        fans.ask(rate + " " + WARM_SECONDS);
                    }
                    List<Result> results = new ArrayList<>(holds(fans, node));
                    results.addAll(new Rates(fans, processes, servers).run());
                    return results;
                }
            }
        } finally {
            keys.stop(0);
        }
    }

    static Child provider(int port, int providerPort) {
        return Child.command(
                List.of(),
                List.of(
                        "simulator",
                        "--port=" + providerPort,
                        "--set=onsale.portone.secret=" + SECRET,
                        "--webhook-url=http://127.0.0.1:"
                                + port
                                + "/api/payments/webhooks/portone"));
    }

    static Child fans(int port, int providerPort, UUID schedule, Path tokens) {
        return Child.start(
                PurchaseProcess.class,
                "http://127.0.0.1:" + port,
                "http://127.0.0.1:" + providerPort,
                SECRET,
                schedule.toString(),
                tokens.toString());
    }

    /** Measures from outside what the benchmark `holds` measures inside the process. */
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

    /** Measures at one rate after the other. */
    private static final class Rates {

        private final Child fans;
        private final Map<String, Cpu> processes;
        private final BenchServers servers;
        private final List<Result> results = new ArrayList<>();

        /** CPU of node and stores for each purchase at the last rate. */
        private double serversMillis;

        Rates(Child fans, Map<String, Cpu> processes, BenchServers servers) {
            this.fans = fans;
            this.processes = processes;
            this.servers = servers;
        }

        List<Result> run() throws Exception {
            oneAtATime();
            double max = 0;
            for (int rate : RATES) {
                double sold = measure(rate, "");
                max = Math.max(max, sold);
                if (sold < KEEPS_UP * rate) {
                    break;
                }
            }
            print("most that was sold", max, "1/s", r -> r.valueAtLeast(250));
            double cores = Runtime.getRuntime().availableProcessors();
            print("for each core", max / cores, "1/s", r -> r);
            print("machines like this for 1,000/s", ASKED_FOR_PER_SECOND / max, "", r -> r);
            measure((int) (max / 2), ", half of the most");
            double floor = PurchaseFloor.millisEach(servers, cpu("PostgreSQL"), (int) (max / 2));
            print("CPU of the floor at half of the most", floor, "ms each", r -> r);
            print(
                    "CPU of node and stores / floor, at half of the most",
                    serversMillis / floor,
                    "×",
                    r -> r.valueAtMost(3));
            double over = measure((int) (4 * max), ", four times the most");
            print(
                    "sold when asked for four times as much",
                    over / max,
                    "×",
                    r -> r.valueAtLeast(0.9));
            return results;
        }

        /** An idle node, and purchases of which each has the node for itself. */
        private void oneAtATime() throws Exception {
            SqlCounts before = SqlCounts.now(servers);
            double cpu = cpu("node").micros();
            Thread.sleep(Duration.ofSeconds(IDLE_SECONDS));
            SqlCounts idle = SqlCounts.now(servers).minus(before);
            double statements = (double) idle.statements() / IDLE_SECONDS;
            double commits = (double) idle.commits() / IDLE_SECONDS;
            print("statements of an idle node", statements, "1/s", r -> r.valueAtMost(5));
            print(
                    "CPU of an idle node",
                    (cpu("node").micros() - cpu) / 1e4 / IDLE_SECONDS,
                    "% of a core",
                    r -> r.valueAtMost(2));
            before = SqlCounts.now(servers);
            long start = System.nanoTime();
            int sold = Integer.parseInt(fans.ask("1 " + ALONE_SECONDS).split(" ", -1)[0]);
            double seconds = (System.nanoTime() - start) / 1e9;
            SqlCounts alone = SqlCounts.now(servers).minus(before);
            print(
                    "statements of a purchase alone",
                    (alone.statements() - seconds * statements) / sold,
                    "each",
                    r -> r.valueAtMost(25));
            print(
                    "transactions of a purchase alone, reads included",
                    (alone.commits() - seconds * commits) / sold,
                    "each",
                    r -> r);
        }

        /** Returns how many were sold in a second. */
        private double measure(int rate, String what) throws Exception {
            Map<String, Double> before = new LinkedHashMap<>();
            processes.forEach((name, cpu) -> before.put(name, cpu.micros()));
            SqlCounts counted = SqlCounts.now(servers);
            long start = System.nanoTime();
            String[] said = fans.ask(rate + " " + SECONDS).split(" ", -1);
            double seconds = (System.nanoTime() - start) / 1e9;
            int sold = Integer.parseInt(said[0]);
            // Fans come for so long; those who came last are served after it.
            double perSecond = sold / Math.max(SECONDS, seconds - 1);
            String at = " at " + rate + "/s" + what;
            print("CONFIRMED" + at, perSecond, "1/s", r -> r);
            print("holds refused" + at, Integer.parseInt(said[1]), "", r -> r);
            print(
                    "held and without a ticket" + at,
                    Integer.parseInt(said[2]),
                    "",
                    r -> r.valueAtMost(0));
            boolean isHalf = what.startsWith(", half");
            nanos("confirm to CONFIRMED, p50" + at, said[3], 0);
            nanos("confirm to CONFIRMED, p99" + at, said[4], isHalf ? 300 : 0);
            nanos("hold to CONFIRMED, p50" + at, said[5], 0);
            nanos("hold to CONFIRMED, p99" + at, said[6], isHalf ? 1_000 : 0);
            nanos("refusal, p99" + at, said[7], what.startsWith(", four") ? 1_000 : 0);
            serversMillis = 0;
            for (Map.Entry<String, Cpu> process : processes.entrySet()) {
                double millis =
                        (process.getValue().micros() - before.getOrDefault(process.getKey(), 0.0))
                                / 1e3
                                / Math.max(1, sold);
                print("CPU of " + process.getKey() + at, millis, "ms each", r -> r);
                serversMillis += OUTSIDE.contains(process.getKey()) ? 0 : millis;
            }
            print(
                    "CPU of node and stores" + at,
                    serversMillis,
                    "ms each",
                    r -> isHalf ? r.valueAtMost(5) : r);
            SqlCounts sql = SqlCounts.now(servers).minus(counted);
            double each = Math.max(1, sold);
            print("statements" + at, sql.statements() / each, "each", r -> r);
            print("transactions" + at, sql.commits() / each, "each", r -> r);
            return perSecond;
        }

        private Cpu cpu(String process) {
            return Objects.requireNonNull(processes.get(process));
        }

        private void nanos(String measure, String nanos, double limitMillis) {
            print(
                    measure,
                    Long.parseLong(nanos) / 1e6,
                    "ms",
                    r -> limitMillis > 0 ? r.valueAtMost(limitMillis) : r);
        }

        private void print(
                String measure, double value, String unit, UnaryOperator<Result> judged) {
            results.add(judged.apply(Result.printed(NAME, measure, Rounds.of(value), unit)));
        }
    }

    private static Result millis(String measure, String nanos) {
        return Result.printed(NAME, measure, Rounds.of(Long.parseLong(nanos) / 1e6), "ms");
    }

    static Map<String, String> settings(int providerPort, HttpServer keys) {
        return Map.of(
                "onsale.portone.api-url",
                "http://127.0.0.1:" + providerPort,
                "onsale.portone.secret",
                SECRET,
                "onsale.portone.store-id",
                "store-simulator",
                "onsale.portone.channel-key",
                "channel-key-simulator",
                "onsale.portone.test-mode",
                "true",
                "onsale.portone.webhook-secrets",
                "whsec_c2ltdWxhdG9yLXdlYmhvb2stc2VjcmV0",
                "onsale.auth.jwks-url",
                "http://127.0.0.1:" + keys.getAddress().getPort() + "/jwks");
    }

    static HttpServer keys(BenchTokens tokens) throws Exception {
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
    static void forgetNobody(BenchServers servers) {
        try (Redis redis = new Redis(servers.redis());
                TokenBlacklist signedOut = new TokenBlacklist(redis, Clock.systemUTC())) {
            signedOut.refill(Map.of());
        }
    }
}
