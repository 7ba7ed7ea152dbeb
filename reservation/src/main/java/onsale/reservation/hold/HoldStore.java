package onsale.reservation.hold;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.platform.messaging.Outbox;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.turn.Turn;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * Gives seats to a fan in one transaction and one round trip: several statements sent together are
 * one transaction, and the first that fails undoes all. Every reason to refuse is therefore a
 * constraint ({@link Refusal}).
 */
public final class HoldStore {

    /** Integrity, data, serialisation and deadlock errors leave nothing behind. */
    private static final Set<String> ROLLED_BACK_CLASSES = Set.of("22", "23", "40", "42");

    private final Database database;
    private final String holdSql;

    /**
     * Creates the store.
     *
     * @param zone whose date stands in the numbers of reservations
     */
    public HoldStore(Database database, ZoneId zone) {
        this.database = database;
        this.holdSql = HoldStatements.hold(zone);
    }

    /**
     * A hold to insert.
     *
     * @param ordinals of its seats, ascending
     * @param message told with the commit
     */
    public record NewHold(
            UUID reservationId,
            HoldRequest request,
            Schedule schedule,
            List<Integer> ordinals,
            Outbox.Statement message) {}

    /** The outcome of the transaction. */
    public sealed interface Result {
        record Held(String number, Instant expiresAt, Duration holdFor, List<Seat> seats)
                implements Result {}

        /** Rolled back for sure, for this reason. */
        record Refused(Refusal why) implements Result {}

        /** Rolled back for sure, through no fault of the request. */
        record Collided() implements Result {}

        /** It is unknown whether it was committed. */
        record Unknown(SQLException why) implements Result {}

        /** Nothing was sent. */
        record Unavailable(SQLException why) implements Result {}
    }

    /** Why the transaction was refused, each with the constraint that says so. */
    public enum Refusal {
        SEAT_TAKEN("uq_reservation_seats_active"),
        /** The same request, or another with its key, has made a reservation before. */
        REQUEST_KNOWN("uq_reservations_request"),
        PERSON_LIMIT("ck_person_seats_limit"),
        /** The total is not the expected one: this node's copy of prices or seats is old. */
        OTHER_TOTAL("total_amount"),
        /** No reservation was made that the seats could belong to: the schedule is not on sale. */
        NOT_ON_SALE("reservation_seats_reservation_id_fkey");

        private final String constraint;

        Refusal(String constraint) {
            this.constraint = constraint;
        }

        static @Nullable Refusal of(@Nullable String constraint, @Nullable String column) {
            for (Refusal refusal : values()) {
                if (refusal.constraint.equals(constraint == null ? column : constraint)) {
                    return refusal;
                }
            }
            return null;
        }
    }

    /** Gives the seats to the fan, or says why not. */
    public Result hold(NewHold hold) {
        boolean sent = false;
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(holdSql)) {
            bind(statement, connection, hold);
            sent = true;
            statement.execute();
            return read(statement);
        } catch (SQLException e) {
            return sent ? classify(e) : new Result.Unavailable(e);
        }
    }

    /** Of the results, the fourth is the reservation and the fifth its seats. */
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
                            Seat.held(
                                    seat.getObject("seat_id", UUID.class),
                                    seat.getInt("ordinal"),
                                    seat.getString("seat_number"),
                                    seat.getString("grade"),
                                    seat.getLong("price"),
                                    seat.getString("zone")));
                }
            }
            return new Result.Held(number, expiresAt, holdFor, seats);
        }
    }

    private static void bind(PreparedStatement statement, Connection connection, NewHold hold)
            throws SQLException {
        HoldRequest request = hold.request;
        UUID scheduleId = hold.schedule.id();
        int count = hold.ordinals.size();
        var ordinals = connection.createArrayOf("int4", hold.ordinals.toArray());
        var seatIds =
                connection.createArrayOf("uuid", hold.schedule.seats(hold.ordinals).toArray());
        @Nullable Turn turn = request.turn();
        @Nullable UUID turnId = turn == null ? null : turn.id();
        OffsetDateTime turnUntil = turn == null ? OffsetDateTime.MAX : Times.param(turn.until());
        @Nullable Object[] params = {
            scheduleId,
            ordinals,
            scheduleId,
            ordinals,
            hold.reservationId,
            request.userId(),
            request.personId(),
            count,
            count,
            hold.schedule.totalWon(hold.ordinals),
            ordinals,
            request.idempotencyKey(),
            request.hash(),
            turnId,
            scheduleId,
            turnId,
            turnId,
            turnUntil,
            hold.reservationId,
            ordinals,
            seatIds,
            scheduleId,
            request.personId(),
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
        @Nullable Refusal refusal = Refusal.of(message.getConstraint(), message.getColumn());
        if (refusal != null) {
            return new Result.Refused(refusal);
        }
        if (state.startsWith("40")) {
            return new Result.Collided();
        }
        throw new IllegalStateException("the hold statement is wrong", e);
    }
}
