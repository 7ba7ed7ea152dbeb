package onsale.user;

import java.net.URI;
import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of social login. A provider is offered if it has a client id and a secret.
 *
 * @param siteUrl where people reach the web app; providers send them back to {@code
 *     /login/social/<provider>} below it, which must be registered there
 * @param googleClientId the id that Google has given this site
 * @param googleClientSecret the secret that goes with it
 * @param kakaoClientId the REST API key of Kakao, with OpenID Connect switched on
 * @param kakaoClientSecret the secret that goes with it
 * @param naverClientId the id that Naver has given this site
 * @param naverClientSecret the secret that goes with it
 * @param trialUrl a server that stands for all providers, for trials without them: its issuers are
 *     google, kakao and naver below this address; if empty, the providers themselves
 * @param within how long a provider may take for each answer
 * @param callsMax logins that ask a provider at a time
 */
@ConfigurationProperties("onsale.social")
public record SocialSettings(
        @DefaultValue("") String siteUrl,
        @DefaultValue("") String googleClientId,
        @DefaultValue("") Secret googleClientSecret,
        @DefaultValue("") String kakaoClientId,
        @DefaultValue("") Secret kakaoClientSecret,
        @DefaultValue("") String naverClientId,
        @DefaultValue("") Secret naverClientSecret,
        @DefaultValue("") String trialUrl,
        @DefaultValue("5s") Duration within,
        @DefaultValue("50") int callsMax) {

    public SocialSettings {
        Check.range("onsale.social.within", within, "100ms", "60s");
        Check.range("onsale.social.calls-max", callsMax, 1, 10_000);
        checkPair("google", googleClientId, googleClientSecret);
        checkPair("kakao", kakaoClientId, kakaoClientSecret);
        checkPair("naver", naverClientId, naverClientSecret);
        boolean isOn = !(googleClientId + kakaoClientId + naverClientId).isEmpty();
        if (isOn && siteUrl.isEmpty()) {
            throw new StartFailure("Social login needs onsale.social.site-url.");
        }
        checkUrl("onsale.social.site-url", siteUrl);
        checkUrl("onsale.social.trial-url", trialUrl);
    }

    private static void checkPair(String provider, String id, Secret secret) {
        if (id.isEmpty() != secret.isEmpty()) {
            throw new StartFailure(
                    "onsale.social.%s-client-id and onsale.social.%s-client-secret go together."
                            .formatted(provider, provider));
        }
    }

    private static void checkUrl(String name, String url) {
        if (url.isEmpty()) {
            return;
        }
        try {
            URI uri = URI.create(url);
            if (uri.getHost() != null && !url.endsWith("/")) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new StartFailure(
                "%s must be an address such as https://tickets.example, without a slash at the end."
                        .formatted(name));
    }
}
