package onsale.reservation;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryChunk.Place;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ReservationHeld;
import onsale.contracts.SchedulePublished;
import onsale.contracts.SeatIds;
import onsale.contracts.Topic;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outgoing;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;

/** The hold path as it is, and each of its parts alone, for the benchmark of holds. */
public final class HoldRig implements AutoCloseable {

    public static final int SEATS = 60_000;
    private static final LuaScript HOLD = LuaScript.guarded(SeatGate.class, "hold.lua");
    private final Instant opened = Instant.now().minusSeconds(60);

    private final Database database;
    private final Jobs jobs;
    private final Lua lua;
    private final Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
    private final Reservations parts;
    private final HoldStore holds;
    private final UUID show = UUID.randomUUID();
    private final AtomicInteger next = new AtomicInteger();
    private final Schedule schedule;

    public HoldRig(
            Database database,
            Redis redis,
            KafkaSettings kafka,
            MessagingSettings messaging,
            Secret secret) {
        this.database = database;
        this.jobs = new Jobs(database);
        this.lua = new Lua(redis);
        this.parts =
                new Reservations(
                        database,
                        jobs,
                        ids,
                        kafka,
                        messaging,
                        new ReservationSettings(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(10),
                                Duration.ofMillis(250)),
                        redis,
                        new Passes(
                                PassKeys.of(new PassSettings(List.of()), secret),
                                Clock.systemUTC()));
        this.holds = new HoldStore(database);
        putOnSale();
        schedule = parts.schedules.find(show).orElseThrow();
        reset();
    }

    private void putOnSale() {
        List<Place> places = new ArrayList<>(SEATS);
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        for (int i = 0; i < SEATS; i++) {
            Place place = new Place(i, "R", "1F", "A", "row " + i / 100, "" + i, "");
            places.add(place);
            hash.add(place);
        }
        Inventory inventory = new Inventory(parts.inventoryStore);
        database.inTransaction(() -> {
            parts.inventoryStore.publish(
                    new SchedulePublished(
                            show,
                            UUID.randomUUID(),
                            1,
                            "Bench",
                            "Bench",
                            "Bench",
                            "",
                            opened.plus(Duration.ofDays(30)),
                            opened,
                            opened.plus(Duration.ofDays(29)),
                            false,
                            300,
                            4,
                            List.of(new SchedulePublished.Grade("R", 50_000))));
            inventory.arrived(new InventoryChunk(show, 1, 0, places));
            inventory.announced(new InventoryComplete(show, 1, SEATS, hash.hex()));
        });
    }

    /** Every seat is free again, but for the last four. */
    public void reset() {
        database.sql()
                .sql("truncate reservations, reservation_seats, person_seats, tickets")
                .update();
        database.sql().sql("delete from common.outbox_events").update();
        next.set(0);
        parts.reconcile.rebuild(schedule);
        SeatIds seats = SeatIds.of(show);
        for (int i = SEATS - 4; i < SEATS; i++) {
            won(List.of(seats.seat(i)));
        }
    }

    private boolean won(List<UUID> seats) {
        UUID user = ids.next();
        return parts.holdSeats.run(
                        new HoldSeats.Wish(
                                user,
                                user.toString(),
                                show,
                                seats,
                                Map.of(),
                                user.toString(),
                                null))
                instanceof HoldSeats.Outcome.Held;
    }

    /** Two free seats, the whole way. */
    public void win() {
        int first = 2 * next.getAndIncrement();
        if (!won(schedule.seats(List.of(first, first + 1)))) {
            throw new IllegalStateException("not held");
        }
    }

    /** Two free seats, the statement alone. */
    public void winByStatementAlone() {
        int first = 2 * next.getAndIncrement();
        List<Integer> ordinals = List.of(first, first + 1);
        UUID user = ids.next();
        UUID id = ids.next();
        HoldStore.Result result =
                holds.hold(
                        new HoldStore.NewHold(
                                id,
                                user,
                                user.toString(),
                                schedule,
                                ordinals,
                                user.toString(),
                                new byte[32],
                                null,
                                parts.messages
                                        .outbox()
                                        .statement(
                                                new Outgoing(
                                                        Topic.RESERVATION_EVENTS,
                                                        id.toString(),
                                                        new ReservationHeld(
                                                                id,
                                                                user,
                                                                show,
                                                                schedule.seats(ordinals),
                                                                100_000,
                                                                300)))));
        if (!(result instanceof HoldStore.Result.Held)) {
            throw new IllegalStateException("not held: " + result);
        }
    }

    /** Two seats that are taken, the whole way. */
    public void lose() {
        if (won(schedule.seats(List.of(SEATS - 2, SEATS - 1)))) {
            throw new IllegalStateException("held twice");
        }
    }

    /** Two seats that are taken, the script alone over the same connection. */
    public void loseByScriptAlone() {
        lua.run(
                HOLD,
                parts.gate.keys(show),
                List.of("somebody", "10000", "2", "" + (SEATS - 2), "" + (SEATS - 1)));
    }

    /** The textbook: lock the seats' rows, look, insert, commit. */
    public void winBySelectForUpdate() {
        int first = 2 * next.getAndIncrement();
        Integer[] ordinals = {first, first + 1};
        UUID user = ids.next();
        UUID id = ids.next();
        database.inTransaction(() -> {
            database.sql()
                    .sql(
                            """
                            select ordinal from seats where schedule_id = ? and ordinal = any(?)
                            order by ordinal for update
                            """)
                    .params(show, ordinals)
                    .query(Integer.class)
                    .list();
            List<Integer> taken = parts.store.taken(show, Arrays.asList(ordinals));
            if (!taken.isEmpty()) {
                throw new IllegalStateException("taken");
            }
            database.sql()
                    .sql(
                            """
                            insert into reservations
                                (id, number, user_id, person_id, schedule_id, status, counted,
                                 total_amount, hold_expires_at, idempotency_key, request_hash, title,
                                 venue, hall, poster_url, starts_at)
                            select ?, ?, ?, ?, id, 'PENDING', 2, 100000, now() + interval '5 min', ?, '',
                                   title, venue, hall, poster_url, starts_at
                            from schedules where id = ?
                            """)
                    .params(
                            id,
                            id.toString().substring(0, 30),
                            user,
                            user.toString(),
                            user.toString(),
                            show)
                    .update();
            database.sql()
                    .sql(
                            """
                            insert into reservation_seats
                                (reservation_id, schedule_id, ordinal, seat_id, seat_number, grade, price,
                                 zone)
                            select ?, schedule_id, ordinal, gen_random_uuid(), number, grade, 50000, zone
                            from seats where schedule_id = ? and ordinal = any(?)
                            """)
                    .params(id, show, ordinals)
                    .update();
        });
    }

    /** How many transactions PostgreSQL has seen, of everybody. */
    public static long transactions(Connection admin, String name) throws SQLException {
        try (var statement =
                admin.prepareStatement(
                        "select xact_commit + xact_rollback from pg_stat_database where datname = ?")) {
            statement.setString(1, name);
            try (var row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    @Override
    public void close() {
        parts.close();
        jobs.close();
    }
}
