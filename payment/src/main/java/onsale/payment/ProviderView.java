package onsale.payment;

import java.time.Instant;

/** A payment as the provider shows it; its JSON is kept, empty where there is none. */
sealed interface ProviderView {

    /** Money was taken; some of it or all may have gone back since. */
    record Charged(
            String transactionId, long amountWon, long cancelledWon, Instant paidAt, String json)
            implements ProviderView {

        long leftWon() {
            return amountWon - cancelledWon;
        }
    }

    /** No money was taken, and this attempt never will. */
    record Failed(String reason, String json) implements ProviderView {}

    /** Nobody knows yet: nothing follows from it. */
    record Open(String status) implements ProviderView {}

    /** The provider has never heard of it: nobody came to pay. */
    record Unknown() implements ProviderView {}
}
