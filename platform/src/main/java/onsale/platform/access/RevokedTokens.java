package onsale.platform.access;

/**
 * Access tokens that were revoked before they expire. It is asked for every request with a token,
 * so it answers from memory. Without a bean of this type no token is revoked.
 */
@FunctionalInterface
public interface RevokedTokens {

    RevokedTokens NONE = tokenId -> false;

    boolean isRevoked(String tokenId);

    /**
     * Whether all revoked tokens are known. Before that no token may be accepted, because one that
     * {@link #isRevoked} does not know may be revoked all the same.
     */
    default boolean isComplete() {
        return true;
    }
}
