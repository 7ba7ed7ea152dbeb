package onsale.payment.order;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.portone.PaymentMethod;
import org.jspecify.annotations.Nullable;

/**
 * One try to pay an order; the API and the messages call it a payment.
 *
 * @param amountWon what the provider takes: the order less the points
 * @param requestHash of the request that prepared it, by which a repeated request is recognized
 * @param channelKey null for attempts from the time when there was no choice of channels
 * @param isStarted whether its confirm has started: from then on the provider may have the money
 * @param paymentToken to confirm with; null before the confirm and after the end
 * @param refusals how often the provider has refused a confirm
 * @param transactionId the charge that paid the order
 */
public record PaymentAttempt(
        UUID id,
        UUID orderId,
        UUID reservationId,
        UUID userId,
        byte[] requestHash,
        long amountWon,
        long pointsUsed,
        PaymentMethod method,
        @Nullable String channelKey,
        Status status,
        String providerId,
        boolean isStarted,
        @Nullable String paymentToken,
        int refusals,
        @Nullable String transactionId,
        @Nullable String failureReason,
        @Nullable Instant paidAt,
        Instant createdAt) {

    public enum Status {
        PENDING,
        SUCCESS,
        FAILED,
        REFUNDED
    }

    /** What it pays of the order, in money and points. */
    public long totalWon() {
        return amountWon + pointsUsed;
    }

    public boolean isOf(UUID userId) {
        return this.userId.equals(userId);
    }

    public boolean isPending() {
        return status == Status.PENDING;
    }

    /** Prepared, and not confirmed by anybody yet. */
    public boolean isWaiting() {
        return isPending() && !isStarted;
    }

    /** Being confirmed: the provider may have the money or not. */
    public boolean isUnderWay() {
        return isPending() && isStarted;
    }

    /** Whether it paid its order; the money may have gone back since. */
    public boolean wasPaid() {
        return status == Status.SUCCESS || status == Status.REFUNDED;
    }

    /** Whether this charge is the one that paid the order. */
    public boolean isPaidBy(String transactionId) {
        return transactionId.equals(this.transactionId);
    }

    @Override
    public String toString() {
        return Redacted.text(this, "requestHash", "paymentToken");
    }
}
