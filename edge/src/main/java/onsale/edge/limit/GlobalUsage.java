package onsale.edge.limit;

/**
 * What all nodes together had used of one client's limit when Redis last reported it. From then on
 * it drains within one window, or at the limit per window if that takes longer, so that a client
 * waits for its whole excess. No clocks have to agree.
 *
 * @param used requests that Redis has counted, including those of this node
 * @param atMillis when Redis replied, by this node's clock
 */
record GlobalUsage(long used, long atMillis) {

    /**
     * Decides whether one more request is within the limit of all nodes together.
     *
     * @param since requests of this node that Redis has not counted yet
     */
    LimitDecision decide(Limit limit, int since, long nowMillis) {
        long elapsed = Math.max(0, nowMillis - atMillis);
        double total = used(limit, elapsed) + since;
        if (total + 1 > limit.requests()) {
            long room = Math.max(0, limit.requests() - 1 - since);
            return new LimitDecision(limit, false, 0, Math.max(1, drained(limit, room) - elapsed));
        }
        return new LimitDecision(
                limit, true, (int) (limit.requests() - total - 1), drained(limit, 0) - elapsed);
    }

    /** Whether everything has drained. */
    boolean isOver(Limit limit, long nowMillis) {
        return nowMillis - atMillis >= drained(limit, 0);
    }

    private double used(Limit limit, long elapsed) {
        return used - perWindow(limit) * (double) elapsed / limit.windowMillis();
    }

    /** Returns the milliseconds until only so many requests are left. */
    private long drained(Limit limit, long requests) {
        return (long)
                Math.ceil((used - requests) * (double) limit.windowMillis() / perWindow(limit));
    }

    private long perWindow(Limit limit) {
        return Math.max(1, Math.min(used, limit.requests()));
    }
}
