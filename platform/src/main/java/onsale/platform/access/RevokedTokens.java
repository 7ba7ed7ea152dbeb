package onsale.platform.access;

/**
 * Access tokens that are void before their end. Asked at every request that carries a token, so the
 * answer comes from memory. Without such a bean no token is revoked.
 */
@FunctionalInterface
public interface RevokedTokens {

    RevokedTokens NONE = tokenId -> false;

    boolean isRevoked(String tokenId);
}
