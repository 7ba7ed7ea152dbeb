package onsale.reservation.checkout;

import java.util.UUID;
import onsale.platform.db.Database;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;
import onsale.reservation.payment.AskPayment;

/** Gives a checkout up: asks payment to close the order. The seats are free when it has. */
public final class AbandonCheckout {

    private final Database database;
    private final ReservationStore reservations;
    private final AskPayment askPayment;

    public AbandonCheckout(
            Database database, ReservationStore reservations, AskPayment askPayment) {
        this.database = database;
        this.reservations = reservations;
        this.askPayment = askPayment;
    }

    /** The outcome of abandoning a checkout. */
    public sealed interface Outcome {
        /** The order is closed, or payment has been asked to close it. */
        record Abandoned() implements Outcome {}

        record NotFound() implements Outcome {}

        record NotCheckedOut() implements Outcome {}

        /** The order is paid. */
        record WrongState(Status status) implements Outcome {}
    }

    public Outcome run(UUID userId, UUID id) {
        return database.inTransaction(() ->
                reservations
                        .lockOwn(userId, id)
                        .map(this::decide)
                        .orElseGet(Outcome.NotFound::new));
    }

    private Outcome decide(Reservation reservation) {
        return switch (reservation.phase()) {
            case HELD, HOLD_OVER -> new Outcome.NotCheckedOut();
            case ORDER_OPEN -> {
                if (!reservation.isCloseAsked()) {
                    askPayment.toClose(reservation, Reason.ABANDONED);
                }
                yield new Outcome.Abandoned();
            }
            case CANCELLED ->
                    reservation.isCheckedOut()
                            ? new Outcome.Abandoned()
                            : new Outcome.NotCheckedOut();
            case CONFIRMED, RECOVERED -> new Outcome.WrongState(reservation.status());
        };
    }
}
