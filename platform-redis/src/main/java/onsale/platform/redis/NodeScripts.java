package onsale.platform.redis;

import io.lettuce.core.RedisURI;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import onsale.platform.redis.ScriptLoader.Loaded;
import org.jspecify.annotations.Nullable;

/**
 * The scripts that are loaded into the process behind one node. When many calls find a script
 * missing, one of them loads it and the others wait for that.
 */
final class NodeScripts {

    private final ScriptLoader loader;
    private final Set<LuaScript> known = new HashSet<>();
    private CompletableFuture<Loaded> loading = new CompletableFuture<>();
    private Set<LuaScript> asked = Set.of();

    NodeScripts(ScriptLoader loader) {
        this.loader = loader;
        loading.cancel(false);
    }

    /**
     * Returns loaded scripts that include this one and are not those the process has just refused.
     * All scripts used so far are loaded together, because after a restart all are missing.
     */
    synchronized CompletableFuture<Loaded> having(
            LuaScript script, RedisURI address, @Nullable Loaded refused) {
        boolean useful =
                loading.isDone()
                        ? !loading.isCompletedExceptionally()
                                && loading.join() != refused
                                && loading.join().has(script)
                        : asked.contains(script);
        if (!useful) {
            known.add(script);
            Set<LuaScript> wanted = Set.copyOf(known);
            asked = wanted;
            loading =
                    loading.handle((before, failure) -> wanted)
                            .thenCompose(scripts -> loader.load(address, scripts));
        }
        return loading;
    }
}
