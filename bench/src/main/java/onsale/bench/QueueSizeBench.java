package onsale.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import onsale.platform.front.HotAnswer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.results.RunResult;

/** Checks that a long line costs no more per fan than a short one, and measures its memory. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class QueueSizeBench {

    private static final String NAME = "queue-size";
    private static final int LINES = 10;
    private static final int EACH = 50_000;

    @Param({"1000", "1000000"})
    int waiting;

    private StatusPoll poll = new StatusPoll(1);

    @Setup
    public void line() {
        poll = new StatusPoll(waiting);
    }

    @Benchmark
    public HotAnswer status() {
        return poll.run();
    }

    static List<Result> run() throws Exception {
        List<Result> results = new ArrayList<>(polls());
        results.add(
                Result.printed(
                                NAME,
                                "node memory for each waiting fan",
                                Rounds.of(StatusPoll.bytesPerFan(EACH)),
                                "B")
                        .valueAtMost(40));
        try (WaitingRoom room = WaitingRoom.start(1_000, 1)) { // warm
            Child queue = room.queue();
            double before = bytes(queue);
            String first = queue.ask("sale");
            queue.ask("fill " + first + " " + EACH);
            results.add(
                    Result.printed(
                                    NAME,
                                    "Redis memory for each waiting fan",
                                    Rounds.of((bytes(queue) - before) / EACH),
                                    "B")
                            .valueAtMost(300));
            for (int i = 1; i < LINES; i++) {
                queue.ask("fill " + queue.ask("sale") + " " + EACH);
            }
            results.add(
                    Result.printed(
                                    NAME,
                                    "Redis memory, 10 x 50,000 waiting",
                                    Rounds.of(bytes(queue) / (1 << 20)),
                                    "MiB")
                            .valueAtMost(512));
            queue.ask("ticks 100"); // warm
            String[] ticks = queue.ask("ticks 200").split(" ", -1);
            results.add(
                    Result.printed(
                                    NAME,
                                    "snapshot tick of 10 lines, median",
                                    Rounds.of(Double.parseDouble(ticks[0])),
                                    "ms")
                            .valueAtMost(50));
            results.add(
                    Result.printed(
                            NAME,
                            "snapshot tick of 10 lines, worst",
                            Rounds.of(Double.parseDouble(ticks[1])),
                            "ms"));
        }
        return results;
    }

    private static List<Result> polls() throws Exception {
        Map<String, Double> nanos = new HashMap<>();
        Map<String, Double> bytes = new HashMap<>();
        for (RunResult result : Jmh.run(QueueSizeBench.class, 3)) {
            String size = result.getParams().getParam("waiting");
            nanos.put(size, result.getPrimaryResult().getScore());
            bytes.put(size, Jmh.allocated(result));
        }
        return List.of(
                Result.printed(NAME, "poll at 1,000,000", at(nanos, "1000000"), "ns")
                        .against("at 1,000", at(nanos, "1000").median())
                        .ratioAtMost(1.10),
                Result.printed(NAME, "poll at 1,000,000, allocated", at(bytes, "1000000"), "B")
                        .against("at 1,000", at(bytes, "1000").median())
                        .ratioAtMost(1.10));
    }

    private static Rounds at(Map<String, Double> values, String size) {
        return Rounds.of(Objects.requireNonNull(values.get(size)));
    }

    private static double bytes(Child queue) {
        return Double.parseDouble(queue.ask("redis").split(" ", -1)[1]);
    }
}
