package onsale.catalog.cache;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import onsale.platform.Outages;
import org.jspecify.annotations.Nullable;

/**
 * Answers of the database that many fans ask for at once. Of each key one reader loads while the
 * others get the value before, and wait only if there is none. While the database is away the last
 * value is served, for some minutes. What does not exist is not kept, so that it is seen as soon as
 * it does.
 */
public final class ReadCache<K, V> {

    /** What a cache has done since the start. */
    public record Counts(long hits, long loads, long stale, long waited) {}

    private static final class Entry<V> {

        final ReentrantLock loading = new ReentrantLock();
        volatile @Nullable V value;
        volatile long loadedAt;

        /** Of the cache, when the value began to be loaded. */
        volatile long generation;
    }

    private final int entriesMax;
    private final long freshNanos;
    private final long staleNanos;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<K, Entry<V>> entries = new ConcurrentHashMap<>();
    private final LongAdder hits = new LongAdder();
    private final LongAdder loads = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder waited = new LongAdder();
    private volatile long generation;

    /**
     * Creates an empty cache.
     *
     * @param freshFor how long a value is served without asking again
     * @param staleFor how long it is served while the database is away
     */
    public ReadCache(int entriesMax, Duration freshFor, Duration staleFor, LongSupplier nanoTime) {
        this.entriesMax = entriesMax;
        this.freshNanos = freshFor.toNanos();
        this.staleNanos = staleFor.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Returns the value of a key; empty if there is none. */
    public Optional<V> get(K key, Function<K, Optional<V>> load) {
        Entry<V> entry = entries.computeIfAbsent(key, _ -> new Entry<>());
        @Nullable V known = entry.value;
        if (known != null && isFresh(entry)) {
            hits.increment();
            return Optional.of(known);
        }
        // what has changed on this node is never served as it was before
        boolean outdated = entry.generation != generation;
        if (known == null || outdated) {
            if (entry.loading.isLocked()) {
                waited.increment();
            }
            entry.loading.lock();
        } else if (!entry.loading.tryLock()) {
            stale.increment();
            return Optional.of(known);
        }
        try {
            return load(key, entry, load);
        } finally {
            entry.loading.unlock();
        }
    }

    private Optional<V> load(K key, Entry<V> entry, Function<K, Optional<V>> load) {
        @Nullable V known = entry.value;
        if (known != null && isFresh(entry)) {
            hits.increment(); // another reader has loaded it meanwhile
            return Optional.of(known);
        }
        long before = generation;
        Optional<V> loaded;
        try {
            loads.increment();
            loaded = load.apply(key);
        } catch (RuntimeException e) {
            if (known != null && Outages.isOutage(e) && age(entry) < staleNanos) {
                stale.increment();
                return Optional.of(known);
            }
            entries.remove(key, entry);
            throw e;
        }
        if (loaded.isEmpty()) {
            entries.remove(key, entry);
            return loaded;
        }
        entry.generation = before;
        entry.loadedAt = nanoTime.getAsLong();
        entry.value = loaded.get();
        if (entries.size() > entriesMax) {
            evict(key);
        }
        return loaded;
    }

    private boolean isFresh(Entry<V> entry) {
        return entry.generation == generation && age(entry) < freshNanos;
    }

    private long age(Entry<V> entry) {
        return nanoTime.getAsLong() - entry.loadedAt;
    }

    /** Everything is asked again before it is served once more; for changes made on this node. */
    public synchronized void invalidate() {
        generation++;
    }

    /** Makes room by dropping what is not fresh, and if that is not enough, anything. */
    private void evict(K kept) {
        entries.entrySet()
                .removeIf(one ->
                        !one.getKey().equals(kept)
                                && !one.getValue().loading.isLocked()
                                && !isFresh(one.getValue()));
        for (K key : entries.keySet()) {
            if (entries.size() <= entriesMax) {
                return;
            }
            if (!key.equals(kept)) {
                entries.remove(key);
            }
        }
    }

    public int size() {
        return entries.size();
    }

    public Counts counts() {
        return new Counts(hits.sum(), loads.sum(), stale.sum(), waited.sum());
    }
}
