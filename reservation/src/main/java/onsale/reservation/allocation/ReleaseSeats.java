package onsale.reservation.allocation;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.AfterCommit;
import onsale.platform.db.Database;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Phase;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.ReservationStore;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.gate.TellGate;
import onsale.reservation.ticket.TicketStore;

/** Gives allocated seats back to the sale: in PostgreSQL first, then at the gate. */
public final class ReleaseSeats {

    private final Database database;
    private final AllocationStore store;
    private final ReservationStore reservations;
    private final TicketStore tickets;
    private final EndReservations endReservations;
    private final TellGate tellGate;
    private final AuditTrail audit;

    public ReleaseSeats(
            Database database,
            AllocationStore store,
            ReservationStore reservations,
            TicketStore tickets,
            EndReservations endReservations,
            TellGate tellGate) {
        this.database = database;
        this.store = store;
        this.reservations = reservations;
        this.tickets = tickets;
        this.endReservations = endReservations;
        this.tellGate = tellGate;
        this.audit = new AuditTrail(database);
    }

    /** The outcome of a release. */
    public sealed interface Outcome {
        /** The seats are free, by this release or before. */
        record Released() implements Outcome {}

        record NotFound() implements Outcome {}

        /** The allocation does not have these seats. */
        record NoSuchSeats(List<UUID> seatIds) implements Outcome {}

        /** Somebody has entered with a ticket of one of the seats. */
        record Used() implements Outcome {}
    }

    /**
     * Releases seats of an allocation.
     *
     * @param seatIds none for all that it has
     */
    public Outcome run(Actor actor, UUID scheduleId, UUID id, List<UUID> seatIds) {
        if (!store.isOwn(actor, scheduleId)) {
            return new Outcome.NotFound();
        }
        return database.inTransaction(() -> {
            Optional<Reservation> found =
                    reservations
                            .lock(id)
                            .filter(one -> !one.isSale() && one.scheduleId().equals(scheduleId));
            return found.isEmpty() ? new Outcome.NotFound() : release(actor, found.get(), seatIds);
        });
    }

    private Outcome release(Actor actor, Reservation allocation, List<UUID> seatIds) {
        Set<UUID> had = new HashSet<>(allocation.seatIds());
        List<UUID> unknown = seatIds.stream().filter(seat -> !had.contains(seat)).toList();
        if (!unknown.isEmpty()) {
            return new Outcome.NoSuchSeats(unknown);
        }
        List<Seat> released =
                allocation.activeSeats().stream()
                        .filter(seat -> seatIds.isEmpty() || seatIds.contains(seat.seatId()))
                        .toList();
        if (allocation.phase() == Phase.CANCELLED || released.isEmpty()) {
            return new Outcome.Released(); // by the same request before
        }
        List<Integer> ordinals = released.stream().map(Seat::ordinal).toList();
        if (tickets.lockAndSeeUsed(allocation.id(), ordinals)) {
            return new Outcome.Used();
        }
        endReservations.release(allocation, released);
        audit.record(
                actor,
                "seats.release",
                allocation.id().toString(),
                Map.of("kind", allocation.kind(), "note", allocation.note()),
                Map.of("released", released.stream().map(Seat::seatNumber).toList()));
        AfterCommit.run(() -> tellGate.released(allocation, ordinals));
        return new Outcome.Released();
    }
}
