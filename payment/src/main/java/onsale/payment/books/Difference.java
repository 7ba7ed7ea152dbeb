package onsale.payment.books;

import org.jspecify.annotations.Nullable;

/**
 * A difference between our books and the provider's.
 *
 * @param hereWon what our books say; null if they say nothing
 * @param thereWon what the provider's books say; null if they say nothing
 * @param whatFollows what was done about it
 */
record Difference(
        String providerId,
        Kind kind,
        @Nullable Long hereWon,
        @Nullable Long thereWon,
        String whatFollows) {

    enum Kind {
        /** The provider has a charge of a payment that has no row here. */
        UNKNOWN_HERE,
        /** The provider does not know a payment that was paid here. */
        UNKNOWN_THERE,
        NOT_PAID_THERE,
        AMOUNT_DIFFERS,
        /** Refunded here, but the provider still has the money. */
        NOT_GIVEN_BACK,
        /** Cancelled at the provider by somebody else. */
        CANCELLED_THERE,
        /** The provider has a charge that our books lack. */
        CHARGED_THERE
    }
}
