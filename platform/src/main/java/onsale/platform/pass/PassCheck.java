package onsale.platform.pass;

import java.time.Instant;

/** The outcome of verifying a pass. */
public sealed interface PassCheck {

    /** The pass is genuine, of the right kind, unchanged and not expired. */
    record Valid(ClaimsReader claims, Instant expiresAt) implements PassCheck {}

    /** The pass is refused. The reason is for logs and metrics, not for the client. */
    record Invalid(Reason reason) implements PassCheck {}

    /** The first fault that was found; checked in this order. */
    enum Reason {
        /** Not in the format of a pass of this kind. */
        MALFORMED,
        /** Signed with a key that is not, or no longer, configured. */
        UNKNOWN_KEY,
        /** Changed, of another kind or not signed by us. */
        FORGED,
        /** Genuine but expired. */
        EXPIRED
    }
}
