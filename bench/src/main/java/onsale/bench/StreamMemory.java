package onsale.bench;

import java.util.List;
import java.util.stream.Stream;
import onsale.platform.embedded.Ports;

/**
 * Measures the memory of an open event stream at the front: heap and direct buffers after a garbage
 * collection, with 10,000 streams that have received two events, minus the memory without them.
 */
final class StreamMemory {

    private static final int STREAMS = 10_000;
    private static final int WARM_STREAMS = 1_000;

    private StreamMemory() {}

    static List<Result> measure() {
        int port = Ports.free();
        try (Child front = Child.start(FrontProcess.class, "" + port);
                Child fans = Child.start(StreamProcess.class, "" + port)) {
            fill(front, fans, WARM_STREAMS);
            fans.ask("close");
            double[] before = memory(front);
            fill(front, fans, STREAMS);
            double[] after = memory(front);
            double heap = (after[0] - before[0]) / STREAMS / 1_024;
            double direct = (after[1] - before[1]) / STREAMS / 1_024;
            return List.of(
                    Result.printed(
                            FrontBench.NAME, "heap for each open stream", Rounds.of(heap), "KiB"),
                    Result.printed(
                            FrontBench.NAME,
                            "direct buffers for each open stream",
                            Rounds.of(direct),
                            "KiB"),
                    Result.printed(
                                    FrontBench.NAME,
                                    "memory for each open stream",
                                    Rounds.of(heap + direct),
                                    "KiB")
                            .valueAtMost(6));
        }
    }

    private static void fill(Child front, Child fans, int streams) {
        fans.ask("open " + streams);
        front.ask("publish");
        fans.ask("event");
    }

    private static double[] memory(Child front) {
        return Stream.of(front.ask("memory").split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
