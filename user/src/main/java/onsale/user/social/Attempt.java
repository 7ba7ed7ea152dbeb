package onsale.user.social;

/**
 * A login that a browser has begun at a provider.
 *
 * @param verifier of PKCE
 * @param expiresAt in seconds since 1970
 */
record Attempt(Provider provider, String state, String nonce, String verifier, long expiresAt)
        implements Sealed {
    @Override
    public String toString() {
        return "Attempt"; // secrets must not reach a log
    }
}
