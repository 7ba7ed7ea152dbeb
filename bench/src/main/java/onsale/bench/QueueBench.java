package onsale.bench;

import java.util.ArrayList;
import java.util.List;
import onsale.platform.embedded.Ports;

/**
 * A waiting fan's poll beside a bare Netty server and beside the textbook's way, and what entering
 * costs.
 */
final class QueueBench implements Bench.Benchmark {

    private static final String NAME = "queue";
    private static final int WARM_MILLIS = 30_000;
    private static final int SLICE_MILLIS = 4_000;
    private static final int ROUNDS = 5;
    private static final int CONNECTIONS = 64;
    private static final int WAITING = 50_000;
    private static final int BARE_ENTERS = 20_000;

    /** One server under load for a while; CPU of the server and of Redis. */
    private record Slice(double requests, double cpuMicros, double redisMicros, double p99Millis) {}

    private static final class Side {
        private final Rounds cpu = new Rounds();
        private final Rounds withRedis = new Rounds();
        private final Rounds p99 = new Rounds();

        void add(Slice slice) {
            cpu.add(slice.cpuMicros / slice.requests);
            withRedis.add((slice.cpuMicros + slice.redisMicros) / slice.requests);
            p99.add(slice.p99Millis);
        }
    }

    @Override
    public List<Result> run() {
        int port = Ports.free();
        int barePort = Ports.free();
        int bookPort = Ports.free();
        String json =
                "{\"state\":\"WAITING\",\"number\":1099511652777,\"position\":25001,\"ahead\":25000,\"behind\":24999,\"etaSeconds\":2501,\"pollAfterMillis\":14492}";
        try (Child queue = Child.start(QueueProcess.class, "" + port);
                Child bare = Child.start(BareNettyProcess.class, "" + barePort, json);
                Child book =
                        Child.start(TextbookQueueProcess.class, "" + bookPort, queue.ask("url"));
                Child load = Child.start(QueueLoadProcess.class);
                Child entering = Child.start(QueueLoadProcess.class)) {
            String sale = queue.ask("sale");
            String receipt = queue.ask("fill " + sale + " " + WAITING);
            String ours = "/api/queue/status?scheduleId=" + sale + " " + receipt;
            String bares = "/api/hot " + new MacAnswer().receipt();
            String books = "/api/queue/status qc_textbook";
            Side onOurs = new Side();
            Side onBare = new Side();
            Side onBook = new Side();
            for (int i = -WARM_MILLIS / SLICE_MILLIS; i < ROUNDS; i++) {
                Slice a = status(load, queue, queue, port, ours);
                Slice b = status(load, queue, bare, barePort, bares);
                Slice c = status(load, queue, book, bookPort, books);
                if (i >= 0) {
                    onOurs.add(a);
                    onBare.add(b);
                    onBook.add(c);
                }
            }
            List<Result> results = new ArrayList<>();
            results.add(
                    Result.printed(NAME, "status, server CPU", onOurs.cpu, "µs")
                            .against("bare Netty, bytes and MAC", onBare.cpu.median())
                            .ratioAtMost(1.3));
            results.add(
                    Result.printed(NAME, "status, server and Redis CPU", onOurs.withRedis, "µs")
                            .against("the textbook's", onBook.withRedis.median())
                            .ratioAtMost(1.0 / 6));
            results.addAll(entering(queue, load, entering, port, sale, ours));
            return results;
        }
    }

    private static List<Result> entering(
            Child queue, Child load, Child entering, int port, String sale, String ours) {
        Side enter = new Side();
        Side script = new Side();
        Rounds rate = new Rounds();
        for (int i = -3; i < ROUNDS; i++) {
            Slice slice = enter(entering, queue, port, sale);
            double before = queue.cpuMicros();
            double redis = redisMicros(queue);
            queue.ask("bare " + sale + " " + BARE_ENTERS);
            Slice bare =
                    new Slice(
                            BARE_ENTERS, queue.cpuMicros() - before, redisMicros(queue) - redis, 0);
            if (i >= 0) {
                enter.add(slice);
                rate.add(slice.requests * 1_000 / SLICE_MILLIS);
                script.add(bare);
            }
        }
        // While a thousand enter each second, and fans ask at a pace that leaves room.
        Rounds p99 = new Rounds();
        for (int i = 0; i < ROUNDS; i++) {
            Thread other =
                    Thread.startVirtualThread(() ->
                            entering.ask(
                                    "enter %d %s 32 %d 1000".formatted(port, sale, SLICE_MILLIS)));
            String[] answer =
                    load.ask("status %d %s 32 %d 3000".formatted(port, ours, SLICE_MILLIS))
                            .split(" ", -1);
            p99.add(Double.parseDouble(answer[2]) / 1e6);
            join(other);
        }
        return List.of(
                Result.printed(NAME, "enter, server and Redis CPU", enter.withRedis, "µs")
                        .against("the bare script", script.withRedis.median()),
                Result.printed(NAME, "enter, the generator on the same cores", rate, "req/s")
                        .against("5,000 each second", 5_000)
                        .ratioAtLeast(1),
                Result.printed(
                        NAME,
                        "enter, two cores by that CPU",
                        Rounds.of(2e6 / enter.withRedis.median()),
                        "req/s"),
                Result.printed(NAME, "status p99 while 1,000/s enter", p99, "ms").valueAtMost(50));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Slice status(Child load, Child queue, Child server, int port, String what) {
        return measured(
                queue,
                server,
                () ->
                        load.ask(
                                "status %d %s %d %d 0"
                                        .formatted(port, what, CONNECTIONS, SLICE_MILLIS)));
    }

    private static Slice enter(Child load, Child queue, int port, String sale) {
        return measured(
                queue,
                queue,
                () ->
                        load.ask(
                                "enter %d %s %d %d 0"
                                        .formatted(port, sale, CONNECTIONS, SLICE_MILLIS)));
    }

    private static Slice measured(
            Child queue, Child server, java.util.function.Supplier<String> load) {
        double redis = redisMicros(queue);
        double before = server.cpuMicros();
        String[] answer = load.get().split(" ", -1);
        return new Slice(
                Double.parseDouble(answer[0]),
                server.cpuMicros() - before,
                redisMicros(queue) - redis,
                Double.parseDouble(answer[2]) / 1e6);
    }

    private static double redisMicros(Child queue) {
        return Double.parseDouble(queue.ask("redis").split(" ", -1)[0]);
    }
}
