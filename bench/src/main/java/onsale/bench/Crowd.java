package onsale.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;

/** Concurrent connections that send requests. */
final class Crowd {

    private Crowd() {}

    /**
     * The work of one connection: sends requests until the time is over and records their times.
     */
    interface Connection {
        long[] ask(int number) throws IOException, InterruptedException;
    }

    /**
     * Returns the number of responses, their p50, p95 and p99 in nanoseconds; or the first failure.
     */
    static String ask(int connections, Connection connection) throws InterruptedException {
        ConcurrentLinkedQueue<long[]> all = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Exception> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            int number = i;
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    all.add(connection.ask(number));
                                } catch (IOException | InterruptedException | RuntimeException e) {
                                    failures.add(e);
                                }
                            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            return "failed " + failures.peek();
        }
        long[] sorted = all.stream().flatMapToLong(LongStream::of).sorted().toArray();
        return sorted.length == 0
                ? "failed without an answer"
                : "%d %d %d %d"
                        .formatted(
                                sorted.length,
                                quantile(sorted, 0.5),
                                quantile(sorted, 0.95),
                                quantile(sorted, 0.99));
    }

    private static long quantile(long[] sorted, double q) {
        return sorted[(int) (sorted.length * q)];
    }
}
