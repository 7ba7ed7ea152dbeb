package onsale.reservation;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import onsale.platform.db.Database;
import onsale.platform.redis.LuaException;
import onsale.reservation.ReservationStore.Owned;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The seat maps that fans of this node look at. A few times a second each is brought up to date
 * from the gate's list of changes; while the gate is closed, from the rows, less often. Who asks is
 * answered from memory.
 */
final class SeatMaps implements AutoCloseable {

    private static final int MAPS_MAX = 200;
    private static final Duration FORGET_AFTER = Duration.ofMinutes(1);
    private static final Duration ROWS_EVERY = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(SeatMaps.class);

    private final Schedules schedules;
    private final SeatGate gate;
    private final ReservationStore reservations;
    private final Database database;
    private final Map<UUID, Watched> watched = new ConcurrentHashMap<>();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;

    private static final class Watched {
        volatile SeatMap map;
        volatile long askedNanos = System.nanoTime();
        volatile int inventoryVersion;
        volatile long rowsReadNanos;

        Watched(SeatMap map, int inventoryVersion) {
            this.map = map;
            this.inventoryVersion = inventoryVersion;
        }
    }

    SeatMaps(
            Schedules schedules,
            SeatGate gate,
            ReservationStore reservations,
            Database database,
            Duration every) {
        this.schedules = schedules;
        this.gate = gate;
        this.reservations = reservations;
        this.database = database;
        this.thread = Thread.ofVirtual().name("seat-maps").start(() -> refreshUntilStopped(every));
    }

    /** From memory, or null if nobody has asked for it lately. */
    @Nullable SeatMap known(UUID scheduleId) {
        Watched found = watched.get(scheduleId);
        if (found == null) {
            return null;
        }
        found.askedNanos = System.nanoTime();
        return found.map;
    }

    /** Reads it if need be, and keeps it up to date from now on. */
    Optional<SeatMap> find(UUID scheduleId) {
        @Nullable SeatMap known = known(scheduleId);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Schedule> schedule = schedules.find(scheduleId);
        if (schedule.isEmpty()) {
            return Optional.empty();
        }
        SeatMap read = readAll(schedule.get());
        if (watched.size() < MAPS_MAX) {
            watched.putIfAbsent(scheduleId, new Watched(read, schedule.get().inventoryVersion()));
        }
        return Optional.of(read);
    }

    private void refreshUntilStopped(Duration every) {
        try {
            while (!stopping.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
                watched.forEach(this::refresh);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void refresh(UUID id, Watched entry) {
        if (System.nanoTime() - entry.askedNanos > FORGET_AFTER.toNanos()) {
            watched.remove(id);
            return;
        }
        try {
            Optional<Schedule> schedule = schedules.find(id);
            if (schedule.isEmpty()) {
                watched.remove(id);
            } else if (schedule.get().inventoryVersion() != entry.inventoryVersion) {
                entry.map = readAll(schedule.get());
                entry.inventoryVersion = schedule.get().inventoryVersion();
            } else {
                follow(schedule.get(), entry);
            }
        } catch (RuntimeException e) {
            LOG.warn("The seat map of {} is not fresh: {}", id, e.toString());
        }
    }

    private void follow(Schedule schedule, Watched entry) {
        SeatGate.Changes changes;
        try {
            changes = gate.changesSince(schedule.id(), entry.map.version());
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            changes = new SeatGate.Changes.Closed();
        }
        switch (changes) {
            case SeatGate.Changes.Since since ->
                    entry.map = entry.map.with(since.version(), since.changes());
            case SeatGate.Changes.TooMany _ -> entry.map = readAll(schedule);
            case SeatGate.Changes.Closed _ -> {
                long now = System.nanoTime();
                if (now - entry.rowsReadNanos > ROWS_EVERY.toNanos()) {
                    SeatMap rows = readRows(schedule);
                    // After a second loss within a minute the gate's version is ahead of time.
                    entry.map = rows.atLeast(entry.map.version() + 1);
                    entry.rowsReadNanos = now;
                }
            }
        }
    }

    private SeatMap readAll(Schedule schedule) {
        Optional<SeatGate.All> all;
        try {
            all = gate.all(schedule.id());
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            all = Optional.empty();
        }
        return all.map(read -> readGate(schedule, read)).orElseGet(() -> readRows(schedule));
    }

    private static SeatMap readGate(Schedule schedule, SeatGate.All all) {
        byte[] states = new byte[schedule.seatCount()];
        for (SeatGate.Entry entry : all.entries()) {
            if (entry.ordinal() < states.length) {
                states[entry.ordinal()] =
                        (byte)
                                (entry.isSold()
                                        ? SeatMap.SOLD
                                        : entry.untilMillis() > all.nowMillis()
                                                ? SeatMap.HELD
                                                : SeatMap.AVAILABLE);
            }
        }
        return SeatMap.of(all.version(), states);
    }

    /** Its version is the time: the gate's first one after it is greater, see refill.lua. */
    private SeatMap readRows(Schedule schedule) {
        byte[] states = new byte[schedule.seatCount()];
        Instant now = database.now();
        for (Owned seat : reservations.owned(schedule.id())) {
            states[seat.ordinal()] = (byte) (seat.sold() ? SeatMap.SOLD : SeatMap.HELD);
        }
        return SeatMap.of(now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000, states);
    }

    @Override
    public void close() {
        stopping.countDown();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
