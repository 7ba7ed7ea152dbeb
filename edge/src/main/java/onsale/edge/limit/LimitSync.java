package onsale.edge.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.platform.job.Loop;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaException;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaScript;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the requests that this node let pass to Redis, and learns what all nodes have used. One
 * round ends before the next begins, so no request is reported twice. No request waits for it.
 *
 * <p>Between two rounds at most {@link #KEYS_MAX} keys are marked as due, in the order they come.
 * The busiest clients come first after each round, so the keys that matter most are the likeliest
 * to be synchronized. The requests of the others stay unreported, and their next request marks them
 * again.
 */
final class LimitSync implements AutoCloseable {

    /** Keys in one round: with four rounds a second, at most 8,000 short scripts a second. */
    static final int KEYS_MAX = 2_000;

    private static final Logger LOG = LoggerFactory.getLogger(LimitSync.class);
    private static final LuaScript SLIDING = LuaScript.unguarded(LimitSync.class, "sliding.lua");
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    /** A last bound: each reply normally comes or fails before. */
    private static final Duration REPLIES_WITHIN = Duration.ofSeconds(30);

    private final Lua lua;
    private final LocalLimiter local;
    private final Map<String, Limit> due = new ConcurrentHashMap<>();
    private boolean alone;
    private @Nullable Loop loop;

    private record Report(
            String key, Limit limit, int requests, CompletableFuture<LuaReply> reply) {}

    /**
     * The result of one round.
     *
     * @param keys that were reported
     * @param failure the last one, null if all succeeded
     */
    record Round(int keys, @Nullable Exception failure) {}

    LimitSync(Lua lua, LocalLimiter local) {
        this.lua = lua;
        this.local = local;
    }

    void start(Duration every) {
        loop = new Loop("limits", () -> isSynced() ? every : AFTER_FAILURE).start();
    }

    /** Has the next round report this key. Never blocks. */
    void markDue(String key, Limit limit) {
        if (!due.containsKey(key) && due.size() < KEYS_MAX) {
            due.put(key, limit);
        }
    }

    int dueCount() {
        return due.size();
    }

    private boolean isSynced() throws InterruptedException {
        try {
            return sync().failure() == null;
        } catch (RuntimeException e) {
            LOG.error("A round of synchronizing limits failed", e);
            return false;
        }
    }

    /** Runs one round. */
    Round sync() throws InterruptedException {
        List<Report> reports = send();
        long deadline = System.nanoTime() + REPLIES_WITHIN.toNanos();
        @Nullable Exception failure = null;
        for (Report report : reports) {
            @Nullable Exception failed = receive(report, deadline - System.nanoTime());
            failure = failed == null ? failure : failed;
        }
        if (!reports.isEmpty()) {
            logChange(failure);
        }
        return new Round(reports.size(), failure);
    }

    /** Sends all reports without waiting for a reply. */
    private List<Report> send() {
        List<Report> reports = new ArrayList<>();
        Iterator<Map.Entry<String, Limit>> entries = due.entrySet().iterator();
        while (entries.hasNext() && reports.size() < KEYS_MAX) {
            Map.Entry<String, Limit> entry = entries.next();
            String key = entry.getKey();
            Limit limit = entry.getValue();
            entries.remove(); // before counting, so that a later request marks the key again
            int requests = local.unreported(key, limit);
            if (requests > 0) {
                reports.add(new Report(key, limit, requests, run(key, limit, requests)));
            }
        }
        return reports;
    }

    private CompletableFuture<LuaReply> run(String key, Limit limit, int requests) {
        return lua.runAsync(
                        SLIDING,
                        List.of(key),
                        List.of(
                                Integer.toString(limit.requests()),
                                Long.toString(limit.windowMillis()),
                                Integer.toString(requests)))
                .toCompletableFuture();
    }

    private @Nullable Exception receive(Report report, long withinNanos)
            throws InterruptedException {
        try {
            LuaReply reply = report.reply.get(withinNanos, TimeUnit.NANOSECONDS);
            if (!(reply instanceof LuaReply.Values values)) {
                throw new IllegalStateException("an unguarded script replied " + reply);
            }
            local.reported(report.key, report.requests, values.number(0));
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LuaException.NotExecuted) {
                markDue(report.key, report.limit);
            } else {
                local.maybeReported(report.key, report.requests);
            }
            return e;
        } catch (TimeoutException e) {
            local.maybeReported(report.key, report.requests);
            return e;
        }
    }

    private void logChange(@Nullable Exception failure) {
        if (failure != null && !alone) {
            LOG.warn("Limits apply to this node alone until Redis replies: {}", failure.toString());
        } else if (failure == null && alone) {
            LOG.info("Limits apply to all nodes together again");
        }
        alone = failure != null;
    }

    @Override
    public void close() {
        if (loop != null) {
            loop.close();
        }
    }
}
