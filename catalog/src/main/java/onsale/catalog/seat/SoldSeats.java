package onsale.catalog.seat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import onsale.contracts.Context;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.SeatIds;
import onsale.contracts.SeatsSold;
import onsale.platform.messaging.Handlers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marks seats as sold or free as reservations are confirmed and cancelled. Each message is kept as
 * a fact about a seat and a reservation, and a seat's state is computed from its facts. So messages
 * may come in any order and more than once: a cancellation before its confirmation, or the next
 * fan's confirmation before the previous fan's cancellation.
 */
public final class SoldSeats {

    /** The consumer group, by which processed messages are remembered. */
    public static final String GROUP = Context.CATALOG;

    /**
     * The longest time a confirmation may take to commit. It carries the time at which its
     * transaction began; after this time it is in every list of sales, or has been cancelled.
     */
    private static final Duration COMMIT_MAX = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(SoldSeats.class);

    private final SeatSaleStore sales;

    public SoldSeats(SeatSaleStore sales) {
        this.sales = sales;
    }

    public Handlers handlers() {
        return new Handlers()
                .on(ReservationConfirmed.class, this::confirmed)
                .on(ReservationCancelled.class, this::cancelled)
                .on(SeatsSold.class, this::compared);
    }

    private void confirmed(ReservationConfirmed message) {
        UUID schedule = message.eventScheduleId();
        List<Integer> sold = lock(schedule, message.seatIds());
        sales.noteConfirmed(message.reservationId(), schedule, sold, message.confirmedAt());
        sales.updateOwners(schedule, sold);
    }

    private void cancelled(ReservationCancelled message) {
        if (!message.wasConfirmed()) {
            return; // the seats were never sold
        }
        UUID schedule = message.eventScheduleId();
        List<Integer> freed = lock(schedule, message.seatIds());
        sales.noteCancelled(message.reservationId(), schedule, freed, message.cancelledAt());
        sales.updateOwners(schedule, freed);
    }

    /** Corrects the sales by a list of all sold seats, and logs what was wrong. */
    private void compared(SeatsSold message) {
        UUID schedule = message.eventScheduleId();
        sales.lock(schedule, IntStream.range(message.from(), message.until()).boxed().toList());
        List<Integer> wrong = new ArrayList<>(sales.noteMissing(schedule, message.sales()));
        wrong.addAll(
                sales.noteGone(
                        schedule,
                        message.from(),
                        message.until(),
                        message.sales(),
                        message.asOf().minus(COMMIT_MAX)));
        if (!wrong.isEmpty()) {
            LOG.warn(
                    "Corrected seats of schedule {} that did not match their sales: {}",
                    schedule,
                    wrong);
            sales.updateOwners(schedule, wrong);
        }
    }

    /**
     * Locks the seats and returns their ordinals. A message about a seat that does not exist fails
     * and becomes a dead letter, which a person looks at.
     */
    private List<Integer> lock(UUID scheduleId, List<UUID> seatIds) {
        SeatIds ids = SeatIds.of(scheduleId);
        List<Integer> ordinals =
                seatIds.stream().distinct().map(id -> ids.ordinal(id).orElse(-1)).toList();
        if (sales.lock(scheduleId, ordinals) != ordinals.size()) {
            throw new IllegalStateException("schedule " + scheduleId + " has no such seat");
        }
        return ordinals;
    }
}
