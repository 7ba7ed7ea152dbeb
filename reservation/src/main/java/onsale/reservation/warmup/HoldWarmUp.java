package onsale.reservation.warmup;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.Outbox;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Redis;
import onsale.platform.warmup.WarmUp;
import onsale.reservation.ReservationSettings;
import onsale.reservation.hold.HoldSeats;

/**
 * Plays holds, checkouts and releases of a show that exists in tables of its own only ({@link
 * Databases#scratch}). The show's gate in Redis has an id that nobody else knows, and expires by
 * itself.
 */
public final class HoldWarmUp implements WarmUp {

    private static final int SEATS = 200;
    private static final Duration GATE_FOR = Duration.ofMinutes(5);

    private final Databases databases;
    private final ContextSchema schema;
    private final MessageKeys keys;
    private final Redis redis;
    private final Passes passes;
    private final Ids ids;
    private final ReservationSettings settings;
    private final CalendarSettings calendar;

    public HoldWarmUp(
            Databases databases,
            ContextSchema schema,
            MessageKeys keys,
            Redis redis,
            Passes passes,
            Ids ids,
            ReservationSettings settings,
            CalendarSettings calendar) {
        this.databases = databases;
        this.schema = schema;
        this.keys = keys;
        this.redis = redis;
        this.passes = passes;
        this.ids = ids;
        this.settings = settings;
        this.calendar = calendar;
    }

    @Override
    public List<Call> calls() {
        UUID none = ids.next();
        return List.of(
                new Call("GET", "/api/reservations/seats/" + none, null),
                new Call("GET", "/api/reservations", null),
                new Call("GET", "/api/reservations/" + none, null),
                new Call(
                        "POST",
                        "/api/reservations/hold",
                        "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s\"]}".formatted(none, ids.next())),
                new Call("POST", "/api/reservations/%s/checkout".formatted(none), null));
    }

    @Override
    public Session open() {
        return new Played(databases.scratch(schema));
    }

    private final class Played implements Session {

        private final Database database;
        private final TrialSale sale;
        private int next;

        Played(Database database) {
            this.database = database;
            this.sale =
                    new TrialSale(
                            database,
                            new Outbox(database, ids::next, keys.of(Context.RESERVATION)),
                            redis,
                            passes,
                            ids,
                            settings,
                            calendar,
                            SEATS);
            for (String key : sale.gateKeys()) {
                redis.sync().pexpire(key, GATE_FOR.toMillis());
            }
        }

        @Override
        public void play() {
            UUID fan = ids.next();
            List<UUID> seats = sale.schedule().seats(List.of(next++ % SEATS));
            if (sale.hold(fan, seats) instanceof HoldSeats.Outcome.Held held) {
                sale.read(held.reservationId());
                if (next % 4 == 0) {
                    sale.checkOut(fan, held.reservationId());
                } else {
                    sale.release(fan, held.reservationId());
                }
            }
        }

        @Override
        public void close() {
            redis.sync().del(sale.gateKeys().toArray(String[]::new));
            database.close();
        }
    }
}
