package onsale.user.identity;

import java.time.Instant;

/** The provider's answer about an identity verification. */
public sealed interface Identity {

    /** A verified person. DI and phone number are empty if the provider gives none. */
    record Verified(String ci, String di, String name, String phone, Instant verifiedAt)
            implements Identity {
        @Override
        public String toString() {
            return "Verified"; // personal data must not reach a log
        }
    }

    /** The verification does not exist, is not finished, has failed, or has no CI. */
    record NotVerified() implements Identity {}

    /** The provider gave no usable answer. */
    record Unavailable() implements Identity {}
}
