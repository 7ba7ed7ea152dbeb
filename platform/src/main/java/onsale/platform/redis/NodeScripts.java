package onsale.platform.redis;

import io.lettuce.core.RedisURI;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import onsale.platform.redis.ScriptLoader.Loaded;
import org.jspecify.annotations.Nullable;

/**
 * What is loaded into the process behind one node. However many calls find a text missing, it is
 * loaded once at a time.
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
     * Something that has the script and is not what the process has just refused. All scripts seen
     * so far are loaded together: after a restart every one of them is missing.
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
