package onsale.reservation;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import onsale.contracts.CloseOrder;
import onsale.contracts.RefundOrder;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Status;

/**
 * How a reservation ends: its seats are freed in PostgreSQL, in the same transaction the world is
 * told, and only then is the gate. Seats whose order is open are never freed here; payment is asked
 * to close the order instead, and its verdict decides.
 */
final class Endings {

    private static final int AT_ONCE = 100;

    private final Database database;
    private final ReservationStore store;
    private final Outbox outbox;
    private final Schedules schedules;
    private final SeatGate gate;

    Endings(
            Database database,
            ReservationStore store,
            Outbox outbox,
            Schedules schedules,
            SeatGate gate) {
        this.database = database;
        this.store = store;
        this.outbox = outbox;
        this.schedules = schedules;
        this.gate = gate;
    }

    /** In the caller's transaction, which has locked the row. */
    void cancel(Reservation reservation, Reason reason) {
        store.cancel(reservation, reason);
        tell(reservation, reason, reservation.activeSeatIds());
    }

    void askToClose(Reservation reservation, Reason reason) {
        store.closeAsked(reservation.id(), reason);
        record(reservation, new CloseOrder(order(reservation), reservation.id(), reason.name()));
    }

    void refund(UUID reservationId, UUID orderId, UUID paymentId, long amountWon, String reason) {
        outbox.record(
                new Outgoing(
                        Topic.RESERVATION_EVENTS,
                        reservationId.toString(),
                        new RefundOrder(orderId, reservationId, paymentId, amountWon, reason)));
    }

    private void tell(Reservation reservation, Reason reason, List<UUID> seatIds) {
        record(
                reservation,
                new ReservationCancelled(
                        reservation.id(),
                        reservation.userId(),
                        reservation.scheduleId(),
                        seatIds,
                        reason.name(),
                        reservation.status() == Status.CONFIRMED,
                        database.now()));
    }

    private void record(Reservation reservation, Object message) {
        outbox.record(new Outgoing(Topic.RESERVATION_EVENTS, reservation.id().toString(), message));
    }

    static UUID order(Reservation reservation) {
        if (reservation.orderId() == null) {
            throw new IllegalStateException("not checked out: " + reservation.id());
        }
        return reservation.orderId();
    }

    /** After the commit: others may have these seats. */
    void openGate(Reservation reservation) {
        schedules
                .find(reservation.scheduleId())
                .ifPresent(schedule ->
                        gate.release(
                                schedule,
                                reservation.holder(),
                                reservation.seats().stream()
                                        .map(Reservation.Seat::ordinal)
                                        .toList()));
    }

    // ---- what time does

    /** Holds that are over: cancelled, and their seats free. Returns how many. */
    int expire() {
        return each(() -> store.lockExpired(AT_ONCE), r -> cancel(r, Reason.EXPIRED));
    }

    /** Those whose seats the next fan took over: what is left to do is told and counted. */
    int settle() {
        return each(
                () -> store.lockUnsettled(AT_ONCE),
                reservation -> {
                    store.settle(reservation);
                    tell(reservation, Reason.EXPIRED, lost(reservation));
                });
    }

    private static List<UUID> lost(Reservation reservation) {
        return reservation.seats().stream().map(Reservation.Seat::seatId).toList();
    }

    /** Orders that are not paid in time. */
    int closeOverdue() {
        return each(() -> store.lockOverdue(AT_ONCE), r -> askToClose(r, Reason.EXPIRED));
    }

    /** Everything that has seats of a show that does not take place. */
    int endCancelledShows() {
        return each(
                () -> store.lockOfCancelledShows(AT_ONCE),
                reservation -> {
                    if (reservation.status() == Status.PENDING && reservation.isCheckedOut()) {
                        askToClose(reservation, Reason.SHOW_CANCELLED);
                    } else {
                        cancel(reservation, Reason.SHOW_CANCELLED);
                        if (reservation.status() == Status.CONFIRMED) {
                            refundAll(reservation, Reason.SHOW_CANCELLED);
                        }
                    }
                });
    }

    void refundAll(Reservation reservation, Reason reason) {
        UUID payment = reservation.paymentId();
        if (payment == null) {
            throw new IllegalStateException("not paid: " + reservation.id());
        }
        refund(
                reservation.id(),
                order(reservation),
                payment,
                reservation.totalAmount(),
                reason.name());
    }

    /** What is over for one person, at once, so that they can have other seats. */
    boolean ofPerson(String personId, UUID scheduleId) {
        return each(
                        () -> store.lockEndedOf(personId, scheduleId),
                        reservation -> {
                            if (reservation.status() == Status.PENDING) {
                                cancel(reservation, Reason.EXPIRED);
                            } else {
                                store.settle(reservation);
                                tell(reservation, Reason.EXPIRED, lost(reservation));
                            }
                        })
                > 0;
    }

    private int each(Supplier<List<UUID>> lock, Consumer<Reservation> end) {
        List<Reservation> ended = new ArrayList<>();
        database.inTransaction(() -> {
            for (UUID id : lock.get()) {
                Reservation reservation = store.find(id).orElseThrow();
                end.accept(reservation);
                ended.add(reservation);
            }
        });
        for (Reservation reservation : ended) {
            if (!reservation.isCheckedOut() || reservation.status() == Status.CONFIRMED) {
                openGate(reservation);
            }
        }
        return ended.size();
    }
}
