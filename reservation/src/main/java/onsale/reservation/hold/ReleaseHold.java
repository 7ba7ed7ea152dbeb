package onsale.reservation.hold;

import java.util.UUID;
import onsale.platform.db.Database;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.gate.TellGate;

/** Ends a hold whose seats the fan does not want any more. */
public final class ReleaseHold {

    private final Database database;
    private final ReservationStore reservations;
    private final EndReservations endReservations;
    private final TellGate tellGate;

    public ReleaseHold(
            Database database,
            ReservationStore reservations,
            EndReservations endReservations,
            TellGate tellGate) {
        this.database = database;
        this.reservations = reservations;
        this.endReservations = endReservations;
        this.tellGate = tellGate;
    }

    /** The outcome of a release. */
    public sealed interface Outcome {
        /** The seats are free, by this release or before. */
        record Released(Reservation reservation) implements Outcome {}

        record NotFound() implements Outcome {}

        /** The seats are frozen: the order has no verdict yet. */
        record OrderOpen() implements Outcome {}

        record WrongState(Status status) implements Outcome {}
    }

    public Outcome run(UUID userId, UUID id) {
        Outcome outcome =
                database.inTransaction(() ->
                        reservations
                                .lockOwn(userId, id)
                                .map(this::decide)
                                .orElseGet(Outcome.NotFound::new));
        if (outcome instanceof Outcome.Released released) {
            tellGate.released(released.reservation());
        }
        return outcome;
    }

    private Outcome decide(Reservation reservation) {
        return switch (reservation.phase()) {
            case HELD, HOLD_OVER -> {
                endReservations.cancel(
                        reservation, reservation.expired() ? Reason.EXPIRED : Reason.RELEASED);
                yield new Outcome.Released(reservation);
            }
            case CANCELLED -> new Outcome.Released(reservation);
            case ORDER_OPEN -> new Outcome.OrderOpen();
            case CONFIRMED, RECOVERED -> new Outcome.WrongState(reservation.status());
        };
    }
}
