package onsale.bench;

import java.util.ArrayList;
import java.util.List;
import onsale.platform.embedded.Ports;

/**
 * Compares a waiting fan's poll with a bare Netty server and with the textbook design, and measures
 * entering. The access token of every fan who enters is verified, as on a first visit.
 */
final class QueueBench implements Bench.Benchmark {

    private static final String NAME = "queue";
    private static final int WARM_SECONDS = Pace.seconds(30);
    private static final int SLICE_SECONDS = Pace.seconds(4);
    private static final int ROUNDS = Pace.rounds(5);
    private static final int CONNECTIONS = 64;
    private static final int WAITING = 50_000;
    private static final int BARE_ENTERS = 20_000;
    static final int ENTERS_PER_SECOND_MAX = 10_000;

    @Override
    public List<Result> run() throws Exception {
        try (WaitingRoom room = WaitingRoom.start(WAITING, ENTERS_PER_SECOND_MAX * SLICE_SECONDS);
                Child load = Child.start(LoadProcess.class);
                Child fans = room.fans()) {
            List<Result> results = new ArrayList<>(polls(room, load));
            results.addAll(entering(room, load, fans));
            return results;
        }
    }

    private static List<Result> polls(WaitingRoom room, Child load) {
        Child queue = room.queue();
        int barePort = Ports.free();
        int bookPort = Ports.free();
        Ask ours = room.status(CONNECTIONS);
        try (Child bare =
                        Child.start(
                                BareNettyProcess.class, "" + barePort, HotReads.firstAnswer(ours));
                Child book =
                        Child.start(TextbookQueueProcess.class, "" + bookPort, queue.ask("url"))) {
            Side onOurs = Side.asked(load, queue::cpuMicros, room.redis(), ours);
            Side onBare = Side.asked(load, bare::cpuMicros, HotReads.ask(barePort, CONNECTIONS));
            Side onBook =
                    Side.asked(
                            load,
                            book::cpuMicros,
                            room.redis(),
                            new Ask(
                                    "status",
                                    bookPort,
                                    "/api/queue/status,qc_textbook",
                                    CONNECTIONS));
            Side.measure(WARM_SECONDS, SLICE_SECONDS, ROUNDS, List.of(onOurs, onBare, onBook));
            return List.of(
                    Result.printed(NAME, "status, server CPU", onOurs.cpu, "µs")
                            .against("bare Netty, bytes and MAC", onBare.cpu.median())
                            .ratioAtMost(1.3),
                    Result.printed(NAME, "status, server and Redis CPU", onOurs.cpuWithOthers, "µs")
                            .against("the textbook's", onBook.cpuWithOthers.median())
                            .ratioAtMost(1.0 / 6));
        }
    }

    private static List<Result> entering(WaitingRoom room, Child load, Child fans)
            throws InterruptedException {
        Child queue = room.queue();
        Side enter =
                new Side(millis -> {
                    Ask ask = room.enterAnew(CONNECTIONS);
                    return Side.measured(
                            queue::cpuMicros,
                            room.redis(),
                            () -> Load.of(fans.ask(ask.command(millis, 0))));
                });
        Side script =
                new Side(_ -> {
                    String sale = queue.ask("sale");
                    return Side.measured(
                            queue::cpuMicros,
                            room.redis(),
                            () -> {
                                queue.ask("bare " + sale + " " + BARE_ENTERS);
                                return new Load(BARE_ENTERS, 0, 0, 0);
                            });
                });
        Side.measure(WARM_SECONDS / 2, SLICE_SECONDS, ROUNDS, List.of(enter, script));
        return List.of(
                Result.printed(NAME, "enter, server and Redis CPU", enter.cpuWithOthers, "µs")
                        .against("the bare script", script.cpuWithOthers.median()),
                Result.printed(NAME, "enter, the generator on the same cores", enter.rate, "req/s")
                        .against("5,000 each second", 5_000)
                        .ratioAtLeast(1),
                Result.printed(
                        NAME,
                        "enter, two cores by that CPU",
                        Rounds.of(2e6 / enter.cpuWithOthers.median()),
                        "req/s"),
                Result.printed(
                                NAME,
                                "status p99 while 1,000/s enter",
                                statusWhileOthersEnter(room, load, fans),
                                "ms")
                        .valueAtMost(50));
    }

    /** Measures response times at half load. */
    private static Rounds statusWhileOthersEnter(WaitingRoom room, Child load, Child fans)
            throws InterruptedException {
        Rounds p99 = new Rounds();
        for (int i = 0; i < ROUNDS; i++) {
            Ask ask = room.enter(CONNECTIONS / 2);
            Thread others =
                    Thread.startVirtualThread(
                            () -> fans.ask(ask.command(SLICE_SECONDS * 1_000L, 1_000)));
            String polls =
                    load.ask(room.status(CONNECTIONS / 2).command(SLICE_SECONDS * 1_000L, 3_000));
            p99.add(Load.of(polls).p99Millis());
            others.join();
        }
        return p99;
    }
}
