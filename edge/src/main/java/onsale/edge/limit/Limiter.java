package onsale.edge.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaScript;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits of all nodes together, in one round trip to Redis however many apply to a call. When Redis
 * is away or slow the node decides alone by the same numbers: a client of n nodes then gets up to n
 * times as much, and nobody is refused or let through for Redis's sake.
 */
public final class Limiter {

    private static final Logger LOG = LoggerFactory.getLogger(Limiter.class);
    private static final LuaScript SLIDING = LuaScript.unguarded(Limiter.class, "sliding.lua");

    /** After a failure nobody waits for Redis for so long. */
    private static final Duration ALONE_FOR = Duration.ofSeconds(1);

    private final @Nullable Lua lua;
    private final LocalLimiter local;
    private final Duration redisWithin;
    private final AtomicLong aloneUntilNanos = new AtomicLong(System.nanoTime());

    /** Without Lua the node is always alone. */
    public Limiter(@Nullable Lua lua, LocalLimiter local, Duration redisWithin) {
        this.lua = lua;
        this.local = local;
        this.redisWithin = redisWithin;
    }

    /** One limit that applies to a call. */
    public record Claim(String key, Limit limit) {}

    /** Of several claims the verdict that stops the client first. */
    public Verdict take(List<Claim> claims) {
        if (lua == null || System.nanoTime() - aloneUntilNanos.get() < 0) {
            return alone(claims);
        }
        List<CompletableFuture<LuaReply>> replies = new ArrayList<>();
        for (Claim claim : claims) { // all are on their way before the first answers
            replies.add(ask(lua, claim).toCompletableFuture());
        }
        try {
            CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
                    .get(redisWithin.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            aloneUntilNanos.set(System.nanoTime() + ALONE_FOR.toNanos());
            LOG.warn(
                    "Limits are this node's own for {} ms: {}", ALONE_FOR.toMillis(), e.toString());
            return alone(claims);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return alone(claims);
        }
        @Nullable Verdict tightest = null;
        for (int i = 0; i < claims.size(); i++) {
            Verdict verdict = verdict(claims.get(i), replies.get(i).join());
            tightest = tightest == null ? verdict : tightest.tighter(verdict);
        }
        return required(tightest);
    }

    private static CompletableFuture<LuaReply> ask(Lua lua, Claim claim) {
        return lua.runAsync(
                        SLIDING,
                        List.of(claim.key()),
                        List.of(
                                Integer.toString(claim.limit().calls()),
                                Long.toString(claim.limit().window().toMillis())))
                .toCompletableFuture();
    }

    private Verdict verdict(Claim claim, LuaReply reply) {
        if (!(reply instanceof LuaReply.Values values)) {
            throw new IllegalStateException("an unguarded script answered " + reply);
        }
        boolean allowed = values.number(0) == 1;
        if (allowed) {
            local.note(claim.key(), claim.limit());
        }
        return new Verdict(
                claim.limit(),
                allowed,
                Math.toIntExact(values.number(1)),
                Duration.ofMillis(values.number(2)));
    }

    private Verdict alone(List<Claim> claims) {
        @Nullable Verdict tightest = null;
        for (Claim claim : claims) {
            Verdict verdict = local.take(claim.key(), claim.limit());
            tightest = tightest == null ? verdict : tightest.tighter(verdict);
        }
        return required(tightest);
    }

    private static Verdict required(@Nullable Verdict verdict) {
        if (verdict == null) {
            throw new IllegalArgumentException("no claim");
        }
        return verdict;
    }
}
