package onsale.contracts;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/** A verdict: the provider has the money. An order gets this or {@link OrderClosed}, never both. */
@MessageContract(owner = Context.PAYMENT, consumers = Context.RESERVATION)
public record OrderPaid(
        UUID orderId, UUID reservationId, UUID paymentId, long amount, Instant paidAt) {}
