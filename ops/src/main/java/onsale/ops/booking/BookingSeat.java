package onsale.ops.booking;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A seat that was sold.
 *
 * @param channel how it was paid
 * @param returnedAt when it was given back; null while it is sold
 */
record BookingSeat(
        UUID reservationId,
        UUID seatId,
        String grade,
        String channel,
        long priceWon,
        Instant soldAt,
        @Nullable Instant returnedAt) {}
