package onsale.reservation;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Schedules in this node's memory. What is older than a few seconds is looked at again. */
final class Schedules {

    private static final int SCHEDULES_MAX = 500;
    private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(5);

    private final InventoryStore store;
    private final LoadingCache<UUID, Entry> cache;

    private record Entry(Optional<Schedule> schedule) {}

    Schedules(InventoryStore store) {
        this.store = store;
        this.cache =
                Caffeine.newBuilder()
                        .maximumSize(SCHEDULES_MAX)
                        .refreshAfterWrite(LOOK_AGAIN_AFTER)
                        .executor(Thread::startVirtualThread)
                        .build(new Loader());
    }

    Optional<Schedule> find(UUID id) {
        Entry found = cache.get(id);
        if (found.schedule.isEmpty()) {
            cache.invalidate(id); // it may be about to come
        }
        return found.schedule;
    }

    /** Without a look at the database. */
    Optional<Schedule> known(UUID id) {
        Entry found = cache.getIfPresent(id);
        return found == null ? Optional.empty() : found.schedule;
    }

    /** After the database said that what we know is old. */
    void forget(UUID id) {
        cache.invalidate(id);
    }

    private final class Loader implements CacheLoader<UUID, Entry> {

        @Override
        public Entry load(UUID id) {
            return new Entry(store.load(id, Optional.empty()));
        }

        @Override
        public Entry reload(UUID id, Entry old) {
            return new Entry(store.load(id, old.schedule));
        }
    }
}
