package onsale.payment;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of payments.
 *
 * @param providerWithin how long the provider may take to answer; it recommends at least a minute
 * @param fanWaits after which a fan is told that we are still checking
 * @param providerCallsMax requests to the provider at a time
 * @param attemptsMax how many attempts may be made to pay an order
 * @param askEvery how often the jobs look for attempts whose end is not known, refunds to send and
 *     webhooks to handle
 * @param pointsPercent how many points a payment earns, in percent of the money
 * @param pointsValidFor after how long points that are spendable expire
 */
@ConfigurationProperties("onsale.payment")
public record PaymentSettings(
        @DefaultValue("60s") Duration providerWithin,
        @DefaultValue("8s") Duration fanWaits,
        @DefaultValue("100") int providerCallsMax,
        @DefaultValue("3") int attemptsMax,
        @DefaultValue("1s") Duration askEvery,
        @DefaultValue("1") int pointsPercent,
        @DefaultValue("365d") Duration pointsValidFor) {

    public PaymentSettings {
        Check.range("onsale.payment.provider-within", providerWithin, "1s", "5m");
        Check.range("onsale.payment.fan-waits", fanWaits, "100ms", "1m");
        Check.range("onsale.payment.provider-calls-max", providerCallsMax, 1, 10_000);
        Check.range("onsale.payment.attempts-max", attemptsMax, 1, 100);
        Check.range("onsale.payment.ask-every", askEvery, "50ms", "1m");
        Check.range("onsale.payment.points-percent", pointsPercent, 0, 50);
        Check.range("onsale.payment.points-valid-for", pointsValidFor, "1d", "3650d");
    }
}
