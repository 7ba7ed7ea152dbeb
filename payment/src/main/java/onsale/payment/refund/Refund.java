package onsale.payment.refund;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charge to give back.
 *
 * @param attemptId null if we do not know the payment
 * @param amount in the currency of the charge
 * @param refusals how often the provider has refused to give it back
 */
public record Refund(
        UUID id,
        @Nullable UUID attemptId,
        String providerId,
        String transactionId,
        long amount,
        String currency,
        String reason,
        int refusals) {

    static final String WON = "KRW";
}
