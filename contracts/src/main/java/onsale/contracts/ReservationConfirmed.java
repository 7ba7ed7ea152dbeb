package onsale.contracts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Paid: the seats are sold to this fan. */
public record ReservationConfirmed(
        UUID reservationId,
        String reservationNumber,
        UUID userId,
        UUID eventScheduleId,
        List<UUID> seatIds,
        long totalAmount,
        UUID paymentId,
        Instant confirmedAt) {}
