package onsale.contracts;

import java.time.Instant;
import java.util.UUID;

/** A verdict: the provider has the money. An order gets this or {@link OrderClosed}, never both. */
public record OrderPaid(
        UUID orderId, UUID reservationId, UUID paymentId, long amount, Instant paidAt) {}
