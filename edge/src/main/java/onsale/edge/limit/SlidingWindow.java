package onsale.edge.limit;

/**
 * A sliding window over the requests of one client that this node let pass, in two counters.
 *
 * <p>The requests of the previous bucket count by the part of it that the window still covers, as
 * if they had come evenly. So in any span d, up to one window long, at most limit × (1 + d /
 * window) requests pass: a burst never exceeds the limit, a client that aims at the edges of
 * buckets gets less than twice the limit in one window, and in the long run no client gets more
 * than the limit.
 */
record SlidingWindow(long index, int current, int previous) {

    static final SlidingWindow EMPTY = new SlidingWindow(-1, 0, 0);

    record Step(SlidingWindow next, LimitDecision decision) {}

    /** Decides on one request and counts it if it passes. */
    Step take(Limit limit, long nowMillis) {
        long window = limit.windowMillis();
        SlidingWindow at = at(limit, nowMillis);
        long into = Math.max(0, nowMillis - at.index * window);
        double used = at.used(window, into);
        if (used + 1 > limit.requests()) {
            long wait = at.waitMillis(limit.requests(), window, into);
            return new Step(at, new LimitDecision(limit, false, 0, wait));
        }
        int left = (int) (limit.requests() - used - 1);
        return new Step(at.counted(), new LimitDecision(limit, true, left, window - into));
    }

    /** Returns the window now, without the requests that no longer count. */
    SlidingWindow at(Limit limit, long nowMillis) {
        return at(nowMillis / limit.windowMillis());
    }

    /** Returns the requests that count, completely or in part. */
    int requests() {
        return current + previous;
    }

    private SlidingWindow counted() {
        return new SlidingWindow(index, current + 1, previous);
    }

    private SlidingWindow at(long now) {
        if (now <= index) {
            return this; // a clock that went back does not give requests back
        }
        return new SlidingWindow(now, 0, now == index + 1 ? current : 0);
    }

    private double used(long window, long into) {
        return current + (double) previous * (window - into) / window;
    }

    private long waitMillis(int requests, long window, long into) {
        long wait = window - into;
        if (current + 1 <= requests) {
            double covered = (double) (requests - 1 - current) / previous;
            wait = (long) Math.ceil(window * (1 - covered)) - into;
        } else if (current > 0) {
            wait += (long) Math.ceil(window * (1 - (double) (requests - 1) / current));
        }
        return Math.max(1, wait);
    }
}
