package onsale.catalog;

import java.util.List;
import java.util.UUID;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.platform.messaging.Handlers;

/**
 * Follows the reservations. What each message says is kept as a fact, and a seat's state is what
 * its facts add up to: so it does not matter whether a cancellation comes before its confirmation,
 * or the next fan's confirmation before the last one's cancellation, or anything twice.
 */
final class SoldSeats {

    /** Under which the effects are remembered. */
    static final String GROUP = "catalog.seats";

    private final SeatStore seats;

    SoldSeats(SeatStore seats) {
        this.seats = seats;
    }

    Handlers handlers() {
        return new Handlers()
                .on(ReservationConfirmed.class, this::confirmed)
                .on(ReservationCancelled.class, this::cancelled);
    }

    private void confirmed(ReservationConfirmed message) {
        List<UUID> sold = lock(message.eventScheduleId(), message.seatIds());
        seats.noteConfirmed(message.reservationId(), sold, message.confirmedAt());
        seats.settle(sold);
    }

    private void cancelled(ReservationCancelled message) {
        if (!message.wasConfirmed()) {
            return; // they were never sold
        }
        List<UUID> freed = lock(message.eventScheduleId(), message.seatIds());
        seats.noteCancelled(message.reservationId(), freed, message.cancelledAt());
        seats.settle(freed);
    }

    /**
     * A sale of a seat that does not exist is for a person to look at: it becomes a dead letter.
     */
    private List<UUID> lock(UUID scheduleId, List<UUID> seatIds) {
        List<UUID> distinct = seatIds.stream().distinct().toList();
        if (seats.lock(scheduleId, distinct) != distinct.size()) {
            throw new IllegalStateException("a seat of schedule " + scheduleId + " is not known");
        }
        return distinct;
    }
}
