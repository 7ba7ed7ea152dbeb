package onsale.payment.refund;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Money of a charge to give back.
 *
 * @param attemptId null if we do not know the payment
 * @param amount in the currency of the charge; 0 if the fee is all of the price
 * @param points that come back besides
 * @param priceWon what the refunded seats had cost
 * @param whole whether all that is left of a charge goes back, because it paid for nothing
 * @param refusals how often the provider has refused to give it back
 */
public record Refund(
        UUID id,
        @Nullable UUID attemptId,
        String providerId,
        String transactionId,
        long amount,
        long points,
        long priceWon,
        boolean whole,
        String currency,
        String reason,
        int refusals) {

    static final String WON = "KRW";

    /** By which the provider's list of cancellations shows that this refund is done. */
    public String tag() {
        return "refund-" + id;
    }
}
