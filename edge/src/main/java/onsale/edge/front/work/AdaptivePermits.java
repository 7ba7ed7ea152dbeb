package onsale.edge.front.work;

import java.time.Duration;

/**
 * How many requests of a kind may run at once, by how long they take: fewer while they are slow,
 * more while they are fast and others wait. Holds are decided by Redis and PostgreSQL alone, so
 * that a slow hold means a machine that has too much to do. Fewer of them leave it to those who
 * have seats already and are about to pay.
 */
final class AdaptivePermits {

    /** The share of a new time in the average. */
    private static final double WEIGHT = 0.1;

    private final int max;
    private final double slowNanos;
    private int permits;
    private double averageNanos;
    private int sinceChange;

    /**
     * @param slow the average time above which there are too many
     */
    AdaptivePermits(int max, Duration slow) {
        this.max = max;
        this.slowNanos = slow.toNanos();
        this.permits = max;
    }

    /**
     * Takes the time of a request that is done.
     *
     * @param othersWait whether requests wait for a permit
     * @return the number of permits from now on
     */
    synchronized int done(long nanos, boolean othersWait) {
        averageNanos += WEIGHT * (nanos - averageNanos);
        // A change needs as many requests as run at once to be felt.
        if (++sinceChange < permits) {
            return permits;
        }
        if (averageNanos > slowNanos && permits > 1) {
            permits = Math.max(1, permits * 3 / 4);
            sinceChange = 0;
        } else if (averageNanos < slowNanos / 2 && othersWait && permits < max) {
            permits++;
            sinceChange = 0;
        }
        return permits;
    }
}
