package onsale.edge.limit;

import java.time.Duration;
import onsale.platform.redis.Lua;
import org.jspecify.annotations.Nullable;

/**
 * Limits of all nodes together. A node decides at once from its memory, without I/O and without
 * waiting, so an event loop may use it. The requests that it let pass are synchronized with the
 * other nodes through Redis in the background ({@code sync-every}).
 *
 * <p>A request passes if this node's own window has room ({@link SlidingWindow}) and, where Redis
 * has reported the usage of all nodes, that has room too ({@link GlobalUsage}). A client that has
 * used at most an eighth of its limit on this node is not synchronized: ordinary fans cost Redis
 * nothing.
 *
 * <p>Guarantees, for windows longer than the synchronization interval s:
 *
 * <ul>
 *   <li>On one node, in any span d up to one window, at most limit × (1 + d / window) requests
 *       pass.
 *   <li>A client that spreads requests over n nodes gets in addition at most what it sends to the
 *       other nodes within one interval. Whatever it tries, at most limit × (n × (1 + s / window) +
 *       d / window) of the synchronized requests pass in any span d: the excess over the limit is
 *       carried over (sliding.lua), and a node that knows of it lets nothing pass until the excess
 *       has drained at the limit per window.
 *   <li>So in the long run the limit passes, plus at most n / 8 of it that is never synchronized
 *       because the client stays below the eighth on every node.
 * </ul>
 *
 * <p>Why the bound is n limits: let R be what Redis counts, draining at the limit L per window, and
 * order the nodes by their last report, the latest first. Then the k-th knows of at least R - (k -
 * 1) L, drained likewise. It may add at most L less what it knows of, so R becomes at most k L, the
 * node becomes the first, and the order still holds for all. Hence R never exceeds n L.
 *
 * <p>While Redis is away or slow, nothing is synchronized and each node decides alone by the same
 * limits: a client of n nodes then gets up to n times as much.
 */
public final class Limiter implements AutoCloseable {

    /** The part of a limit that a node gives out without synchronizing it: 1 / UNSYNCHRONIZED. */
    private static final int UNSYNCHRONIZED = 8;

    private final LocalLimiter local;
    private final @Nullable LimitSync sync;

    /** Synchronizes with the other nodes until closed. Without Lua the node decides alone. */
    public Limiter(@Nullable Lua lua, LocalLimiter local, Duration syncEvery) {
        this(local, lua == null ? null : new LimitSync(lua, local));
        if (sync != null) {
            sync.start(syncEvery);
        }
    }

    Limiter(LocalLimiter local, @Nullable LimitSync sync) {
        this.local = local;
        this.sync = sync;
    }

    /**
     * Decides on a request and counts it unless it is refused.
     *
     * @param key of the client and the limit, also in Redis: {@code rate:{…}}
     */
    public LimitDecision take(String key, Limit limit) {
        LimitDecision decision = local.take(key, limit);
        if (sync != null && decision.allowed()) {
            int used = limit.requests() - decision.left(); // rounded up
            if (used > limit.requests() / UNSYNCHRONIZED) {
                sync.markDue(key, limit);
            }
        }
        return decision;
    }

    /** Returns what {@link #take} would decide, without counting the request. */
    public LimitDecision peek(String key, Limit limit) {
        return local.peek(key, limit);
    }

    @Override
    public void close() {
        if (sync != null) {
            sync.close();
        }
    }
}
