package onsale.platform.access;

/**
 * Names in an access token: a JWT signed by RS256, with {@code kid} in its header. Who issues them
 * and who verifies them agree here.
 */
public final class AccessClaims {

    public static final String ALGORITHM = "RS256";

    public static final String ISSUER = "iss";
    public static final String AUDIENCE = "aud";

    /** Seconds since 1970, whole; the same for {@link #NOT_BEFORE}, which may be absent. */
    public static final String EXPIRES_AT = "exp";

    public static final String NOT_BEFORE = "nbf";

    /** By which a token is revoked; ours start with their session, see {@link TokenBlacklist}. */
    public static final String TOKEN_ID = "jti";

    /** The user's id, a UUID. */
    public static final String USER_ID = "sub";

    public static final String PERSON_ID = "pid";

    /** A list of names. */
    public static final String ROLES = "roles";

    private AccessClaims() {}
}
