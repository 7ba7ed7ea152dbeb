package onsale.reservation.checkout;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.reservation.Reservation;
import onsale.reservation.ReservationStore;
import org.jspecify.annotations.Nullable;

/** The order of a reservation and its verdict, in the reservation's row, which is locked. */
public final class OrderStore {

    /** The conditions are those of {@link Reservation.Phase#HELD}. */
    private static final String ADD =
            """
            update reservations
            set order_id = ?, checked_out_at = now(), updated_at = now()
            where id = ? and user_id = ? and status = 'PENDING' and order_id is null
              and hold_expires_at > clock_timestamp()
            """;

    private final Database database;
    private final ReservationStore reservations;

    public OrderStore(Database database, ReservationStore reservations) {
        this.database = database;
        this.reservations = reservations;
    }

    /**
     * Gives a hold of this user its order, and returns the reservation as it is then, in one round
     * trip. Anything but a hold stays as it is, without this order.
     */
    Optional<Reservation> add(UUID userId, UUID reservationId, UUID orderId) {
        return reservations.readAfter(ADD, reservationId, orderId, reservationId, userId);
    }

    /**
     * Writes the verdict that nothing was or will be paid that counts. Only then may the seats be
     * freed.
     */
    void closed(UUID reservationId) {
        database.sql()
                .sql("update reservations set order_closed_at = now() where id = ?")
                .param(reservationId)
                .update();
    }

    /**
     * When a reservation was confirmed, and by which turn it was held.
     *
     * @param turnId null without a waiting room
     */
    record Confirmed(Instant at, @Nullable UUID turnId) {}

    /**
     * Writes the verdict that orders are paid.
     *
     * @param paymentIds by reservation, which is locked
     * @return what is written, by reservation
     */
    Map<UUID, Confirmed> confirmed(Map<UUID, UUID> paymentIds) {
        Map<UUID, Confirmed> confirmed = new HashMap<>();
        database.sql()
                .sql(
                        """
                        update reservations r
                        set status = 'CONFIRMED', payment_id = paid.payment_id,
                            confirmed_at = now(), updated_at = now()
                        from unnest(?::uuid[], ?::uuid[]) paid (id, payment_id)
                        where r.id = paid.id
                        returning r.id, r.confirmed_at, r.turn_id
                        """)
                .params(
                        paymentIds.keySet().toArray(UUID[]::new),
                        paymentIds.values().toArray(UUID[]::new))
                .query(row -> {
                    confirmed.put(
                            row.getObject("id", UUID.class),
                            new Confirmed(
                                    Times.read(row, "confirmed_at"),
                                    row.getObject("turn_id", UUID.class)));
                });
        return confirmed;
    }
}
