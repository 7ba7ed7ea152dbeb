package onsale.reservation.seatmap;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import onsale.platform.job.Loop;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.Schedules;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The seat maps that fans of this node look at. A few times a second each is brought up to date
 * from the gate's list of changes, or less often from the rows while the gate is unavailable. Fans
 * are answered from memory, and those who follow a map by a stream are told what changed.
 */
public final class SeatMaps implements AutoCloseable {

    /** The seats of all maps in memory; beyond it, maps are read for each request and not kept. */
    private static final long SEATS_MAX = 10_000_000;

    /** How many maps are brought up to date in one tick; the others follow in the next ticks. */
    private static final int AT_ONCE = 200;

    private static final Duration FORGET_AFTER = Duration.ofMinutes(1);
    private static final Duration ROWS_EVERY = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(SeatMaps.class);

    private final Schedules schedules;
    private final SeatMapReader reader;
    private final Map<UUID, WatchedSeats> watched = new ConcurrentHashMap<>();
    private final Loop loop;
    private int next;

    /**
     * Starts to keep the maps up to date, until it is closed.
     *
     * @param every how often the maps are brought up to date
     */
    public SeatMaps(Schedules schedules, SeatMapReader reader, Duration every) {
        this.schedules = schedules;
        this.reader = reader;
        this.loop = Loop.every(every, "seat-maps", this::refreshSome).start();
    }

    /** The map in memory, or null if nobody has asked for it lately. */
    @Nullable SeatMap known(UUID scheduleId) {
        @Nullable WatchedSeats found = watched(scheduleId);
        return found == null ? null : found.map();
    }

    /** The watched map, or null if nobody has asked for it lately. */
    @Nullable WatchedSeats watched(UUID scheduleId) {
        @Nullable WatchedSeats found = watched.get(scheduleId);
        if (found != null) {
            found.asked();
        }
        return found;
    }

    /** The map, read if need be, and kept up to date from then on. */
    public Optional<SeatMap> find(UUID scheduleId) {
        @Nullable SeatMap known = known(scheduleId);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Schedule> schedule = schedules.find(scheduleId);
        if (schedule.isEmpty()) {
            return Optional.empty();
        }
        SeatMap read = reader.read(schedule.get());
        if (seatsWatched() + schedule.get().seatCount() <= SEATS_MAX) {
            watched.putIfAbsent(
                    scheduleId, new WatchedSeats(read, schedule.get().inventoryVersion()));
        }
        return Optional.of(read);
    }

    private long seatsWatched() {
        return watched.values().stream().mapToLong(one -> one.map().seatCount()).sum();
    }

    private void refreshSome() {
        List<Map.Entry<UUID, WatchedSeats>> all = List.copyOf(watched.entrySet());
        int count = Math.min(all.size(), AT_ONCE);
        for (int i = 0; i < count; i++) {
            Map.Entry<UUID, WatchedSeats> one = all.get((next + i) % all.size());
            refresh(one.getKey(), one.getValue());
        }
        next = all.isEmpty() ? 0 : (next + count) % all.size();
    }

    private void refresh(UUID id, WatchedSeats seats) {
        if (seats.isUnwatchedFor(FORGET_AFTER)) {
            forget(id, seats);
            return;
        }
        try {
            Optional<Schedule> found = schedules.find(id);
            if (found.isEmpty()) {
                forget(id, seats);
                return;
            }
            Schedule schedule = found.get();
            if (schedule.inventoryVersion() != seats.inventoryVersion()) {
                seats.replaced(reader.read(schedule), schedule.inventoryVersion());
            } else {
                follow(schedule, seats);
            }
        } catch (RuntimeException e) {
            LOG.warn("The seat map of {} is not fresh: {}", id, e.toString());
        }
    }

    private void forget(UUID id, WatchedSeats seats) {
        watched.remove(id);
        seats.topic().end();
    }

    private void follow(Schedule schedule, WatchedSeats seats) {
        switch (reader.changesSince(schedule, seats.map())) {
            case SeatGate.Changes.Since since ->
                    seats.changed(seats.map().with(since.version(), since.changes()));
            case SeatGate.Changes.TooMany _ -> seats.replaced(reader.read(schedule));
            case SeatGate.Changes.Unavailable _ -> {
                if (!seats.wereRowsReadWithin(ROWS_EVERY)) {
                    seats.replacedFromRows(reader.readRows(schedule));
                }
            }
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
