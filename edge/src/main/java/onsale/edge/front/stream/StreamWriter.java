package onsale.edge.front.stream;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The one thread that writes events to streams, with a bounded number of events to write. */
final class StreamWriter implements AutoCloseable {

    private static final int PENDING_MAX = 256;

    private final AtomicInteger pending = new AtomicInteger();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("streams").factory());

    void repeat(Duration every, Runnable work) {
        long millis = every.toMillis();
        var _ = thread.scheduleAtFixedRate(work, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Runs the work later; returns false if too much is pending or the writer is closed. */
    boolean offer(Runnable work) {
        if (pending.incrementAndGet() > PENDING_MAX) {
            pending.decrementAndGet();
            return false;
        }
        try {
            thread.execute(() -> {
                pending.decrementAndGet();
                work.run();
            });
            return true;
        } catch (RejectedExecutionException e) {
            pending.decrementAndGet();
            return false;
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
