package onsale.contracts;

import java.util.List;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/** A fan has seats for a while and has not paid yet. Repeated with other seats when they change. */
@MessageContract(owner = Context.RESERVATION)
public record ReservationHeld(
        UUID reservationId,
        UUID userId,
        UUID eventScheduleId,
        List<UUID> seatIds,
        long totalAmount,
        int holdSeconds) {}
