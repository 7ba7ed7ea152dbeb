package onsale.catalog;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import onsale.catalog.LayoutDocument.Packed;
import onsale.platform.Outages;
import org.jspecify.annotations.Nullable;

/**
 * Layouts ready to be sent. A layout never changes; whether fans may see it does, so one reader a
 * second asks the database again while all others are served from memory, also while it is away.
 */
final class Layouts {

    static final int LAYOUTS_MAX = 64;
    static final long LOOK_AGAIN_NANOS = 1_000_000_000L;

    /** As it is sent to those who take it packed, and to the others. */
    record Finished(String hash, byte[] packed, byte[] plain) {

        private static Finished of(Packed stored) {
            return new Finished(stored.hash(), stored.jsonGzip(), stored.plain());
        }
    }

    private static final class Entry {

        final ReentrantLock asking = new ReentrantLock();
        volatile @Nullable Finished layout;
        volatile long lookAgainAt;

        boolean isFinished() {
            return layout != null;
        }
    }

    private final Function<UUID, Optional<Packed>> visible;
    private final LongSupplier nanoTime;
    private final Map<UUID, Entry> entries = new ConcurrentHashMap<>();

    /**
     * @param visible asks the database
     */
    Layouts(Function<UUID, Optional<Packed>> visible, LongSupplier nanoTime) {
        this.visible = visible;
        this.nanoTime = nanoTime;
    }

    /** Nothing for what fans may not see. */
    Optional<Finished> find(UUID id) {
        Entry entry = entries.computeIfAbsent(id, _ -> new Entry());
        @Nullable Finished known = entry.layout;
        if (known == null) {
            entry.asking.lock(); // one asks, the rest wait
        } else if (nanoTime.getAsLong() - entry.lookAgainAt < 0 || !entry.asking.tryLock()) {
            return Optional.of(known);
        }
        try {
            return ask(id, entry);
        } finally {
            entry.asking.unlock();
        }
    }

    private Optional<Finished> ask(UUID id, Entry entry) {
        @Nullable Finished known = entry.layout;
        if (known != null && nanoTime.getAsLong() - entry.lookAgainAt < 0) {
            return Optional.of(known); // somebody asked meanwhile
        }
        Optional<Packed> stored;
        try {
            stored = visible.apply(id);
        } catch (RuntimeException e) {
            if (known == null || !Outages.isOutage(e)) {
                entries.remove(id, entry);
                throw e;
            }
            stored = Optional.of(new Packed(known.hash, known.packed));
        }
        if (stored.isEmpty()) {
            entries.remove(id, entry);
            return Optional.empty();
        }
        Finished layout =
                known != null && known.hash.equals(stored.get().hash())
                        ? known
                        : Finished.of(stored.get());
        entry.lookAgainAt = nanoTime.getAsLong() + LOOK_AGAIN_NANOS;
        entry.layout = layout;
        if (known == null) {
            makeRoom();
        }
        return Optional.of(layout);
    }

    /**
     * The one that was not asked for the longest goes first. Questions under way, for whatever ids
     * somebody makes up, drive nothing out.
     */
    private void makeRoom() {
        while (entries.values().stream().filter(Entry::isFinished).count() > LAYOUTS_MAX) {
            entries.entrySet().stream()
                    .filter(one -> one.getValue().isFinished())
                    .min(Comparator.comparingLong(one -> one.getValue().lookAgainAt))
                    .ifPresent(oldest -> entries.remove(oldest.getKey(), oldest.getValue()));
        }
    }

    int size() {
        return entries.size();
    }
}
