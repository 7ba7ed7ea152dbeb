package onsale.user;

import java.time.Instant;

/** What the provider says about an identity verification. */
sealed interface Identity {

    /** A person; the DI is empty where the provider gives none. */
    record Verified(String ci, String di, String name, Instant verifiedAt) implements Identity {
        @Override
        public String toString() {
            return "Verified"; // never in a log
        }
    }

    /** There is none, it is not done, it failed, or the provider cannot give a CI. */
    record NotVerified() implements Identity {}

    /** Nobody can say right now. */
    record Unavailable() implements Identity {}
}
