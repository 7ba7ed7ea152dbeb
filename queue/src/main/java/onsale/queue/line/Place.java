package onsale.queue.line;

/**
 * A place in line as one number: the epoch in the upper bits, a counter of 40 bits below. A double,
 * which Redis uses for scores, holds it exactly.
 */
public final class Place {

    private static final int COUNTER_BITS = 40;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;

    private Place() {}

    public static long of(int epoch, long counter) {
        return (long) epoch << COUNTER_BITS | counter;
    }

    public static int epoch(long place) {
        return (int) (place >>> COUNTER_BITS);
    }

    public static long counter(long place) {
        return place & COUNTER_MASK;
    }
}
