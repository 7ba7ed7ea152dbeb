package onsale.bench;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.contracts.Context;
import onsale.contracts.ReservationHeld;
import onsale.contracts.Topic;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outgoing;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;
import onsale.reservation.ReservationSettings;
import onsale.reservation.SeatStore;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.hold.HoldStore;
import onsale.reservation.warmup.TrialSale;

/** The hold path as it is, and each of its parts alone, for the benchmark of holds. */
final class HoldRig implements AutoCloseable {

    static final int SEATS = 60_000;
    private static final String ZONE = "Asia/Seoul";
    private static final LuaScript HOLD = LuaScript.guarded(SeatGate.class, "hold.lua");

    private final Database database;
    private final Jobs jobs;
    private final Lua lua;
    private final Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
    private final ContextMessages messages;
    private final HoldStore holds;
    private final SeatStore seats;
    private final TrialSale sale;
    private final UUID show;
    private final AtomicInteger next = new AtomicInteger();

    HoldRig(
            Database database,
            Redis redis,
            KafkaSettings kafka,
            MessagingSettings messaging,
            Secret secret) {
        this.database = database;
        this.jobs = new Jobs(database);
        this.lua = new Lua(redis);
        this.messages =
                new ContextMessages(
                        database,
                        ids::next,
                        MessageKeys.derived(secret, kafka).of(Context.RESERVATION),
                        kafka,
                        messaging,
                        jobs);
        this.holds = new HoldStore(database, ZoneId.of(ZONE));
        this.seats = new SeatStore(database);
        this.sale =
                new TrialSale(
                        database,
                        messages.outbox(),
                        redis,
                        new Passes(
                                PassKeys.of(new PassSettings(List.of()), secret),
                                Clock.systemUTC()),
                        ids,
                        new ReservationSettings(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(10),
                                Duration.ofSeconds(10),
                                Duration.ofMinutes(5),
                                Duration.ofMillis(250),
                                Duration.ofDays(7),
                                Duration.ofDays(90),
                                300_000),
                        new CalendarSettings(ZONE),
                        SEATS);
        this.show = sale.schedule().id();
        reset();
    }

    /** Frees every seat but the last four. */
    void reset() {
        database.sql()
                .sql("truncate reservations, reservation_seats, person_seats, tickets cascade")
                .update();
        database.sql().sql("delete from common.outbox_events").update();
        next.set(0);
        sale.rebuildGate();
        for (int i = SEATS - 4; i < SEATS; i++) {
            won(List.of(i));
        }
    }

    private boolean won(List<Integer> ordinals) {
        return sale.hold(ids.next(), sale.schedule().seats(ordinals))
                instanceof HoldSeats.Outcome.Held;
    }

    /** Holds two free seats, the whole way. */
    void win() {
        int first = 2 * next.getAndIncrement();
        if (!won(List.of(first, first + 1))) {
            throw new IllegalStateException("not held");
        }
    }

    /** From now on holds are told to Kafka, as a node does it. */
    void startMessages() {
        messages.start();
    }

    /** Holds two free seats by the statement alone. */
    void winByStatementAlone() {
        int first = 2 * next.getAndIncrement();
        List<Integer> ordinals = List.of(first, first + 1);
        List<UUID> seatIds = sale.schedule().seats(ordinals);
        UUID user = ids.next();
        UUID id = ids.next();
        Outgoing message =
                new Outgoing(
                        Topic.RESERVATION_EVENTS,
                        id.toString(),
                        new ReservationHeld(id, user, show, seatIds, 100_000, 300));
        HoldStore.Result result =
                holds.hold(
                        new HoldStore.NewHold(
                                id,
                                sale.request(user, seatIds),
                                sale.schedule(),
                                ordinals,
                                messages.outbox().statement(message)));
        if (!(result instanceof HoldStore.Result.Held)) {
            throw new IllegalStateException("not held: " + result);
        }
    }

    /** Asks for two seats that are taken, the whole way. */
    void lose() {
        if (won(List.of(SEATS - 2, SEATS - 1))) {
            throw new IllegalStateException("held twice");
        }
    }

    /** Asks for two seats that are taken, by the script alone over the same connection. */
    void loseByScriptAlone() {
        lua.run(
                HOLD,
                sale.gateKeys(),
                List.of("somebody", "10000", "2", "" + (SEATS - 2), "" + (SEATS - 1)));
    }

    /** Holds two free seats as textbooks do: lock the seats' rows, look, insert, commit. */
    void winBySelectForUpdate() {
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
            List<Integer> taken = seats.taken(show, Arrays.asList(ordinals));
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

    /** How many transactions PostgreSQL has seen in a database. */
    static long transactions(Connection admin, String name) throws SQLException {
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
        if (messages.isRunning()) {
            messages.stop();
        }
        jobs.close();
    }
}
