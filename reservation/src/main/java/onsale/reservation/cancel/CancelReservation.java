package onsale.reservation.cancel;

import java.util.UUID;
import onsale.platform.db.Database;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;
import onsale.reservation.gate.TellGate;
import onsale.reservation.payment.AskPayment;

/** Gives a paid reservation back for its fan, in full, until the day before the show. */
public final class CancelReservation {

    private final Database database;
    private final ReservationStore reservations;
    private final EndingStore store;
    private final EndReservations endReservations;
    private final AskPayment askPayment;
    private final TellGate tellGate;

    public CancelReservation(
            Database database,
            ReservationStore reservations,
            EndingStore store,
            EndReservations endReservations,
            AskPayment askPayment,
            TellGate tellGate) {
        this.database = database;
        this.reservations = reservations;
        this.store = store;
        this.endReservations = endReservations;
        this.askPayment = askPayment;
        this.tellGate = tellGate;
    }

    /** The outcome of cancelling a reservation. */
    public sealed interface Outcome {
        /** Cancelled, now or before. */
        record Cancelled(Reservation reservation) implements Outcome {}

        record NotFound() implements Outcome {}

        /** Its order has no verdict yet. */
        record OrderOpen() implements Outcome {}

        /** It is not paid. */
        record WrongState(Status status) implements Outcome {}

        /** The day of the show has come. */
        record TooLate() implements Outcome {}
    }

    public Outcome run(UUID userId, UUID id) {
        Outcome outcome =
                database.inTransaction(() ->
                        reservations
                                .lockOwn(userId, id)
                                .map(this::decide)
                                .orElseGet(Outcome.NotFound::new));
        if (outcome instanceof Outcome.Cancelled cancelled) {
            tellGate.released(cancelled.reservation());
        }
        return outcome;
    }

    private Outcome decide(Reservation reservation) {
        return switch (reservation.phase()) {
            case CANCELLED -> new Outcome.Cancelled(reservation);
            case ORDER_OPEN -> new Outcome.OrderOpen();
            case HELD, HOLD_OVER, RECOVERED -> new Outcome.WrongState(reservation.status());
            case CONFIRMED -> {
                if (store.isDayOfShow(reservation.id())) {
                    yield new Outcome.TooLate();
                }
                endReservations.cancel(reservation, Reason.CANCELLED_BY_FAN);
                askPayment.toRefund(reservation, Reason.CANCELLED_BY_FAN);
                yield new Outcome.Cancelled(reservation);
            }
        };
    }
}
