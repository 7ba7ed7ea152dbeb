package onsale.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;

/** Connections that ask side by side. */
final class Crowd {

    private Crowd() {}

    /** What one of them does: asks until the time is over, and tells how long each answer took. */
    interface Connection {
        long[] ask(int number) throws IOException, InterruptedException;
    }

    /** How many answers, their p50 and p99 in nanoseconds; or the first failure. */
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
                                } catch (IOException | InterruptedException e) {
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
        return sorted.length
                + " "
                + sorted[sorted.length / 2]
                + " "
                + sorted[(int) (sorted.length * 0.99)];
    }
}
