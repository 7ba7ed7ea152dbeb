package onsale.contracts;

import java.time.Instant;
import java.util.UUID;

/** The provider shows the money as given back. */
public record OrderRefunded(
        UUID orderId, UUID reservationId, UUID paymentId, long amount, Instant refundedAt) {}
