package onsale.bench;

import java.io.IOException;
import java.util.List;

/**
 * Measures response times of a warm waiting room at half of its capacity. Requests come at a fixed
 * rate, whether or not those before them are answered, and times count from when they are due.
 */
final class HalfLoad {

    private static final int CONNECTIONS = 64;
    private static final int WAITING = 50_000;

    private HalfLoad() {}

    static List<Result> measure() throws IOException {
        try (WaitingRoom room =
                        WaitingRoom.start(
                                WAITING,
                                QueueBench.ENTERS_PER_SECOND_MAX * FrontBench.SLICE_SECONDS);
                Child load = Child.start(LoadProcess.class);
                Child fans = room.fans()) {
            Child queue = room.queue();
            Side status = Side.asked(load, queue::cpuMicros, room.status(CONNECTIONS));
            Side enter =
                    new Side(millis -> {
                        Ask ask = room.enterAnew(CONNECTIONS);
                        return Side.measured(
                                queue::cpuMicros,
                                Cpu.NONE,
                                () -> Load.of(fans.ask(ask.command(millis, 0))));
                    });
            Side.measure(
                    FrontBench.WARM_SECONDS,
                    FrontBench.SLICE_SECONDS,
                    FrontBench.ROUNDS,
                    List.of(status, enter));
            long statusRate = Math.round(status.rate.median() / 2);
            long enterRate = Math.round(enter.rate.median() / 2);
            Rounds statusP95 = new Rounds();
            Rounds enterP95 = new Rounds();
            for (int i = 0; i < FrontBench.ROUNDS; i++) {
                long millis = FrontBench.SLICE_SECONDS * 1_000L;
                String polls = load.ask(room.status(CONNECTIONS).command(millis, statusRate));
                statusP95.add(Load.of(polls).p95Millis());
                String enters = fans.ask(room.enterAnew(CONNECTIONS).command(millis, enterRate));
                enterP95.add(Load.of(enters).p95Millis());
            }
            return List.of(
                    Result.printed(FrontBench.NAME, "status, rate", status.rate, "req/s"),
                    Result.printed(FrontBench.NAME, "enter, rate", enter.rate, "req/s"),
                    Result.printed(FrontBench.NAME, "status p95 at half of it", statusP95, "ms")
                            .valueAtMost(50),
                    Result.printed(FrontBench.NAME, "enter p95 at half of it", enterP95, "ms")
                            .valueAtMost(100));
        }
    }
}
