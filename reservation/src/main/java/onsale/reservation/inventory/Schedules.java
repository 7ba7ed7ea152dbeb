package onsale.reservation.inventory;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Schedules in this node's memory. An entry older than a few seconds is read again. */
public final class Schedules {

    /** Bounds the memory: a seat takes about four bytes. */
    private static final long SEATS_MAX = 20_000_000;

    /** What a schedule weighs besides its seats. */
    private static final int SCHEDULE_WEIGHT = 200;

    private static final Duration READ_AGAIN_AFTER = Duration.ofSeconds(5);

    private final ScheduleLoader loader;
    private final LoadingCache<UUID, Entry> cache;

    private record Entry(Optional<Schedule> schedule) {

        int weight() {
            return SCHEDULE_WEIGHT + schedule.map(Schedule::seatCount).orElse(0);
        }
    }

    public Schedules(ScheduleLoader loader) {
        this.loader = loader;
        this.cache =
                Caffeine.newBuilder()
                        .maximumWeight(SEATS_MAX)
                        .weigher((UUID _, Entry entry) -> entry.weight())
                        .refreshAfterWrite(READ_AGAIN_AFTER)
                        .executor(Thread::startVirtualThread)
                        .build(new Loader());
    }

    /** The schedule, from memory or from the database. */
    public Optional<Schedule> find(UUID id) {
        Entry found = cache.get(id);
        if (found.schedule.isEmpty()) {
            cache.invalidate(id); // it may be about to come
        }
        return found.schedule;
    }

    /** The schedule if it is in memory; never asks the database. */
    public Optional<Schedule> known(UUID id) {
        Entry found = cache.getIfPresent(id);
        return found == null ? Optional.empty() : found.schedule;
    }

    /** Drops a schedule from memory, after the database has shown that it is old. */
    public void forget(UUID id) {
        cache.invalidate(id);
    }

    private final class Loader implements CacheLoader<UUID, Entry> {

        @Override
        public Entry load(UUID id) {
            return new Entry(loader.load(id, Optional.empty()));
        }

        @Override
        public Entry reload(UUID id, Entry old) {
            return new Entry(loader.load(id, old.schedule));
        }
    }
}
