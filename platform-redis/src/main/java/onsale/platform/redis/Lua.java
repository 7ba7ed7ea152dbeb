package onsale.platform.redis;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.platform.redis.Nodes.Node;
import onsale.platform.redis.ScriptLoader.Loaded;
import onsale.platform.trace.Tracing;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts, and makes guarded ones do nothing in a Redis that has lost data.
 *
 * <p>The text of a guarded script contains the {@code run_id} of the server process it is loaded
 * into, and compares it with the incarnation key. Redis neither saves nor replicates loaded texts,
 * so every new process, after a restart or on another server, first answers NOSCRIPT. The text that
 * is loaded then has the new run id, which the key lacks until {@link Incarnation} has put it
 * there. A process that lost its keys without ending lacks the key itself.
 *
 * <p>No call is sent twice unless Redis said that it did not execute it. A call without a reply
 * ends with a {@link LuaException}, whose type says what is known.
 */
public final class Lua {

    /** One call may meet both a slot that moved and a new process. */
    private static final int RETRIES_MAX = 2;

    private final Redis redis;
    private final ScriptLoader loader;
    private final Duration replyWithin;
    private final Map<String, NodeScripts> scripts = new ConcurrentHashMap<>();

    public Lua(Redis redis) {
        this.redis = redis;
        loader = new ScriptLoader(redis);
        // Each step has a shorter limit of its own; this bounds the unforeseen.
        replyWithin =
                redis.commandTimeout()
                        .plus(redis.connectWithin())
                        .multipliedBy(2 * (RETRIES_MAX + 1));
    }

    private record Call(LuaScript script, List<String> keys, List<String> args) {}

    private record Ready(Node node, Loaded loaded) {}

    /**
     * Runs a script. The stage completes on a thread of the connection, so dependent stages must
     * not block. It fails only with a {@link LuaException}; wrong keys throw an {@link
     * IllegalArgumentException} at once.
     */
    public CompletionStage<LuaReply> runAsync(
            LuaScript script, List<String> keys, List<String> args) {
        script.checkKeys(keys);
        Tracing.Call traced = Tracing.call("script " + script, "redis");
        CompletableFuture<LuaReply> reply =
                attempt(new Call(script, keys, args), RETRIES_MAX, null);
        return traced.isRecorded()
                ? reply.whenComplete((_, failure) -> traced.end(failure))
                : reply;
    }

    public LuaReply run(LuaScript script, List<String> keys, List<String> args) {
        CompletableFuture<LuaReply> reply = runAsync(script, keys, args).toCompletableFuture();
        try {
            return reply.get(replyWithin.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof LuaException failure
                    ? failure
                    : new LuaException.Unknown(script, e);
        } catch (TimeoutException e) {
            throw new LuaException.Unknown(script, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LuaException.Unknown(script, e);
        }
    }

    private CompletableFuture<LuaReply> attempt(Call call, int retries, @Nullable Loaded refused) {
        return redis.owning(call.keys().getFirst())
                .thenCompose(node -> ready(node, call.script(), refused))
                .thenCompose(ready -> send(call, ready, retries))
                .exceptionallyCompose(
                        failure -> afterLoading(call, retries, refused, unwrap(failure)));
    }

    /** Decides after a failed load, which has not executed the script. */
    private CompletableFuture<LuaReply> afterLoading(
            Call call, int retries, @Nullable Loaded refused, Throwable failure) {
        if (failure instanceof LuaException) {
            return CompletableFuture.failedFuture(failure); // from the call itself
        }
        boolean broke =
                failure instanceof RedisException && !(failure instanceof RedisConnectionException);
        return broke && retries > 0
                ? attempt(call, retries - 1, refused)
                : CompletableFuture.failedFuture(
                        new LuaException.NotExecuted(call.script(), failure));
    }

    private CompletableFuture<Ready> ready(Node node, LuaScript script, @Nullable Loaded refused) {
        return scripts.computeIfAbsent(node.id(), id -> new NodeScripts(loader))
                .having(script, node.address(), refused)
                .thenApply(loaded -> new Ready(node, loaded));
    }

    private CompletableFuture<LuaReply> send(Call call, Ready ready, int retries) {
        EvalCommand command =
                new EvalCommand(ready.loaded().sha(call.script()), call.keys(), call.args());
        try {
            ready.node().connection().dispatch(command);
        } catch (RuntimeException e) {
            command.completeExceptionally(e);
        }
        return command.thenApply(reply -> LuaReply.of(call.script(), reply))
                .exceptionallyCompose(
                        failure -> afterFailure(call, ready, retries, command, unwrap(failure)));
    }

    private CompletableFuture<LuaReply> afterFailure(
            Call call, Ready ready, int retries, EvalCommand command, Throwable failure) {
        if (retries > 0 && failure instanceof RedisNoScriptException) {
            return attempt(call, retries - 1, ready.loaded());
        }
        if (retries > 0 && LuaException.code(failure).equals("MOVED")) {
            return redis.refresh()
                    .handle((done, refused) -> call)
                    .thenCompose(again -> attempt(again, retries - 1, null));
        }
        return CompletableFuture.failedFuture(LuaException.of(call.script(), command, failure));
    }

    private static Throwable unwrap(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
    }
}
