package onsale.bench;

import java.util.List;
import onsale.platform.embedded.Ports;

/** The door beside a bare Netty server: a hot read, and what passing a call on adds. */
final class DoorBench implements Bench.Benchmark {

    private static final String NAME = "door";

    /** Of each server; figures go on falling until then. */
    private static final int WARM_MILLIS = 45_000;

    private static final int SLICE_MILLIS = 5_000;
    private static final int ROUNDS = 7;
    private static final int CONNECTIONS = 64;
    private static final int CALM_CONNECTIONS = 2;

    /** One server under load for a while. */
    private record Slice(double requests, double cpuMicros, double p50Micros, double p99Micros) {

        double cpuPerRequest() {
            return cpuMicros / requests;
        }
    }

    /** The rounds of one server. */
    private static final class Side {
        private final Rounds cpu = new Rounds();
        private final Rounds rate = new Rounds();
        private final Rounds p50 = new Rounds();
        private final Rounds p99 = new Rounds();

        void add(Slice slice) {
            cpu.add(slice.cpuPerRequest());
            rate.add(slice.requests() / (SLICE_MILLIS / 1000.0));
            p50.add(slice.p50Micros() / 1000);
            p99.add(slice.p99Micros() / 1000);
        }
    }

    @Override
    public List<Result> run() {
        int barePort = Ports.free();
        int doorPort = Ports.free();
        try (Child bare = Child.start(BareNettyProcess.class, "" + barePort);
                Child door = Child.start(DoorProcess.class, "" + doorPort, "" + barePort);
                Child load = Child.start(LoadProcess.class, new MacAnswer().receipt())) {
            Side hotBare = new Side();
            Side hotDoor = new Side();
            Side direct = new Side();
            Side proxied = new Side();
            for (int warm = 0; warm < WARM_MILLIS; warm += 2 * SLICE_MILLIS) { // two slices each
                slice(load, bare, barePort, "/api/hot", CONNECTIONS);
                slice(load, door, doorPort, "/api/hot", CONNECTIONS);
                slice(load, bare, barePort, "/api/other", CALM_CONNECTIONS);
                slice(load, door, doorPort, "/api/other", CALM_CONNECTIONS);
            }
            for (int i = 0; i < ROUNDS; i++) {
                hotBare.add(slice(load, bare, barePort, "/api/hot", CONNECTIONS));
                hotDoor.add(slice(load, door, doorPort, "/api/hot", CONNECTIONS));
                direct.add(slice(load, bare, barePort, "/api/other", CALM_CONNECTIONS));
                proxied.add(slice(load, door, doorPort, "/api/other", CALM_CONNECTIONS));
            }
            Rounds added = Rounds.of(proxied.p50.median() - direct.p50.median());
            return List.of(
                    Result.printed(NAME, "bare Netty with MAC, CPU per request", hotBare.cpu, "µs"),
                    Result.printed(NAME, "hot read, CPU per request", hotDoor.cpu, "µs")
                            .against("bare Netty", hotBare.cpu.median())
                            .ratioAtMost(1.3),
                    Result.printed(NAME, "hot read, rate", hotDoor.rate, "req/s")
                            .against("bare Netty", hotBare.rate.median()),
                    Result.printed(NAME, "hot read, p99", hotDoor.p99, "ms")
                            .against("bare Netty", hotBare.p99.median()),
                    Result.printed(NAME, "direct call, p50", direct.p50, "ms"),
                    Result.printed(NAME, "proxied call, p50", proxied.p50, "ms")
                            .against("direct", direct.p50.median()),
                    Result.printed(NAME, "proxied call, added p50", added, "ms").valueAtMost(0.3),
                    Result.printed(NAME, "proxied call, CPU of the door", proxied.cpu, "µs"));
        }
    }

    private static Slice slice(Child load, Child server, int port, String path, int connections) {
        double before = server.cpuMicros();
        String[] answer =
                load.ask(port + " " + path + " " + connections + " " + SLICE_MILLIS).split(" ", -1);
        return new Slice(
                Double.parseDouble(answer[0]),
                server.cpuMicros() - before,
                Double.parseDouble(answer[1]) / 1e3,
                Double.parseDouble(answer[2]) / 1e3);
    }
}
