package onsale.catalog.layout;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import onsale.platform.Outages;
import org.jspecify.annotations.Nullable;

/**
 * Keeps layouts in memory, ready to be sent. A layout never changes, but whether fans may see it
 * does. So once a second one reader of a layout asks the database again, while all others are
 * answered from memory. While the database is unavailable all are answered from memory.
 */
public final class LayoutCache {

    static final int LAYOUTS_MAX = 64;
    static final long CHECK_EVERY_NANOS = 1_000_000_000L;

    /** A layout in both encodings. */
    record CachedLayout(String hash, byte[] packed, byte[] plain) {

        private static CachedLayout of(PackedLayout stored) {
            return new CachedLayout(stored.hash(), stored.jsonGzip(), stored.plain());
        }
    }

    private static final class Entry {

        final ReentrantLock loading = new ReentrantLock();
        volatile @Nullable CachedLayout layout;
        volatile long checkAgainAt;

        boolean isLoaded() {
            return layout != null;
        }
    }

    private final Function<UUID, Optional<PackedLayout>> visible;
    private final LongSupplier nanoTime;
    private final Map<UUID, Entry> entries = new ConcurrentHashMap<>();

    /**
     * Creates an empty cache.
     *
     * @param visible finds in the database the layout of a schedule that fans may see
     */
    public LayoutCache(Function<UUID, Optional<PackedLayout>> visible, LongSupplier nanoTime) {
        this.visible = visible;
        this.nanoTime = nanoTime;
    }

    /** Finds the layout of a schedule; empty if fans may not see it. */
    Optional<CachedLayout> find(UUID id) {
        Entry entry = entries.computeIfAbsent(id, _ -> new Entry());
        @Nullable CachedLayout known = entry.layout;
        if (known == null) {
            entry.loading.lock(); // one reader asks the database, the others wait
        } else if (nanoTime.getAsLong() - entry.checkAgainAt < 0 || !entry.loading.tryLock()) {
            return Optional.of(known);
        }
        try {
            return load(id, entry);
        } finally {
            entry.loading.unlock();
        }
    }

    private Optional<CachedLayout> load(UUID id, Entry entry) {
        @Nullable CachedLayout known = entry.layout;
        if (known != null && nanoTime.getAsLong() - entry.checkAgainAt < 0) {
            return Optional.of(known); // another reader has asked meanwhile
        }
        Optional<PackedLayout> stored;
        try {
            stored = visible.apply(id);
        } catch (RuntimeException e) {
            if (known == null || !Outages.isOutage(e)) {
                entries.remove(id, entry);
                throw e;
            }
            stored = Optional.of(new PackedLayout(known.hash, known.packed));
        }
        if (stored.isEmpty()) {
            entries.remove(id, entry);
            return Optional.empty();
        }
        CachedLayout layout =
                known != null && known.hash.equals(stored.get().hash())
                        ? known
                        : CachedLayout.of(stored.get());
        entry.checkAgainAt = nanoTime.getAsLong() + CHECK_EVERY_NANOS;
        entry.layout = layout;
        if (known == null) {
            evict();
        }
        return Optional.of(layout);
    }

    /**
     * Evicts the layout that was checked longest ago. Entries that are still being loaded do not
     * count, so requests for unknown ids do not evict cached layouts.
     */
    private void evict() {
        while (entries.values().stream().filter(Entry::isLoaded).count() > LAYOUTS_MAX) {
            entries.entrySet().stream()
                    .filter(one -> one.getValue().isLoaded())
                    .min(Comparator.comparingLong(one -> one.getValue().checkAgainAt))
                    .ifPresent(oldest -> entries.remove(oldest.getKey(), oldest.getValue()));
        }
    }

    int size() {
        return entries.size();
    }
}
