package onsale.edge.token;

import java.time.Instant;
import onsale.platform.access.CurrentUser;

/** The result of verifying an access token. */
public sealed interface TokenCheck {

    record Valid(CurrentUser user, String tokenId, Instant expiresAt) implements TokenCheck {}

    /** The reason is for logs and tests; clients learn only that the token is invalid. */
    record Refused(Reason reason) implements TokenCheck {}

    /** The token cannot be verified now, because keys or revocations are not known. */
    record Unavailable() implements TokenCheck {}

    /** Why a token is invalid. */
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
