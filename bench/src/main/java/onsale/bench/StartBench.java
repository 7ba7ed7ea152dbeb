package onsale.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.platform.embedded.Ports;

/**
 * Measures the start of a node with and without an AOT cache of an earlier run: the time until it
 * is ready, and the cost and response times of requests before the compiler has optimized the code.
 * PostgreSQL, Redis and Kafka run already and have their schemas and topics.
 */
final class StartBench implements Bench.Benchmark {

    private static final String NAME = "start";
    private static final int CONNECTIONS = 16;
    private static final int FIRST_SECONDS = Pace.seconds(15);
    private static final int WARM_SECONDS = Pace.seconds(60);
    private static final int STEADY_SECONDS = Pace.seconds(10);
    private static final int COLD_SECONDS = Pace.seconds(30);
    private static final int TRAINING_SECONDS = Pace.seconds(15);
    private static final int ROUNDS = Pace.rounds(3);

    /** A way to start. */
    private record Way(String name, List<String> options) {}

    /** The figures of one way. */
    private static final class Figures {
        private final Rounds seconds = new Rounds();
        private final Rounds cpuSeconds = new Rounds();
        private final Rounds firstCpu = new Rounds();
        private final Rounds steadyCpu = new Rounds();
        private final Rounds coldP95 = new Rounds();
        private final Rounds steadyP95 = new Rounds();
    }

    @Override
    public List<Result> run() throws IOException {
        try (BenchServers servers = BenchServers.start()) {
            Path fans = NodeCalls.fans(servers);
            try (Child load = Child.start(LoadProcess.class, fans.toString())) {
                List<Way> ways =
                        List.of(
                                new Way("no cache", List.of()),
                                cached(servers, load, "cache", 0),
                                cached(servers, load, "cache with calls", TRAINING_SECONDS));
                List<Figures> figures = ways.stream().map(_ -> new Figures()).toList();
                for (int round = 0; round < ROUNDS; round++) {
                    for (int i = 0; i < ways.size(); i++) {
                        measure(servers, load, ways.get(i), figures.get(i));
                    }
                }
                List<Result> results = new ArrayList<>();
                for (int i = 0; i < ways.size(); i++) {
                    results.addAll(results(ways.get(i), figures.get(i), figures.getFirst()));
                }
                return results;
            }
        }
    }

    private static Child start(BenchServers servers, List<String> options, int port) {
        return Child.command(options, servers.node(port, "all", Map.of()));
    }

    /** Makes an AOT cache by a run that starts, answers for some seconds and stops. */
    private static Way cached(BenchServers servers, Child load, String name, int seconds) {
        Path cache = servers.home().resolve("trained-for-" + seconds + ".aot");
        int port = Ports.free();
        try (Child node = start(servers, List.of("-XX:AOTCacheOutput=" + cache), port)) {
            if (seconds > 0) {
                ask(load, port, seconds, 0);
            }
            node.stop();
        }
        return new Way(name, List.of("-XX:AOTCache=" + cache));
    }

    /** Runs twice: at full load to find the capacity, then from the start at half of it. */
    private static void measure(BenchServers servers, Child load, Way way, Figures figures) {
        long half;
        int port = Ports.free();
        try (Child node = start(servers, way.options, port)) {
            started(node, figures);
            figures.firstCpu.add(
                    Side.measured(
                                    node::cpuMicros,
                                    Cpu.NONE,
                                    () -> ask(load, port, FIRST_SECONDS, 0))
                            .cpuPerRequest());
            ask(load, port, Math.max(1, WARM_SECONDS - FIRST_SECONDS), 0);
            Side.Slice steady =
                    Side.measured(
                            node::cpuMicros, Cpu.NONE, () -> ask(load, port, STEADY_SECONDS, 0));
            figures.steadyCpu.add(steady.cpuPerRequest());
            half = Math.round(steady.load().requests() / steady.seconds() / 2);
            figures.steadyP95.add(ask(load, port, COLD_SECONDS, half).p95Millis());
        }
        int other = Ports.free();
        try (Child node = start(servers, way.options, other)) {
            started(node, figures);
            figures.coldP95.add(ask(load, other, COLD_SECONDS, half).p95Millis());
        }
    }

    private static void started(Child node, Figures figures) {
        figures.cpuSeconds.add(node.cpuMicros() / 1e6);
        figures.seconds.add(node.secondsToReady());
    }

    private static Load ask(Child load, int port, int seconds, long perSecond) {
        return Load.of(
                load.ask(NodeCalls.me(port, CONNECTIONS).command(seconds * 1_000L, perSecond)));
    }

    private static List<Result> results(Way way, Figures figures, Figures plain) {
        String with = way.name + ", ";
        return List.of(
                Result.printed(NAME, with + "until ready", figures.seconds, "s")
                        .against("no cache", plain.seconds.median()),
                Result.printed(NAME, with + "CPU until ready", figures.cpuSeconds, "s")
                        .against("no cache", plain.cpuSeconds.median()),
                Result.printed(
                                NAME,
                                with + "CPU of a call, first " + FIRST_SECONDS + " s",
                                figures.firstCpu,
                                "µs")
                        .against("no cache", plain.firstCpu.median()),
                Result.printed(
                                NAME,
                                with + "CPU of a call, after " + WARM_SECONDS + " s",
                                figures.steadyCpu,
                                "µs")
                        .against("no cache", plain.steadyCpu.median()),
                Result.printed(NAME, with + "p95 at half load, warm", figures.steadyP95, "ms"),
                Result.printed(
                                NAME,
                                with + "p95 at half load, first " + COLD_SECONDS + " s",
                                figures.coldP95,
                                "ms")
                        .against("warm", figures.steadyP95.median())
                        .ratioAtMost(3));
    }
}
