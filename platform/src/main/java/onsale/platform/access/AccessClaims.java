package onsale.platform.access;

/**
 * The claims of an access token: a JWT signed with RS256, with {@code kid} in its header. Shared by
 * the issuer and the verifier.
 */
public final class AccessClaims {

    public static final String ALGORITHM = "RS256";

    public static final String ISSUER = "iss";
    public static final String AUDIENCE = "aud";

    /** In whole seconds since 1970, like {@link #NOT_BEFORE}, which may be absent. */
    public static final String EXPIRES_AT = "exp";

    public static final String NOT_BEFORE = "nbf";

    /** Identifies the token for revocation; it starts with the id of its session. */
    public static final String TOKEN_ID = "jti";

    /** The user's id, a UUID. */
    public static final String USER_ID = "sub";

    public static final String PERSON_ID = "pid";

    /** A list of role names. */
    public static final String ROLES = "roles";

    /** The API key that a program acts by; absent from tokens of people. */
    public static final String KEY_ID = "key";

    /** A list of the key's scopes; with {@link #KEY_ID} only, like {@link #PER_MINUTE}. */
    public static final String SCOPES = "scp";

    /** How many requests a minute the key is good for. */
    public static final String PER_MINUTE = "rpm";

    private AccessClaims() {}
}
