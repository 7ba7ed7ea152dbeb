package onsale.bench;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import onsale.platform.embedded.Ports;

/** Compares a hot read of the front with a bare Netty server that does the same check. */
final class HotReads {

    private static final int CONNECTIONS = 64;

    private HotReads() {}

    static List<Result> measure() {
        int frontPort = Ports.free();
        int barePort = Ports.free();
        try (Child front = Child.start(FrontProcess.class, "" + frontPort);
                Child load = Child.start(LoadProcess.class)) {
            Ask ours = ask(frontPort, CONNECTIONS);
            Ask bares = ask(barePort, CONNECTIONS);
            String first = firstAnswer(ours);
            try (Child bare = Child.start(BareNettyProcess.class, "" + barePort, first)) {
                if (firstAnswer(bares).length() != first.length()) {
                    throw new IllegalStateException("the servers answer differently");
                }
                Side onFront = Side.asked(load, front::cpuMicros, ours);
                Side onBare = Side.asked(load, bare::cpuMicros, bares);
                Side.measure(
                        FrontBench.WARM_SECONDS,
                        FrontBench.SLICE_SECONDS,
                        FrontBench.ROUNDS,
                        List.of(onBare, onFront));
                return List.of(
                        Result.printed(
                                FrontBench.NAME,
                                "bare Netty with MAC, CPU per request",
                                onBare.cpu,
                                "µs"),
                        Result.printed(
                                        FrontBench.NAME,
                                        "hot read, CPU per request",
                                        onFront.cpu,
                                        "µs")
                                .against("bare Netty", onBare.cpu.median()),
                        Result.printed(
                                        FrontBench.NAME,
                                        "hot read, CPU of bare Netty / ours",
                                        onBare.cpu.dividedBy(onFront.cpu),
                                        "×")
                                .valueAtLeast(0.9),
                        Result.printed(FrontBench.NAME, "hot read, rate", onFront.rate, "req/s")
                                .against("bare Netty", onBare.rate.median()),
                        Result.printed(FrontBench.NAME, "hot read, p99", onFront.p99, "ms")
                                .against("bare Netty", onBare.p99.median()));
            }
        }
    }

    static Ask ask(int port, int connections) {
        return new Ask("status", port, "/api/hot," + new MacAnswer().receipt(), connections);
    }

    /** Returns a whole response in base64. */
    static String firstAnswer(Ask ask) {
        byte[] request = new Requests(List.of()).of(ask.kind(), ask.port(), ask.what()).get();
        return Base64.getEncoder()
                .encodeToString(
                        Http1.ask(ask.port(), request).getBytes(StandardCharsets.ISO_8859_1));
    }
}
