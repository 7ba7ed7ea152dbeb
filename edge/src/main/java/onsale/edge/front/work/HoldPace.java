package onsale.edge.front.work;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How many holds are let in each second, by how long holds and checkouts take. Both need nothing
 * but Redis and PostgreSQL, so slow ones mean a machine that has too much to do. Then fewer fans
 * get seats, and those who have some can pay for them. While requests are fast the pace grows until
 * it limits nobody.
 *
 * <p>A number of permits would not do: a hold takes a few milliseconds, so even one permit lets in
 * more fans than the rest of a purchase can serve.
 */
final class HoldPace {

    private static final long INTERVAL_NANOS = Duration.ofMillis(200).toNanos();
    private static final double SECOND_NANOS = 1e9;

    private static final double FASTER = 1.05;

    /** The pace never falls by more: fans may check out minutes after they got their seats. */
    private static final double SLOWER = 0.8;

    /** By how much a slow interval stays below what is completed: more, the slower it is. */
    private static final double BACK_OFF = 0.1;

    private static final double BACK_OFF_MAX = 0.5;

    /** The share of the last interval in what is completed in a second. */
    private static final double WEIGHT = 0.3;

    /** Enough to notice that requests are fast again. */
    private static final double LEAST_PER_SECOND = 5;

    private static final double UNLIMITED = 1e6;

    /** Requests in an interval from which on their time says something of the load. */
    private static final int ENOUGH = 8;

    /** Holds that may come at once, as a part of a second. */
    private static final double BURST_SECONDS = 0.1;

    private final double slowNanos;
    private final LongSupplier nanoTime;
    private double perSecond = UNLIMITED;
    private double free = 1;
    private long refilledAt;
    private long intervalFrom;
    private int letIn;
    private int underWay;
    private int done;
    private double doneNanos;
    private int checkouts;
    private boolean becomesSlow;
    private double checkoutsPerSecond;

    /**
     * @param slow the average time above which too many are let in
     */
    HoldPace(Duration slow, LongSupplier nanoTime) {
        this.slowNanos = slow.toNanos();
        this.nanoTime = nanoTime;
        this.refilledAt = nanoTime.getAsLong();
        this.intervalFrom = refilledAt;
    }

    /** Whether one more hold is let in now. */
    synchronized boolean letIn() {
        long now = nanoTime.getAsLong();
        adjust(now);
        double burst = Math.max(1, perSecond * BURST_SECONDS);
        free = Math.min(burst, free + perSecond * (now - refilledAt) / SECOND_NANOS);
        refilledAt = now;
        if (free < 1) {
            return false;
        }
        free--;
        letIn++;
        return true;
    }

    /** A request that is timed has arrived. */
    synchronized void begun() {
        underWay++;
    }

    /** A request that is timed has ended, so long after it arrived. */
    synchronized void done(long nanos, boolean isCheckout) {
        underWay--;
        done++;
        checkouts += isCheckout ? 1 : 0;
        doneNanos += nanos;
        adjust(nanoTime.getAsLong());
    }

    /** Whether the last requests were nearly too slow: holds may have to be refused soon. */
    synchronized boolean isSlow() {
        adjust(nanoTime.getAsLong());
        return becomesSlow;
    }

    synchronized double perSecond() {
        return perSecond;
    }

    private void adjust(long now) {
        long passed = now - intervalFrom;
        if (passed < INTERVAL_NANOS) {
            return;
        }
        double lately = checkouts * SECOND_NANOS / passed;
        checkoutsPerSecond += WEIGHT * (lately - checkoutsPerSecond);
        double average = done > 0 ? doneNanos / done : passed;
        if (done + underWay < ENOUGH) {
            average = 0; // a few slow requests are a cold node, not a crowd
        }
        becomesSlow = average > slowNanos / 2;
        if (average > slowNanos) {
            double less = Math.min(BACK_OFF_MAX, BACK_OFF * average / slowNanos);
            double completed = (1 - less) * Math.max(checkoutsPerSecond, lately);
            double slower = SLOWER * Math.min(perSecond, letIn * SECOND_NANOS / passed);
            double lower = Math.max(LEAST_PER_SECOND, Math.max(completed, slower));
            perSecond = Math.min(perSecond, lower);
        } else if (!becomesSlow) {
            perSecond = Math.min(UNLIMITED, FASTER * perSecond);
        }
        intervalFrom = now;
        letIn = 0;
        done = 0;
        doneNanos = 0;
        checkouts = 0;
    }
}
