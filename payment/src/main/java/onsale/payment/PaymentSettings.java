package onsale.payment;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Payments.
 *
 * @param providerWithin how long the provider may take to answer; it asks for a minute at least
 * @param fanWaits after which a fan is told that we are still asking
 * @param providerCallsMax calls to the provider at a time
 * @param attemptsMax how often an order may be tried
 * @param askEvery how often it is looked for payments whose end is not known, and for refunds
 */
@ConfigurationProperties("onsale.payment")
public record PaymentSettings(
        @DefaultValue("60s") Duration providerWithin,
        @DefaultValue("8s") Duration fanWaits,
        @DefaultValue("100") int providerCallsMax,
        @DefaultValue("3") int attemptsMax,
        @DefaultValue("1s") Duration askEvery) {

    public PaymentSettings {
        Check.range("onsale.payment.provider-within", providerWithin, "1s", "5m");
        Check.range("onsale.payment.fan-waits", fanWaits, "100ms", "1m");
        Check.range("onsale.payment.provider-calls-max", providerCallsMax, 1, 10_000);
        Check.range("onsale.payment.attempts-max", attemptsMax, 1, 100);
        Check.range("onsale.payment.ask-every", askEvery, "50ms", "1m");
    }
}
