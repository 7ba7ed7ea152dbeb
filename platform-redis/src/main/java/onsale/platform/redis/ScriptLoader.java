package onsale.platform.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Loads scripts into a server process together with the run id of that process. Both use one
 * connection that cannot outlive the process, so a script never gets the run id of another process.
 */
final class ScriptLoader {

    /** Older versions replicated loaded scripts, and the guard relies on their not doing so. */
    private static final int REDIS_VERSION_MIN = 7;

    private final Redis redis;

    ScriptLoader(Redis redis) {
        this.redis = redis;
    }

    /** The scripts that were loaded into one process at one time; compared by identity. */
    static final class Loaded {

        private final Map<LuaScript, String> shas;

        private Loaded(Map<LuaScript, String> shas) {
            this.shas = Map.copyOf(shas);
        }

        boolean has(LuaScript script) {
            return shas.containsKey(script);
        }

        String sha(LuaScript script) {
            String sha = shas.get(script);
            if (sha == null) {
                throw new IllegalStateException(script + " is not loaded");
            }
            return sha;
        }
    }

    CompletableFuture<Loaded> load(RedisURI address, Set<LuaScript> scripts) {
        return redis.connectOnce(address)
                .thenCompose(connection ->
                        load(connection.async(), List.copyOf(scripts))
                                .whenComplete((loaded, failure) -> close(connection)));
    }

    private static void close(StatefulRedisConnection<String, String> connection) {
        CompletableFuture<Void> _ = connection.closeAsync(); // nothing depends on when
    }

    private static CompletableFuture<Loaded> load(
            RedisAsyncCommands<String, String> process, List<LuaScript> scripts) {
        return process.info("server")
                .toCompletableFuture()
                .thenCompose(info -> load(process, scripts, runId(info)));
    }

    private static CompletableFuture<Loaded> load(
            RedisAsyncCommands<String, String> process, List<LuaScript> scripts, String runId) {
        List<CompletableFuture<String>> shas =
                scripts.stream().map(script -> load(process, script, runId)).toList();
        return CompletableFuture.allOf(shas.toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    Map<LuaScript, String> byScript = new HashMap<>();
                    for (int i = 0; i < scripts.size(); i++) {
                        byScript.put(scripts.get(i), shas.get(i).join());
                    }
                    return new Loaded(byScript);
                });
    }

    private static CompletableFuture<String> load(
            RedisAsyncCommands<String, String> process, LuaScript script, String runId) {
        return process.scriptLoad(script.textFor(runId))
                .toCompletableFuture()
                .exceptionallyCompose(failure ->
                        CompletableFuture.failedFuture(
                                new IllegalStateException(
                                        "cannot load %s: %s"
                                                .formatted(script, failure.getMessage()),
                                        failure)));
    }

    private static String runId(String info) {
        String version = field(info, "redis_version");
        if (Integer.parseInt(version.substring(0, version.indexOf('.'))) < REDIS_VERSION_MIN) {
            throw new IllegalStateException(
                    "Redis %s is too old: %d or newer is needed"
                            .formatted(version, REDIS_VERSION_MIN));
        }
        String runId = field(info, "run_id");
        // Some proxies replace it by a constant, which would make all processes look the same.
        if (!runId.matches("[0-9a-f]{40}") || runId.chars().distinct().count() == 1) {
            throw new IllegalStateException("Redis has an unusable run_id: " + runId);
        }
        return runId;
    }

    private static String field(String info, String name) {
        return info.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Redis does not report its " + name));
    }
}
