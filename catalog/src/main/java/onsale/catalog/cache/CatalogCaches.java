package onsale.catalog.cache;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The caches of this node's catalogue, which forget together when something is changed here. */
public final class CatalogCaches {

    /** How late a fan hears of a change that was made on another node, or by the clock. */
    static final Duration FRESH = Duration.ofMillis(500);

    /** How long the last answer is served while the database is away. */
    static final Duration STALE = Duration.ofMinutes(10);

    private final MeterRegistry metrics;
    private final List<ReadCache<?, ?>> caches = new ArrayList<>();

    public CatalogCaches(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    /**
     * Makes a cache.
     *
     * @param name as metrics show it
     */
    public <K, V> ReadCache<K, V> make(String name, int entriesMax) {
        ReadCache<K, V> cache = new ReadCache<>(entriesMax, FRESH, STALE, System::nanoTime);
        caches.add(cache);
        count(cache, name, "hit", one -> one.counts().hits());
        count(cache, name, "load", one -> one.counts().loads());
        count(cache, name, "stale", one -> one.counts().stale());
        count(cache, name, "waited", one -> one.counts().waited());
        Gauge.builder("onsale_catalog_cache_entries", cache, ReadCache::size)
                .description("Answers of the catalogue in memory")
                .tag("cache", name)
                .register(metrics);
        return cache;
    }

    private void count(
            ReadCache<?, ?> cache,
            String name,
            String result,
            ToDoubleFunction<ReadCache<?, ?>> value) {
        FunctionCounter.builder("onsale_catalog_cache", cache, value)
                .description("Reads of the catalogue by what became of them")
                .tag("cache", name)
                .tag("result", result)
                .register(metrics);
    }

    /** Called when a change of this node has been committed. */
    public void invalidate() {
        caches.forEach(ReadCache::invalidate);
    }
}
