package onsale.reservation.hold;

import java.time.Duration;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;
import onsale.reservation.gate.TellGate;

/** Gives a hold more time, once. */
public final class ExtendHold {

    static final Duration EXTENSION = Duration.ofMinutes(2);
    private static final int EXTENSIONS_MAX = 1;

    private final Database database;
    private final ReservationStore reservations;
    private final TellGate tellGate;

    public ExtendHold(Database database, ReservationStore reservations, TellGate tellGate) {
        this.database = database;
        this.reservations = reservations;
        this.tellGate = tellGate;
    }

    /** The outcome of an extension. */
    public sealed interface Outcome {
        record Extended(Reservation reservation) implements Outcome {}

        record NotFound() implements Outcome {}

        /** The hold is over. */
        record Over() implements Outcome {}

        /** The seats are frozen: the order has no verdict yet. */
        record OrderOpen() implements Outcome {}

        record WrongState(Status status) implements Outcome {}

        record NoMoreExtensions() implements Outcome {}
    }

    public Outcome run(UUID userId, UUID id) {
        Outcome outcome =
                database.inTransaction(() ->
                        reservations
                                .lockOwn(userId, id)
                                .map(this::decide)
                                .orElseGet(Outcome.NotFound::new));
        if (outcome instanceof Outcome.Extended extended) {
            Reservation reservation = extended.reservation();
            tellGate.held(reservation, reservation.holdLeft(database.now()));
        }
        return outcome;
    }

    private Outcome decide(Reservation reservation) {
        return switch (reservation.phase()) {
            case HELD ->
                    reservation.extensions() < EXTENSIONS_MAX
                            ? new Outcome.Extended(extend(reservation.id()))
                            : new Outcome.NoMoreExtensions();
            case HOLD_OVER, CANCELLED -> new Outcome.Over();
            case ORDER_OPEN -> new Outcome.OrderOpen();
            case CONFIRMED, RECOVERED -> new Outcome.WrongState(reservation.status());
        };
    }

    private Reservation extend(UUID id) {
        return reservations.update(
                id,
                """
                hold_expires_at = hold_expires_at + ? * interval '1 millisecond',
                extensions = extensions + 1
                """,
                EXTENSION.toMillis());
    }
}
