package onsale.queue;

/** A number in line: the epoch above, a counter of 40 bits below; exact in a double. */
final class Place {

    static final int COUNTER_BITS = 40;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;

    private Place() {}

    static long of(int epoch, long counter) {
        return (long) epoch << COUNTER_BITS | counter;
    }

    static int epoch(long place) {
        return (int) (place >>> COUNTER_BITS);
    }

    static long counter(long place) {
        return place & COUNTER_MASK;
    }
}
