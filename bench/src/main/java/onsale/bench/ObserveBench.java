package onsale.bench;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.embedded.Ports;

/**
 * What metrics and traces cost, in pairs: two processes that differ in nothing else are put under
 * the same load by turns, for a hot read of the front and for whole purchases. One has no metrics
 * and no traces, the other the defaults of metrics and traces of one request in a hundred, sent to
 * a collector. CPU of the node counts. Beside the median of the ratios stands a bound that the true
 * one is below in 39 of 40 runs; that is what is judged.
 */
final class ObserveBench implements Bench.Benchmark {

    static final Map<String, String> UNMEASURED = Map.of("management.metrics.enable.all", "false");

    private static final String NAME = "observe";
    private static final int PAIRS = Pace.rounds(24);
    private static final int WARM_SECONDS = Pace.seconds(45);
    private static final int READ_SECONDS = Pace.seconds(4);
    private static final int BUY_SECONDS = Pace.seconds(8);
    private static final int BUYS_PER_SECOND = 25;
    private static final int SEATS = 40_000;
    private static final int FANS = 2_000;
    private static final int CONNECTIONS = 64;
    private static final double READ_COSTS_MAX = 1.02;
    private static final double BUY_COSTS_MAX = 1.05;

    @Override
    public List<Result> run() throws Exception {
        Rounds reads = reads();
        Rounds buys = buys();
        return List.of(
                Result.printed(NAME, "hot read, CPU with / without metrics", reads, "×"),
                Result.printed(
                                NAME,
                                "hot read, bound of that ratio",
                                Rounds.of(reads.medianAtMost()),
                                "×")
                        .valueAtMost(READ_COSTS_MAX),
                Result.printed(NAME, "purchase, CPU with / without both", buys, "×"),
                Result.printed(
                                NAME,
                                "purchase, bound of that ratio",
                                Rounds.of(buys.medianAtMost()),
                                "×")
                        .valueAtMost(BUY_COSTS_MAX));
    }

    private static Rounds reads() {
        int measuredPort = Ports.free();
        int plainPort = Ports.free();
        try (Child measured = Child.start(FrontProcess.class, "" + measuredPort);
                Child plain = Child.start(FrontProcess.class, "" + plainPort, "unmeasured");
                Child load = Child.start(LoadProcess.class)) {
            Side with =
                    Side.asked(load, measured::cpuMicros, HotReads.ask(measuredPort, CONNECTIONS));
            Side without = Side.asked(load, plain::cpuMicros, HotReads.ask(plainPort, CONNECTIONS));
            Side.measure(WARM_SECONDS, READ_SECONDS, PAIRS, List.of(without, with));
            return with.cpu.dividedBy(without.cpu);
        }
    }

    private static Rounds buys() throws Exception {
        HttpServer collector = collector();
        try (World with =
                        World.start(
                                Map.of(
                                        "onsale.tracing.endpoint",
                                        "http://127.0.0.1:"
                                                + collector.getAddress().getPort()
                                                + "/v1/traces",
                                        "onsale.tracing.per-ten-thousand",
                                        "100"));
                World without = World.start(UNMEASURED)) {
            for (int warm = 0; warm < WARM_SECONDS; warm += BUY_SECONDS) {
                without.cpuOfAPurchase();
                with.cpuOfAPurchase();
            }
            Rounds ratios = new Rounds();
            for (int pair = 0; pair < PAIRS; pair++) {
                double plain = without.cpuOfAPurchase();
                ratios.add(with.cpuOfAPurchase() / plain);
            }
            return ratios;
        } finally {
            collector.stop(0);
        }
    }

    /** Takes traces and forgets them. */
    private static HttpServer collector() throws Exception {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/v1/traces",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
        return server;
    }

    /** A node with servers, a provider and fans of its own. */
    private static final class World implements AutoCloseable {

        private final Deque<AutoCloseable> opened = new ArrayDeque<>();
        private final Child node;
        private final Child fans;

        static World start(Map<String, String> settings) throws Exception {
            return new World(settings);
        }

        private World(Map<String, String> settings) throws Exception {
            BenchTokens tokens = new BenchTokens();
            HttpServer keys = PurchaseBench.keys(tokens);
            opened.push(() -> keys.stop(0));
            BenchServers servers = opened(BenchServers.start());
            PurchaseBench.forgetNobody(servers);
            int port = Ports.free();
            int providerPort = Ports.free();
            opened(PurchaseBench.provider(port, providerPort));
            Map<String, String> all = new HashMap<>(PurchaseBench.settings(providerPort, keys));
            all.putAll(settings);
            node =
                    opened(
                            Child.command(
                                    List.of(), servers.node(port, "reservation,payment,ops", all)));
            UUID schedule = OnSale.put(servers, SEATS, port);
            fans =
                    opened(
                            PurchaseBench.fans(
                                    port,
                                    providerPort,
                                    schedule,
                                    tokens.file(servers.home(), FANS)));
        }

        private <T extends AutoCloseable> T opened(T resource) {
            opened.push(resource);
            return resource;
        }

        /** Lets fans buy for some seconds; returns the node's CPU for each of them, in µs. */
        double cpuOfAPurchase() {
            double before = node.cpuMicros();
            int sold =
                    Integer.parseInt(
                            fans.ask(BUYS_PER_SECOND + " " + BUY_SECONDS).split(" ", -1)[0]);
            return (node.cpuMicros() - before) / Math.max(1, sold);
        }

        @Override
        public void close() {
            while (!opened.isEmpty()) {
                AutoCloseable resource = opened.pop();
                try {
                    resource.close();
                } catch (Exception e) {
                    throw new IllegalStateException("cannot close " + resource, e);
                }
            }
        }
    }
}
