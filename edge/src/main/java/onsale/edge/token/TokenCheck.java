package onsale.edge.token;

import java.time.Instant;
import onsale.platform.access.CurrentUser;

/** What became of a token. */
public sealed interface TokenCheck {

    record Valid(CurrentUser user, String tokenId, Instant expiresAt) implements TokenCheck {}

    /** The reason is for our logs and tests; clients hear only that the token is not good. */
    record Refused(Reason reason) implements TokenCheck {}

    /** The keys cannot be had right now: the token may be good. */
    record Unavailable() implements TokenCheck {}

    /** Why a token is not good. */
    enum Reason {
        MALFORMED,
        ALGORITHM,
        UNKNOWN_KEY,
        SIGNATURE,
        ISSUER,
        AUDIENCE,
        EXPIRED,
        NOT_YET_VALID,
        CLAIMS,
        REVOKED
    }
}
