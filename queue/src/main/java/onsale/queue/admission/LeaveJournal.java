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
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemException;

/** Writes down who leaves, many in one statement: when a sale is over, all fans leave at once. */
public final class LeaveJournal implements AutoCloseable {

    private static final int WAITING_MAX = 10_000;
    private static final int BATCH = 1_000;
    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final LeaveStore store;
    private final BlockingQueue<Entry> entries = new ArrayBlockingQueue<>(WAITING_MAX);
    private final Thread thread;
    private volatile boolean stopping;

    private record Entry(Leave leave, CompletableFuture<Void> written) {}

    public LeaveJournal(LeaveStore store) {
        this.store = store;
        this.thread = Thread.ofVirtual().name("queue-journal").start(this::writeUntilStopped);
    }

    /** Writes it down; it is committed when this returns. */
    public void write(Leave leave) {
        Entry entry = new Entry(leave, new CompletableFuture<>());
        if (!entries.offer(entry)) {
            throw new ProblemException(PlatformProblems.unavailable());
        }
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

    private void writeUntilStopped() {
        List<Entry> batch = new ArrayList<>();
        while (!stopping || !entries.isEmpty()) {
            batch.clear();
            try {
                Entry first = entries.poll(100, TimeUnit.MILLISECONDS);
                if (first == null) {
                    continue;
                }
                batch.add(first);
                entries.drainTo(batch, BATCH - 1);
                store.insert(batch.stream().map(Entry::leave).toList());
                batch.forEach(entry -> entry.written.complete(null));
            } catch (RuntimeException e) {
                batch.forEach(entry -> entry.written.completeExceptionally(e));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void close() {
        stopping = true;
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
