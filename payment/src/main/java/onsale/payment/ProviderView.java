package onsale.payment;

import java.time.Instant;

/** A payment as the provider shows it; its JSON is kept, empty where there is none. */
sealed interface ProviderView {

    /** The money is there. */
    record Paid(String transactionId, long amountWon, Instant paidAt, String json)
            implements ProviderView {}

    /** No money was taken, and this attempt never will. */
    record Failed(String reason, String json) implements ProviderView {}

    /** Money was taken and given back, all of it or some. */
    record Cancelled(long paidWon, long cancelledWon, String json) implements ProviderView {}

    /** Nobody knows yet: nothing follows from it. */
    record Open(String status) implements ProviderView {}

    /** The provider has never heard of it: nobody came to pay. */
    record Unknown() implements ProviderView {}
}
