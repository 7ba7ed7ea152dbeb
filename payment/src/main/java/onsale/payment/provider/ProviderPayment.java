package onsale.payment.provider;

import java.time.Instant;
import java.util.List;
import onsale.platform.portone.ProviderTrust.Shown;

/** A payment as the provider shows it. */
public sealed interface ProviderPayment {

    /**
     * The provider took money; all or some of it may have gone back since. Amounts are won unless
     * the charge is in another currency, which no order accepts.
     *
     * @param cancellations why parts of it went back, in the words that were sent along
     * @param shown store, currency and channel, by which the charge is judged before it counts
     * @param json the provider's answer without personal data
     */
    record Charged(
            String transactionId,
            long amountWon,
            long cancelledWon,
            List<String> cancellations,
            Instant paidAt,
            Shown shown,
            String json)
            implements ProviderPayment {

        public Charged {
            cancellations = List.copyOf(cancellations);
        }

        /** Whether it shows a cancellation that was asked for with this tag. */
        public boolean shows(String tag) {
            return cancellations.stream().anyMatch(reason -> reason.contains(tag));
        }

        public long leftWon() {
            return amountWon - cancelledWon;
        }
    }

    /**
     * No money was taken, and none will be taken for this attempt.
     *
     * @param json the provider's answer without personal data; empty if there is none
     */
    record Failed(String reason, String json) implements ProviderPayment {}

    /** Not final: nothing follows from it yet. */
    record Open(String status) implements ProviderPayment {}

    /** The provider does not know the payment: nobody came to pay. */
    record Unknown() implements ProviderPayment {}

    /** Whether money may still be taken for this attempt. */
    default boolean isOpen() {
        return this instanceof Open || this instanceof Unknown;
    }
}
