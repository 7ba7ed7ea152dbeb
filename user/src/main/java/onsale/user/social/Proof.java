package onsale.user.social;

/**
 * What a provider has confirmed: who sent this browser.
 *
 * @param id good once for each use
 * @param expiresAt in seconds since 1970
 */
record Proof(
        String id,
        Provider provider,
        String subject,
        String email,
        boolean emailVerified,
        long expiresAt)
        implements Sealed {
    @Override
    public String toString() {
        return "Proof"; // personal data must not reach a log
    }
}
