package onsale.contracts;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;
import org.jspecify.annotations.Nullable;

/**
 * The provider shows the money as given back. Told again when {@link RefundOrder} is.
 *
 * @param strayRefundId null for the money that paid the order; else the refund of a charge that
 *     paid for nothing, such as one that came after its order was closed
 */
@MessageContract(
        owner = Context.PAYMENT,
        consumers = {Context.RESERVATION, Context.USER})
public record OrderRefunded(
        UUID orderId,
        UUID reservationId,
        UUID paymentId,
        long amount,
        Instant refundedAt,
        @Nullable UUID strayRefundId) {}
