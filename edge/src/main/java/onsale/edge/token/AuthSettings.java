package onsale.edge.token;

import java.net.URI;
import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which access tokens are accepted.
 *
 * @param issuer the required issuer
 * @param audience the required audience
 * @param jwksUrl the address of the public keys; empty if this process issues tokens itself
 * @param leeway how far the clocks of issuer and verifier may differ
 * @param keysFor the age at which the keys are read again
 * @param refetchEvery the least time between two attempts to read the keys
 * @param cacheMax verified tokens that are cached
 */
@ConfigurationProperties("onsale.auth")
public record AuthSettings(
        @DefaultValue("onsale") String issuer,
        @DefaultValue("onsale") String audience,
        @DefaultValue("") String jwksUrl,
        @DefaultValue("30s") Duration leeway,
        @DefaultValue("10m") Duration keysFor,
        @DefaultValue("10s") Duration refetchEvery,
        @DefaultValue("50000") int cacheMax) {

    public AuthSettings {
        if (issuer.isBlank() || audience.isBlank()) {
            throw new StartFailure("onsale.auth.issuer and onsale.auth.audience must be given.");
        }
        if (!jwksUrl.isEmpty() && !isHttp(jwksUrl)) {
            throw new StartFailure("onsale.auth.jwks-url must be an http or https address.");
        }
        Check.range("onsale.auth.leeway", leeway, "0s", "5m");
        Check.range("onsale.auth.keys-for", keysFor, "1s", "1d");
        Check.range("onsale.auth.refetch-every", refetchEvery, "100ms", "10m");
        Check.range("onsale.auth.cache-max", cacheMax, 0, 10_000_000);
    }

    private static boolean isHttp(String url) {
        try {
            URI uri = URI.create(url);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
