package onsale.queue;

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
import onsale.queue.ClaimStore.Left;

/** Writes down who leaves, many in one statement: when a sale is over, all leave at once. */
final class Journal implements AutoCloseable {

    private static final int WAITING_MAX = 10_000;
    private static final int BATCH = 1_000;
    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final ClaimStore store;
    private final BlockingQueue<Entry> entries = new ArrayBlockingQueue<>(WAITING_MAX);
    private final Thread thread;
    private volatile boolean stopping;

    private record Entry(Left left, CompletableFuture<Void> written) {}

    Journal(ClaimStore store) {
        this.store = store;
        this.thread = Thread.ofVirtual().name("queue-journal").start(this::writeUntilStopped);
    }

    /** Committed when this returns. */
    void write(Left left) {
        Entry entry = new Entry(left, new CompletableFuture<>());
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
                store.left(batch.stream().map(Entry::left).toList());
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
