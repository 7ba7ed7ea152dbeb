package onsale.user.booking;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
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

    /** In the order of their keys, so that two transactions never wait for each other. */
    public void confirmed(List<Received<ReservationConfirmed>> told) {
        List<ReservationConfirmed> sorted =
                new ArrayList<>(told.stream().map(Received::body).toList());
        sorted.sort(Comparator.comparing(ReservationConfirmed::reservationId));
        database.sql()
                .sql(
                        """
                        insert into bookings (reservation_id, user_id, starts_at)
                        select * from unnest(:ids::uuid[], :users::uuid[], :starts::timestamptz[])
                        on conflict (reservation_id) do update
                        set user_id = excluded.user_id, starts_at = excluded.starts_at
                        """)
                .param(
                        "ids",
                        sorted.stream()
                                .map(ReservationConfirmed::reservationId)
                                .toArray(UUID[]::new))
                .param(
                        "users",
                        sorted.stream().map(ReservationConfirmed::userId).toArray(UUID[]::new))
                .param(
                        "starts",
                        sorted.stream()
                                .map(one -> String.valueOf(startsAt(one)))
                                .toArray(String[]::new))
                .update();
    }

    /** Old messages do not say when the show is; then the purchase counts. */
    private static Instant startsAt(ReservationConfirmed told) {
        return told.startsAt() == null ? told.confirmedAt() : told.startsAt();
    }

    public void cancelled(ReservationCancelled told) {
        if (!told.wasConfirmed() || !told.isOver()) {
            return;
        }
        database.sql()
                .sql(
                        """
                        insert into bookings (reservation_id, user_id, cancelled_at)
                        values (:id, :user, :at)
                        on conflict (reservation_id) do update
                        set user_id = excluded.user_id, cancelled_at = excluded.cancelled_at
                        """)
                .param("id", told.reservationId())
                .param("user", told.userId())
                .param("at", Times.param(told.cancelledAt()))
                .update();
    }

    public void refunded(OrderRefunded told) {
        if (told.strayRefundId() != null) {
            return; // it paid for nothing
        }
        database.sql()
                .sql(
                        """
                        insert into bookings (reservation_id, refunded_at) values (:id, :at)
                        on conflict (reservation_id) do update
                        set refunded_at = greatest(bookings.refunded_at, excluded.refunded_at)
                        """)
                .param("id", told.reservationId())
                .param("at", Times.param(told.refundedAt()))
                .update();
    }

    /**
     * A refund of some seats may have come before the rest was cancelled: then one is still open.
     */
    public Ahead ahead(UUID userId, Instant now) {
        return database.sql()
                .sql(
                        """
                        select bool_or(cancelled_at is null and starts_at > :now) as show,
                               bool_or(cancelled_at > :refundSince
                                       and (refunded_at is null
                                            or refunded_at < cancelled_at - interval '1 minute'))
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
