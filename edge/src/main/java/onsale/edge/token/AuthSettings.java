package onsale.edge.token;

import java.net.URI;
import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which access tokens are good.
 *
 * @param issuer who must have issued them
 * @param audience whom they must be meant for
 * @param jwksUrl where the public keys are; empty if this process issues tokens itself
 * @param leeway by which the clocks of issuer and verifier may differ
 * @param keysFor after which the keys are looked up again
 * @param refetchEvery at most this often is an unknown key looked up
 * @param cacheMax tokens remembered as verified
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
