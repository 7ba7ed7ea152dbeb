package onsale.contracts;

import java.time.Instant;
import java.util.UUID;

/** A verdict: no money was taken for this order and none ever will be. */
public record OrderClosed(UUID orderId, UUID reservationId, String reason, Instant closedAt) {}
