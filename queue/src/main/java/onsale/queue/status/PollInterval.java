package onsale.queue.status;

/** How long a fan waits before asking again, in milliseconds. */
final class PollInterval {

    static final long MILLIS_MIN = 2_000;
    static final long MILLIS_MAX = 15_000;

    private static final long RESTORING_MILLIS = 3_000;

    private PollInterval() {}

    /** A tenth of the time to wait, so that fans far from the front ask less often. */
    static long ofWaiting(long etaSeconds, long ahead, long number) {
        long wanted =
                etaSeconds != QueueAnswer.UNKNOWN ? etaSeconds * 100 : MILLIS_MIN + ahead * 10;
        return spread(Math.clamp(wanted, MILLIS_MIN, MILLIS_MAX - 1_000), number);
    }

    static long ofRestoring(long number) {
        return spread(RESTORING_MILLIS, number);
    }

    static long ofLobby(long millisLeft) {
        return Math.clamp(millisLeft, MILLIS_MIN, MILLIS_MAX);
    }

    /** Adds up to a sixteenth, so that fans who entered together do not ask together. */
    private static long spread(long millis, long number) {
        return millis + millis * (number & 15) / 256;
    }
}
