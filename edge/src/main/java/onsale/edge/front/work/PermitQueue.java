package onsale.edge.front.work;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A bounded number of permits, and a bounded queue of those who wait for one. */
final class PermitQueue<T> {

    /** Whether a newcomer may run. */
    enum Entry {
        RUNS,
        WAITS,
        FULL
    }

    private final int permits;
    private final int waitingMax;
    private final Deque<T> waiting = new ArrayDeque<>();
    private int taken;

    PermitQueue(int permits, int waitingMax) {
        this.permits = permits;
        this.waitingMax = waitingMax;
    }

    /** Takes a permit if one is free, else waits if the queue has room. */
    synchronized Entry enter(T newcomer) {
        if (taken < permits) {
            taken++;
            return Entry.RUNS;
        }
        if (waiting.size() >= waitingMax) {
            return Entry.FULL;
        }
        waiting.add(newcomer);
        return Entry.WAITS;
    }

    /** Passes the permit of the caller on. Returns who has it now, or null if nobody has. */
    synchronized @Nullable T passOn() {
        @Nullable T next = waiting.poll();
        if (next == null) {
            taken--;
        }
        return next;
    }

    /** Removes those who wait and match. */
    synchronized List<T> removeIf(Predicate<T> condition) {
        List<T> removed = new ArrayList<>();
        waiting.removeIf(each -> condition.test(each) && removed.add(each));
        return removed;
    }

    int permits() {
        return permits;
    }

    /** The number of those who run. */
    synchronized int running() {
        return taken;
    }

    /** The number of those who run or wait. */
    synchronized int size() {
        return taken + waiting.size();
    }
}
