package onsale.queue.snapshot;

import java.util.Arrays;
import java.util.function.LongConsumer;
import onsale.queue.line.Place;

/**
 * The places of one epoch in a snapshot. Places of an epoch follow each other without gaps, so a
 * bit for each says who waits, and a sum for each 64 of them gives any position in the same few
 * steps, however long the line is.
 */
final class EpochPlaces {

    private final int epoch;
    private long[] waiting;
    private long[] gone;

    /** For each word of {@link #waiting}, how many wait in the words before it. */
    private int[] before = new int[0];

    private int count;

    /** Seconds, 0 for never; shared by all snapshots of the line, written by any thread. */
    private int[] seenAt;

    private int[] toldAt;

    private EpochPlaces(int epoch, long[] waiting, long[] gone, int[] seenAt, int[] toldAt) {
        this.epoch = epoch;
        this.waiting = waiting;
        this.gone = gone;
        this.seenAt = seenAt;
        this.toldAt = toldAt;
    }

    static EpochPlaces of(int epoch) {
        return new EpochPlaces(epoch, new long[1], new long[1], new int[64], new int[64]);
    }

    /** A copy to edit; it shares the notes on who was seen. */
    EpochPlaces copy() {
        return new EpochPlaces(epoch, waiting.clone(), gone.clone(), seenAt, toldAt);
    }

    int epoch() {
        return epoch;
    }

    /** How many wait. */
    int count() {
        return count;
    }

    // ---- editing, before the object is shared

    /** Makes room for places up to this one. */
    void reach(long counter) {
        int words = (int) (counter >>> 6) + 1;
        if (words > waiting.length) {
            int larger = Math.max(words, waiting.length + (waiting.length >> 2));
            waiting = Arrays.copyOf(waiting, larger);
            gone = Arrays.copyOf(gone, larger);
            // A note written to the old arrays in this moment is lost: the fan asks again.
            seenAt = Arrays.copyOf(seenAt, larger << 6);
            toldAt = Arrays.copyOf(toldAt, larger << 6);
        }
    }

    void setWaiting(long counter, boolean value) {
        set(waiting, counter, value);
    }

    void setGone(long counter, boolean value) {
        set(gone, counter, value);
    }

    private static void set(long[] bits, long counter, boolean value) {
        if (value) {
            bits[(int) (counter >>> 6)] |= 1L << counter;
        } else {
            bits[(int) (counter >>> 6)] &= ~(1L << counter);
        }
    }

    /** Computes the sums, after the last edit. */
    void sum() {
        before = new int[waiting.length];
        int sum = 0;
        for (int i = 0; i < waiting.length; i++) {
            before[i] = sum;
            sum += Long.bitCount(waiting[i]);
        }
        count = sum;
    }

    // ---- reading

    boolean isWaiting(long counter) {
        return has(waiting, counter);
    }

    boolean isGone(long counter) {
        return has(gone, counter);
    }

    private static boolean has(long[] bits, long counter) {
        int word = (int) (counter >>> 6);
        return word < bits.length && (bits[word] >>> counter & 1) == 1;
    }

    /** How many wait before this place. */
    long ahead(long counter) {
        int word = (int) (counter >>> 6);
        return word < waiting.length
                ? before[word] + Long.bitCount(waiting[word] & ((1L << counter) - 1))
                : count;
    }

    /** The place before which this many wait; there must be more. */
    long placeAt(long rank) {
        int word = Arrays.binarySearch(before, (int) rank);
        word = word < 0 ? -word - 2 : word;
        while (before[word] + Long.bitCount(waiting[word]) <= rank) {
            word++; // the search may find any of several words before which as many wait
        }
        long bits = waiting[word];
        for (long skip = rank - before[word]; skip > 0; skip--) {
            bits &= bits - 1;
        }
        return Place.of(epoch, ((long) word << 6) + Long.numberOfTrailingZeros(bits));
    }

    /** Hands over the first places that wait, in order; returns how many. */
    long forEachWaiting(long max, LongConsumer consumer) {
        long left = max;
        for (int word = 0; word < waiting.length && left > 0; word++) {
            long bits = waiting[word];
            while (bits != 0 && left > 0) {
                int bit = Long.numberOfTrailingZeros(bits);
                bits &= bits - 1;
                left--;
                consumer.accept(Place.of(epoch, ((long) word << 6) + bit));
            }
        }
        return max - left;
    }

    // ---- who was seen

    void seen(long counter, int nowSeconds) {
        int[] notes = seenAt;
        if (counter < notes.length) {
            notes[(int) counter] = nowSeconds;
        }
    }

    int seenAt(int counter) {
        return seenAt[counter];
    }

    /** Whether Redis should be told that this fan was seen; if so, notes that it is told now. */
    boolean tell(int counter, int nowSeconds, int againAfterSeconds) {
        boolean isDue =
                seenAt[counter] > toldAt[counter]
                        && nowSeconds - toldAt[counter] >= againAfterSeconds;
        if (isDue) {
            toldAt[counter] = nowSeconds;
        }
        return isDue;
    }

    void forgetSeen(long counter) {
        seenAt[(int) counter] = 0;
        toldAt[(int) counter] = 0;
    }

    /** Takes over the notes of an object that this one replaces. */
    void remember(EpochPlaces old) {
        if (old.epoch == epoch && old.seenAt.length <= seenAt.length) {
            System.arraycopy(old.seenAt, 0, seenAt, 0, old.seenAt.length);
            System.arraycopy(old.toldAt, 0, toldAt, 0, old.toldAt.length);
        }
    }
}
