package onsale.platform.pass;

import java.time.Instant;

/** What became of a pass that somebody presented. */
public sealed interface PassCheck {

    /** Ours, of the right kind, unchanged and in time. */
    record Valid(ClaimsReader claims, Instant expiresAt) implements PassCheck {}

    /** To be refused. The reason is for logs and metrics; who presents a pass need not know it. */
    record Invalid(Reason reason) implements PassCheck {}

    /** The first thing found wrong, in this order. */
    enum Reason {
        /** Not the one text a pass of this kind can have. */
        MALFORMED,
        /** Signed by a key that is not, or no longer, in use here. */
        UNKNOWN_KEY,
        /** Changed, of another kind, or never ours. */
        FORGED,
        /** Genuine and too old. */
        EXPIRED
    }
}
