package onsale.catalog;

import java.util.List;
import java.util.UUID;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.SeatIds;
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
        UUID schedule = message.eventScheduleId();
        List<Integer> sold = lock(schedule, message.seatIds());
        seats.noteConfirmed(message.reservationId(), schedule, sold, message.confirmedAt());
        seats.settle(schedule, sold);
    }

    private void cancelled(ReservationCancelled message) {
        if (!message.wasConfirmed()) {
            return; // they were never sold
        }
        UUID schedule = message.eventScheduleId();
        List<Integer> freed = lock(schedule, message.seatIds());
        seats.noteCancelled(message.reservationId(), schedule, freed, message.cancelledAt());
        seats.settle(schedule, freed);
    }

    /**
     * A sale of a seat that does not exist is for a person to look at: it becomes a dead letter.
     */
    private List<Integer> lock(UUID scheduleId, List<UUID> seatIds) {
        SeatIds ids = SeatIds.of(scheduleId);
        List<Integer> ordinals =
                seatIds.stream().distinct().map(id -> ids.ordinal(id).orElse(-1)).toList();
        if (seats.lock(scheduleId, ordinals) != ordinals.size()) {
            throw new IllegalStateException("a seat of schedule " + scheduleId + " is not known");
        }
        return ordinals;
    }
}
