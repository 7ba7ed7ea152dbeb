package onsale.notification;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of outgoing webhooks.
 *
 * @param privateAddressesAllowed also sends to addresses of private networks and by plain HTTP: for
 *     receivers beside the platform. Pushes to browsers go by the same rule
 * @param within how long a receiver may take
 * @param retryAfter the pause after a first failure; it grows fourfold
 * @param retryAtLeastEvery the longest such pause
 * @param giveUpAfter how long an event is tried
 * @param keptFor how long the delivery log goes back
 * @param oldSecretFor how long an old secret signs besides its successor
 * @param webhooksMax endpoints of one organiser
 */
@ConfigurationProperties("onsale.webhooks")
public record WebhookSettings(
        @DefaultValue("false") boolean privateAddressesAllowed,
        @DefaultValue("10s") Duration within,
        @DefaultValue("5s") Duration retryAfter,
        @DefaultValue("6h") Duration retryAtLeastEvery,
        @DefaultValue("3d") Duration giveUpAfter,
        @DefaultValue("30d") Duration keptFor,
        @DefaultValue("24h") Duration oldSecretFor,
        @DefaultValue("20") int webhooksMax) {

    public WebhookSettings {
        Check.range("onsale.webhooks.within", within, "100ms", "60s");
        Check.range("onsale.webhooks.retry-after", retryAfter, "10ms", "1h");
        Check.range("onsale.webhooks.retry-at-least-every", retryAtLeastEvery, "10ms", "1d");
        Check.range("onsale.webhooks.give-up-after", giveUpAfter, "1m", "30d");
        Check.range("onsale.webhooks.kept-for", keptFor, "1h", "3650d");
        Check.range("onsale.webhooks.old-secret-for", oldSecretFor, "1m", "30d");
        Check.range("onsale.webhooks.webhooks-max", webhooksMax, 1, 1_000);
    }

    /** After so many failures: fourfold each time, up to the longest. */
    public Duration pause(int failures) {
        long millis = retryAfter.toMillis() << (2 * Math.clamp(failures - 1, 0, 15));
        return Duration.ofMillis(Math.min(millis, retryAtLeastEvery.toMillis()));
    }
}
