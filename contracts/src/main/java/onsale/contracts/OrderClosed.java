package onsale.contracts;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/** A verdict: no money was taken for this order and none ever will be. */
@MessageContract(owner = Context.PAYMENT, consumers = Context.RESERVATION)
public record OrderClosed(UUID orderId, UUID reservationId, String reason, Instant closedAt) {}
