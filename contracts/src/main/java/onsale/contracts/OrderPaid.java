package onsale.contracts;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;
import org.jspecify.annotations.Nullable;

/**
 * A verdict: the provider has the money. An order gets this or {@link OrderClosed}, never both.
 *
 * @param channel how it was paid, such as CARD; null in messages sent before it was added
 */
@MessageContract(owner = Context.PAYMENT, consumers = Context.RESERVATION, version = 2)
public record OrderPaid(
        UUID orderId,
        UUID reservationId,
        UUID paymentId,
        long amount,
        Instant paidAt,
        @Nullable String channel) {

    public OrderPaid(
            UUID orderId, UUID reservationId, UUID paymentId, long amount, Instant paidAt) {
        this(orderId, reservationId, paymentId, amount, paidAt, null);
    }
}
