package onsale.bench;

import java.util.List;

/**
 * Measures the front: responses from memory, requests that take work, streams, and response times
 * at half load. All servers have their own processes and are measured in turn.
 */
final class FrontBench {

    static final String NAME = "front";

    /** The warm-up of each server; figures keep falling until then. */
    static final int WARM_SECONDS = Pace.seconds(45);

    static final int SLICE_SECONDS = Pace.seconds(5);
    static final int ROUNDS = Pace.rounds(7);

    static final List<Bench.Benchmark> PARTS =
            List.of(
                    HotReads::measure,
                    StreamMemory::measure,
                    NodeCalls::measure,
                    HalfLoad::measure);

    private FrontBench() {}
}
