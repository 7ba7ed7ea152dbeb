package onsale.edge.limit;

import java.time.Duration;

/**
 * The state of one window: two counters, whatever the limit. The same arithmetic as sliding.lua.
 *
 * <p>The calls of the previous bucket count by the part of it that the window still covers, as if
 * they had come evenly. So in any span d, up to one window long, at most limit × (1 + d / window)
 * calls pass: a burst never exceeds the limit, who plays with the edges of buckets gets less than
 * twice the limit in one window, and in the long run nobody gets more than the limit.
 */
record SlidingWindow(long index, int current, int previous) {

    static final SlidingWindow EMPTY = new SlidingWindow(-1, 0, 0);

    record Step(SlidingWindow next, Verdict verdict) {}

    /** One call, if it may pass. */
    Step take(Limit limit, long nowMillis) {
        long window = limit.window().toMillis();
        SlidingWindow at = at(nowMillis / window);
        long into = Math.max(0, nowMillis - at.index * window);
        double used = at.used(window, into);
        if (used + 1 > limit.calls()) {
            Duration wait = Duration.ofMillis(at.waitMillis(limit.calls(), window, into));
            return new Step(at, new Verdict(limit, false, 0, wait));
        }
        int left = (int) (limit.calls() - used - 1);
        return new Step(
                at.counted(), new Verdict(limit, true, left, Duration.ofMillis(window - into)));
    }

    /** A call that passed by somebody else's decision. */
    SlidingWindow note(Limit limit, long nowMillis) {
        return at(nowMillis / limit.window().toMillis()).counted();
    }

    private SlidingWindow counted() {
        return new SlidingWindow(index, current + 1, previous);
    }

    private SlidingWindow at(long now) {
        if (now <= index) {
            return this; // a clock that went back does not give calls back
        }
        return new SlidingWindow(now, 0, now == index + 1 ? current : 0);
    }

    private double used(long window, long into) {
        return current + (double) previous * (window - into) / window;
    }

    private long waitMillis(int calls, long window, long into) {
        long wait = window - into;
        if (current + 1 <= calls) {
            double covered = (double) (calls - 1 - current) / previous;
            wait = (long) Math.ceil(window * (1 - covered)) - into;
        } else if (current > 0) {
            wait += (long) Math.ceil(window * (1 - (double) (calls - 1) / current));
        }
        return Math.max(1, wait);
    }
}
