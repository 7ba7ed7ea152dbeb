package onsale.queue.admission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.platform.job.Loop;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemException;

/** Writes down who leaves, many in one statement: when a sale is over, all fans leave at once. */
public final class LeaveJournal implements AutoCloseable {

    private static final int WAITING_MAX = 10_000;
    private static final int BATCH = 1_000;
    private static final Duration WITHIN = Duration.ofSeconds(2);

    /** Nothing waits so long: who has something to write down wakes the loop. */
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

    private final LeaveStore store;
    private final BlockingQueue<Entry> entries = new ArrayBlockingQueue<>(WAITING_MAX);
    private final Loop loop;

    private record Entry(Leave leave, CompletableFuture<Void> written) {}

    public LeaveJournal(LeaveStore store) {
        this.store = store;
        this.loop = Loop.every(LOOK_EVERY, "queue-journal", this::writeAll).start();
    }

    /** Writes it down; it is committed when this returns. */
    public void write(Leave leave) {
        Entry entry = new Entry(leave, new CompletableFuture<>());
        if (!entries.offer(entry)) {
            throw new ProblemException(PlatformProblems.unavailable());
        }
        loop.wake();
        try {
            entry.written.get(WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(e);
        } catch (TimeoutException e) {
            throw new ProblemException(PlatformProblems.unavailable());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(PlatformProblems.unavailable());
        }
    }

    private void writeAll() {
        List<Entry> batch = new ArrayList<>();
        while (entries.drainTo(batch, BATCH) > 0) {
            try {
                store.insert(batch.stream().map(Entry::leave).toList());
                batch.forEach(entry -> entry.written.complete(null));
            } catch (RuntimeException e) {
                batch.forEach(entry -> entry.written.completeExceptionally(e));
            }
            batch.clear();
        }
    }

    @Override
    public void close() {
        loop.close();
        writeAll();
    }
}
