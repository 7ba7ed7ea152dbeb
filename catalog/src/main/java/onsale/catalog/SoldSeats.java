package onsale.catalog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.SeatIds;
import onsale.contracts.SeatsSold;
import onsale.platform.messaging.Handlers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the reservations. What each message says is kept as a fact, and a seat's state is what
 * its facts add up to: so it does not matter whether a cancellation comes before its confirmation,
 * or the next fan's confirmation before the last one's cancellation, or anything twice.
 */
final class SoldSeats {

    /** Under which the effects are remembered. */
    static final String GROUP = "catalog.seats";

    /**
     * A confirmation carries the time at which its transaction began; so long after that it is in
     * every list of sales or has been cancelled.
     */
    private static final Duration UNDER_WAY_AT_MOST = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(SoldSeats.class);

    private final SeatStore seats;

    SoldSeats(SeatStore seats) {
        this.seats = seats;
    }

    Handlers handlers() {
        return new Handlers()
                .on(ReservationConfirmed.class, this::confirmed)
                .on(ReservationCancelled.class, this::cancelled)
                .on(SeatsSold.class, this::compared);
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

    /** What should have been told already is made up for, and said in the log. */
    private void compared(SeatsSold message) {
        UUID schedule = message.eventScheduleId();
        seats.lock(schedule, IntStream.range(message.from(), message.until()).boxed().toList());
        List<Integer> wrong = new ArrayList<>(seats.noteMissing(schedule, message.sales()));
        wrong.addAll(
                seats.noteGone(
                        schedule,
                        message.from(),
                        message.until(),
                        message.sales(),
                        message.asOf().minus(UNDER_WAY_AT_MOST)));
        if (!wrong.isEmpty()) {
            LOG.warn("Seats of schedule {} did not follow their sales: {}", schedule, wrong);
            seats.settle(schedule, wrong);
        }
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
