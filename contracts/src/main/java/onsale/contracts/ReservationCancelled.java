package onsale.contracts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/**
 * The seats are free again: all of a reservation, or some that its owner has given back.
 *
 * @param reason such as EXPIRED, RELEASED, ABANDONED, CANCELLED_BY_FAN, SHOW_CANCELLED
 * @param wasConfirmed whether the seats had been sold
 */
@MessageContract(
        owner = Context.RESERVATION,
        consumers = {
            Context.CATALOG,
            Context.QUEUE,
            Context.USER,
            Context.NOTIFICATION,
            Context.OPS
        })
public record ReservationCancelled(
        UUID reservationId,
        UUID userId,
        UUID eventScheduleId,
        List<UUID> seatIds,
        String reason,
        boolean wasConfirmed,
        Instant cancelledAt) {}
