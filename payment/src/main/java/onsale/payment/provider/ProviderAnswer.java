package onsale.payment.provider;

import java.util.Set;

/** The provider's answer to a request that changes something. */
public sealed interface ProviderAnswer {

    record Done() implements ProviderAnswer {}

    /** The provider did not do it, and gave a reason. */
    record Refused(int status, String type, String message) implements ProviderAnswer {

        /** A confirm that is refused with one of these takes no money, now or later. */
        private static final Set<String> FINAL_FOR_CONFIRM =
                Set.of(
                        "INVALID_PAYMENT_TOKEN",
                        "INFORMATION_MISMATCH",
                        "INVALID_REQUEST",
                        "PAYMENT_NOT_FOUND");

        /** The same request, sent before, is still being worked on. */
        public boolean isOutstanding() {
            return type.equals("IDEMPOTENCY_OUTSTANDING_REQUEST");
        }

        public boolean isPaidAlready() {
            return type.equals("ALREADY_PAID");
        }

        /** Another refund of the same charge came first; the next try sees what is left. */
        public boolean isOvertaken() {
            return type.equals("CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN");
        }

        boolean endsConfirm() {
            return FINAL_FOR_CONFIRM.contains(type);
        }
    }
}
