package onsale.payment.webhook;

import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;

/**
 * A message of the provider. It says where to look; what the provider shows there decides.
 *
 * @param type the provider's name of what happened
 */
public record Webhook(String id, String type, String providerId, String transactionId) {

    /** Whether it tells of a beginning, from which nothing follows. */
    boolean isBeginning() {
        return switch (WebhookType.of(type)) {
            case READY, PAY_PENDING -> true;
            case PAID, CANCELLED, OTHER -> false;
        };
    }

    /** Whether it tells what is already final here, so that there is nothing to look at. */
    boolean agreesWith(PaymentAttempt attempt) {
        return switch (WebhookType.of(type)) {
            case PAID -> attempt.wasPaid() && attempt.isPaidBy(transactionId);
            case CANCELLED ->
                    attempt.status() == Status.REFUNDED && attempt.isPaidBy(transactionId);
            case READY, PAY_PENDING, OTHER -> false;
        };
    }
}
