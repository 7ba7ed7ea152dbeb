package onsale.user.booking;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import onsale.contracts.OrderRefunded;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.Received;

/**
 * The table {@code bookings}: what of an owner is not over yet. It is told by messages, in any
 * order and more than once, so each sets its own columns and none takes anything back.
 */
public final class BookingStore {

    /** What keeps an account from being closed. */
    public enum Ahead {
        NOTHING,
        SHOW,
        REFUND
    }

    /** A refund that nobody has reported for this long keeps no account open. */
    private static final Duration REFUND_WITHIN = Duration.ofDays(30);

    private static final Duration KEPT_FOR = Duration.ofDays(90);

    private final Database database;

    public BookingStore(Database database) {
        this.database = database;
    }

    public Handlers handlers() {
        return new Handlers()
                .onAll(ReservationConfirmed.class, this::confirmed)
                .on(ReservationCancelled.class, this::cancelled)
                .on(OrderRefunded.class, this::refunded);
    }

    /**
     * In the order of their keys, so that two transactions never wait for each other. Seats that an
     * organiser keeps are nobody's booking.
     */
    public void confirmed(List<Received<ReservationConfirmed>> told) {
        List<ReservationConfirmed> sorted =
                new ArrayList<>(
                        told.stream()
                                .map(Received::body)
                                .filter(ReservationConfirmed::wasSold)
                                .toList());
        sorted.sort(Comparator.comparing(ReservationConfirmed::reservationId));
        database.sql()
                .sql(
                        """
                        insert into bookings (reservation_id, user_id, starts_at, seat_ids)
                        select id, owner, starts_at, seats::uuid[]
                        from unnest(:ids::uuid[], :users::uuid[], :starts::timestamptz[],
                                    :seats::text[]) as told (id, owner, starts_at, seats)
                        on conflict (reservation_id) do update
                        set user_id = excluded.user_id, starts_at = excluded.starts_at,
                            seat_ids = excluded.seat_ids
                        """)
                .param("ids", array(sorted, ReservationConfirmed::reservationId))
                .param("users", array(sorted, ReservationConfirmed::userId))
                .param("starts", array(sorted, BookingStore::startsAt))
                .param("seats", array(sorted, one -> set(one.seatIds())))
                .update();
    }

    /** Old messages do not say when the show is; then the purchase counts. */
    private static Instant startsAt(ReservationConfirmed told) {
        return told.startsAt() == null ? told.confirmedAt() : told.startsAt();
    }

    /** Of all seats or of some. */
    public void cancelled(ReservationCancelled told) {
        if (!told.wasConfirmed() || told.seatIds().isEmpty()) {
            return;
        }
        database.sql()
                .sql(
                        """
                        insert into bookings as b
                            (reservation_id, user_id, cancelled_at, given_back, cancellations)
                        values (:id, :user, :at, :seats::uuid[], array[:first])
                        on conflict (reservation_id) do update
                        set user_id = excluded.user_id,
                            cancelled_at = greatest(b.cancelled_at, excluded.cancelled_at),
                            given_back = %s, cancellations = %s
                        """
                                .formatted(union("given_back"), union("cancellations")))
                .param("id", told.reservationId())
                .param("user", told.userId())
                .param("at", Times.param(told.cancelledAt()))
                .param("seats", set(told.seatIds()))
                .param("first", told.seatIds().getFirst())
                .update();
    }

    public void refunded(OrderRefunded told) {
        if (told.strayRefundId() != null) {
            return; // it paid for nothing
        }
        database.sql()
                .sql(
                        """
                        insert into bookings as b (reservation_id, refunds)
                        values (:id, array[:refund])
                        on conflict (reservation_id) do update set refunds = %s
                        """
                                .formatted(union("refunds")))
                .param("id", told.reservationId())
                .param("refund", told.refundIdOrDefault())
                .update();
    }

    public Ahead ahead(UUID userId, Instant now) {
        return database.sql()
                .sql(
                        """
                        select bool_or(starts_at > :now and not seat_ids <@ given_back) as show,
                               bool_or(cancelled_at > :refundSince
                                       and cardinality(cancellations) > cardinality(refunds))
                                   as refund
                        from bookings where user_id = :user
                        """)
                .param("now", Times.param(now))
                .param("refundSince", Times.param(now.minus(REFUND_WITHIN)))
                .param("user", userId)
                .query((row, n) ->
                        row.getBoolean("show")
                                ? Ahead.SHOW
                                : row.getBoolean("refund") ? Ahead.REFUND : Ahead.NOTHING)
                .single();
    }

    private static String union(String column) {
        return "array(select distinct unnest(b.%1$s || excluded.%1$s))".formatted(column);
    }

    /** A set of ids as PostgreSQL writes an array. */
    private static String set(List<UUID> ids) {
        return ids.stream().map(UUID::toString).collect(Collectors.joining(",", "{", "}"));
    }

    private static String[] array(
            List<ReservationConfirmed> told, Function<ReservationConfirmed, Object> part) {
        return told.stream().map(part).map(String::valueOf).toArray(String[]::new);
    }

    /** Deletes what has been over for long. */
    public int deleteOld(Instant now, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from bookings where reservation_id in (
                            select reservation_id from bookings
                            where heard_at < :before and coalesce(starts_at, heard_at) < :before
                            limit :max)
                        """)
                .param("before", Times.param(now.minus(KEPT_FOR)))
                .param("max", rowsMax)
                .update();
    }
}
