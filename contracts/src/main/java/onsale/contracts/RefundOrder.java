package onsale.contracts;

import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/**
 * From reservation to payment: this paid order has no seats (any more), give the money back. Asked
 * twice it is done once.
 */
@MessageContract(owner = Context.RESERVATION, consumers = Context.PAYMENT)
public record RefundOrder(
        UUID orderId, UUID reservationId, UUID paymentId, long amount, String reason) {}
