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
 * @param refundId which of the refunds that reservation asked for; null in what was sent when a
 *     payment could only go back as a whole
 */
@MessageContract(
        owner = Context.PAYMENT,
        consumers = {Context.RESERVATION, Context.USER, Context.NOTIFICATION})
public record OrderRefunded(
        UUID orderId,
        UUID reservationId,
        UUID paymentId,
        long amount,
        Instant refundedAt,
        @Nullable UUID strayRefundId,
        @Nullable UUID refundId) {

    /** The id of the refund; that of the payment if it went back as a whole. */
    public UUID refundIdOrDefault() {
        return refundId == null ? paymentId : refundId;
    }
}
