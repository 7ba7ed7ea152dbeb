package onsale.reservation.archive;

import java.util.UUID;
import onsale.platform.db.Database;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;

/** A fan takes a cancelled reservation off the list. It stays where operators look. */
public final class RemoveFromList {

    private final Database database;
    private final ReservationStore reservations;
    private final ArchiveStore store;

    public RemoveFromList(Database database, ReservationStore reservations, ArchiveStore store) {
        this.database = database;
        this.reservations = reservations;
        this.store = store;
    }

    /** The outcome of removing an entry. */
    public sealed interface Outcome {

        record Removed() implements Outcome {}

        record NotFound() implements Outcome {}

        /** It is not cancelled. */
        record WrongState(Status status) implements Outcome {}
    }

    public Outcome run(UUID userId, UUID id) {
        return database.inTransaction(() ->
                reservations
                        .lockOwn(userId, id)
                        .map(this::remove)
                        .orElseGet(Outcome.NotFound::new));
    }

    private Outcome remove(Reservation reservation) {
        return switch (reservation.phase()) {
            case HOLD_OVER, CANCELLED -> {
                store.removed(reservation.id());
                yield new Outcome.Removed();
            }
            case HELD, ORDER_OPEN, CONFIRMED, RECOVERED ->
                    new Outcome.WrongState(reservation.status());
        };
    }
}
