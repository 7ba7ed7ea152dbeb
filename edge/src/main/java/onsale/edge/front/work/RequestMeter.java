package onsale.edge.front.work;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Counts requests and how long they take, over the last ten seconds, in a fixed number of slots:
 * two windows of five seconds each, of which the older one is dropped as a whole. A duration is
 * known to within a tenth.
 */
final class RequestMeter {

    static final long WINDOW_NANOS = 5_000_000_000L;

    /** Each slot is a tenth wider than the one before; the last one holds everything above. */
    private static final int SLOTS = 128;

    private static final double GROWTH = 1.1;
    private static final double FIRST_NANOS = 100_000;
    private static final double SHARE = 0.95;

    /** Requests, failures and slots of one window. */
    private static final class Window {
        private final long number;
        private final AtomicLongArray counts = new AtomicLongArray(SLOTS);
        private final AtomicLong failures = new AtomicLong();

        Window(long number) {
            this.number = number;
        }
    }

    /** What was counted. */
    record Figures(long count, long failed, long p95Millis) {}

    private final LongSupplier nanoTime;
    private volatile Window before = new Window(-1);
    private volatile Window present;

    RequestMeter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.present = new Window(number());
    }

    void done(long nanos, boolean failed) {
        Window window = window();
        window.counts.incrementAndGet(slot(nanos));
        if (failed) {
            window.failures.incrementAndGet();
        }
    }

    Figures figures() {
        Window now = window();
        Window last = before;
        boolean isRecent = last.number == now.number - 1;
        long[] counts = new long[SLOTS];
        long all = 0;
        for (int i = 0; i < SLOTS; i++) {
            counts[i] = now.counts.get(i) + (isRecent ? last.counts.get(i) : 0);
            all += counts[i];
        }
        long failed = now.failures.get() + (isRecent ? last.failures.get() : 0);
        return new Figures(all, failed, all == 0 ? 0 : p95Millis(counts, all));
    }

    private static long p95Millis(long[] counts, long all) {
        long wanted = (long) Math.ceil(all * SHARE);
        long seen = 0;
        for (int i = 0; i < SLOTS; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Math.max(1, Math.round(FIRST_NANOS * Math.pow(GROWTH, i) / 1e6));
            }
        }
        throw new IllegalStateException("fewer requests than were counted");
    }

    private static int slot(long nanos) {
        if (nanos <= FIRST_NANOS) {
            return 0;
        }
        double slot = Math.ceil(Math.log(nanos / FIRST_NANOS) / Math.log(GROWTH));
        return (int) Math.min(SLOTS - 1, slot);
    }

    private long number() {
        return Math.floorDiv(nanoTime.getAsLong(), WINDOW_NANOS);
    }

    private Window window() {
        long number = number();
        Window window = present;
        return window.number == number ? window : nextWindow(number);
    }

    private synchronized Window nextWindow(long number) {
        if (present.number != number) {
            before = present;
            present = new Window(number);
        }
        return present;
    }
}
