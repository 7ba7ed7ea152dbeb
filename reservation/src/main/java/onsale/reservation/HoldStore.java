package onsale.reservation;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.platform.messaging.Outbox;
import onsale.reservation.Reservation.Seat;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * The transaction that gives seats to a fan, in one round trip: several statements sent together
 * are one transaction, and the first that fails undoes all. Every reason to refuse is therefore a
 * constraint. Locks are taken in one order – stale holds, the request, seats by ordinal, the person
 * – so that two fans who want each other's seats wait for one another only one way.
 *
 * <p>Stale holds are locked by a statement of their own: the next one then sees what a change that
 * they were waiting for has committed. In a single statement the seats that such a change added
 * would stay behind, taken by a hold that has ended.
 */
final class HoldStore {

    private static final String STALE =
            """
            where id = any(array(select reservation_id from reservation_seats
                                 where schedule_id = ? and ordinal = any(?) and active))
              and status = 'PENDING' and order_id is null and hold_expires_at <= now()
            """;

    /** Parameters: schedule, ordinals. */
    static final String LOCK_STALE =
            "select id from reservations " + STALE + " order by id for update";

    /** Parameters: schedule, ordinals. What is left to do is {@link ReservationStore#settle}. */
    static final String END_STALE =
            """
            with gone as (
                update reservations
                set status = 'CANCELLED', cancel_reason = 'EXPIRED', cancelled_at = now(),
                    updated_at = now(), settled = false
            """
                    + STALE
                    + """
                    returning id
                    )
                    update reservation_seats s set active = false
                    from gone where s.reservation_id = gone.id and s.active
                    """;

    /** Parameters: reservation, ordinals, seat ids, schedule. In the order of the ordinals. */
    static final String INSERT_SEATS =
            """
            insert into reservation_seats
                (reservation_id, schedule_id, ordinal, seat_id, seat_number, grade, price, zone)
            select ?, p.schedule_id, p.ordinal, w.seat_id,
                   concat_ws(' ', nullif(p.floor, ''), nullif(p.section, ''),
                             nullif(p.row_name, ''), nullif(p.number, '')),
                   p.grade, g.price, p.zone
            from unnest(?, ?) w(ordinal, seat_id)
            join seats p on p.schedule_id = ? and p.ordinal = w.ordinal
            join schedule_grades g on g.schedule_id = p.schedule_id and g.code = p.grade
            order by p.ordinal
            """;

    private static final String INSERT_RESERVATION =
            """
            insert into reservations
                (id, number, user_id, person_id, schedule_id, status, counted, total_amount,
                 hold_expires_at, idempotency_key, request_hash, admission_id, title, venue, hall, poster_url,
                 starts_at)
            select ?, 'B-' || to_char(now() at time zone 'Asia/Seoul', 'YYYYMMDD') || '-'
                       || case when n < 1000000 then lpad(n::text, 6, '0') else n::text end,
                   ?, ?, s.id, 'PENDING', ?,
                   (select case when count(*) = ? and sum(g.price) = ? then sum(g.price) end
                    from seats p
                    join schedule_grades g on g.schedule_id = p.schedule_id and g.code = p.grade
                    where p.schedule_id = s.id and p.ordinal = any(?)),
                   now() + s.hold_seconds * interval '1 second',
                   ?, ?, ?, s.title, s.venue, s.hall, s.poster_url, s.starts_at
            from schedules s join inventories i on i.schedule_id = s.id,
                 nextval('reservation_numbers') n
            where s.id = ? and now() >= s.sale_opens_at and now() < s.sale_closes_at
              and not exists (select from cancelled_schedules c where c.schedule_id = s.id)
              and not exists (select from reservations r
                              where r.admission_id = ? and r.status = 'CONFIRMED')
            returning number, hold_expires_at,
                      (extract(epoch from hold_expires_at - now()) * 1000)::bigint as hold_millis
            """;

    private static final String COUNT_PERSON =
            """
            insert into person_seats (schedule_id, person_id, n, n_max)
            select id, ?, ?, seats_per_person_max from schedules where id = ?
            on conflict (schedule_id, person_id)
                do update set n = person_seats.n + excluded.n, n_max = excluded.n_max
            """;

    /** Planning these statements anew for each fan would cost more than running them. */
    private static final String PLAN_ONCE = "set local plan_cache_mode = force_generic_plan";

    private static final String HOLD =
            String.join(
                    ";\n",
                    PLAN_ONCE,
                    LOCK_STALE,
                    END_STALE,
                    INSERT_RESERVATION,
                    INSERT_SEATS + "returning seat_id, ordinal, seat_number, grade, price, zone",
                    COUNT_PERSON,
                    Outbox.Statement.SQL);

    private final Database database;

    HoldStore(Database database) {
        this.database = database;
    }

    /** What to insert; ordinals ascending. */
    record NewHold(
            UUID reservationId,
            UUID userId,
            String personId,
            Schedule schedule,
            List<Integer> ordinals,
            String idempotencyKey,
            byte[] requestHash,
            @Nullable UUID admissionId,
            Outbox.Statement message) {}

    /** What became of it. */
    sealed interface Result {
        record Held(String number, Instant expiresAt, Duration holdFor, List<Seat> seats)
                implements Result {}

        /** Rolled back for sure, because of this constraint. */
        record Refused(String constraint) implements Result {}

        /** Rolled back for sure, through no fault of the request. */
        record Collided() implements Result {}

        /** Nobody knows whether it was committed. */
        record Unknown(SQLException why) implements Result {}

        /** Nothing was sent. */
        record Unavailable(SQLException why) implements Result {}
    }

    static final String SEAT_TAKEN = "uq_reservation_seats_active";
    static final String REQUEST_KNOWN = "uq_reservations_request";
    static final String LIMIT = "ck_person_seats_limit";

    /** The total did not come out as expected: prices or places are others than we knew. */
    static final String TOTAL = "total_amount";

    /** There is no reservation for the seats to belong to: the schedule is not on sale. */
    static final String NO_SALE = "reservation_seats_reservation_id_fkey";

    /** Integrity, data, serialisation and deadlock errors leave nothing behind. */
    private static final Set<String> ROLLED_BACK_CLASSES = Set.of("22", "23", "40", "42");

    Result hold(NewHold hold) {
        boolean sent = false;
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(HOLD)) {
            bind(statement, connection, hold);
            sent = true;
            statement.execute();
            return read(statement);
        } catch (SQLException e) {
            return sent ? classify(e) : new Result.Unavailable(e);
        }
    }

    /**
     * After planning and the end of stale holds, the fourth tells the hold, the fifth its seats.
     */
    private static Result.Held read(PreparedStatement statement) throws SQLException {
        statement.getMoreResults();
        statement.getMoreResults();
        statement.getMoreResults();
        try (ResultSet hold = statement.getResultSet()) {
            hold.next();
            String number = hold.getString("number");
            Instant expiresAt = Times.read(hold, "hold_expires_at");
            Duration holdFor = Duration.ofMillis(hold.getLong("hold_millis"));
            statement.getMoreResults();
            List<Seat> seats = new ArrayList<>();
            try (ResultSet seat = statement.getResultSet()) {
                while (seat.next()) {
                    seats.add(
                            new Seat(
                                    seat.getObject("seat_id", UUID.class),
                                    seat.getInt("ordinal"),
                                    seat.getString("seat_number"),
                                    seat.getString("grade"),
                                    seat.getLong("price"),
                                    seat.getString("zone"),
                                    true));
                }
            }
            return new Result.Held(number, expiresAt, holdFor, seats);
        }
    }

    private static void bind(PreparedStatement statement, Connection connection, NewHold hold)
            throws SQLException {
        UUID scheduleId = hold.schedule.id();
        int count = hold.ordinals.size();
        var ordinals = connection.createArrayOf("int4", hold.ordinals.toArray());
        var seatIds =
                connection.createArrayOf("uuid", hold.schedule.seats(hold.ordinals).toArray());
        Object[] params = {
            scheduleId,
            ordinals,
            scheduleId,
            ordinals,
            hold.reservationId,
            hold.userId,
            hold.personId,
            count,
            count,
            hold.schedule.totalWon(hold.ordinals),
            ordinals,
            hold.idempotencyKey,
            hold.requestHash,
            hold.admissionId,
            scheduleId,
            hold.admissionId,
            hold.reservationId,
            ordinals,
            seatIds,
            scheduleId,
            hold.personId,
            count,
            scheduleId
        };
        int at = 1;
        for (@Nullable Object param : params) {
            if (param == null) {
                statement.setNull(at++, java.sql.Types.OTHER, "uuid");
            } else {
                statement.setObject(at++, param);
            }
        }
        for (Object param : hold.message.params()) {
            statement.setObject(at++, param);
        }
    }

    private static Result classify(SQLException e) {
        @Nullable String state = e.getSQLState();
        if (state == null || !ROLLED_BACK_CLASSES.contains(state.substring(0, 2))) {
            return new Result.Unknown(e);
        }
        if (!(e instanceof PSQLException p) || p.getServerErrorMessage() == null) {
            return new Result.Unknown(e);
        }
        var message = p.getServerErrorMessage();
        @Nullable String constraint = message.getConstraint();
        if (constraint != null) {
            return new Result.Refused(constraint);
        }
        if (TOTAL.equals(message.getColumn())) {
            return new Result.Refused(TOTAL);
        }
        if (state.startsWith("40")) {
            return new Result.Collided();
        }
        throw new IllegalStateException("the hold statement is wrong", e);
    }
}
