package onsale.contracts;

import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/**
 * From reservation to payment: take no money for this order any more. Payment answers with the
 * order's one verdict, {@link OrderClosed} or, if a payment was already under way, {@link
 * OrderPaid}; asked again, with the same verdict.
 */
@MessageContract(owner = Context.RESERVATION, consumers = Context.PAYMENT)
public record CloseOrder(UUID orderId, UUID reservationId, String reason) {}
