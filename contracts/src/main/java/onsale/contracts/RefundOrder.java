package onsale.contracts;

import java.util.UUID;
import onsale.platform.messaging.MessageContract;
import org.jspecify.annotations.Nullable;

/**
 * From reservation to payment: seats of this paid order were given up, or it has none; give money
 * back. Asked twice it is done once.
 *
 * @param amount what goes back: the price less the fee
 * @param refundId one id for each refund of a payment; null in what was sent when a payment could
 *     only go back as a whole
 * @param price what the seats had cost; null likewise
 */
@MessageContract(owner = Context.RESERVATION, consumers = Context.PAYMENT)
public record RefundOrder(
        UUID orderId,
        UUID reservationId,
        UUID paymentId,
        long amount,
        String reason,
        @Nullable UUID refundId,
        @Nullable Long price) {

    /** The id of the refund; that of the payment if it goes back as a whole. */
    public UUID refundIdOrDefault() {
        return refundId == null ? paymentId : refundId;
    }

    public long priceOrDefault() {
        return price == null ? amount : price;
    }
}
