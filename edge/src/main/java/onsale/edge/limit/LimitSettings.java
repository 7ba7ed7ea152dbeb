package onsale.edge.limit;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How often a client may call. All windows slide; a network of IPv6 (/64) is one address.
 *
 * @param addressPerSecond calls of one address that the ordinary server answers
 * @param hotAddressPerSecond calls of one address that a node answers from memory, and as many
 *     files; more than of the others, since they cost little and many fans may share an address
 * @param statusPerMinute looks of one user at the waiting room or at any other hot read
 * @param holdPerMinute attempts of one user to hold seats
 * @param payPerMinute payment calls of one user
 * @param loginPerMinute sign-ins, sign-ups and password resets of one address
 * @param redisWithin how long a call waits for Redis before the node decides alone
 * @param clientsMax clients a node remembers for deciding alone
 */
@ConfigurationProperties("onsale.limits")
public record LimitSettings(
        @DefaultValue("100") int addressPerSecond,
        @DefaultValue("300") int hotAddressPerSecond,
        @DefaultValue("60") int statusPerMinute,
        @DefaultValue("30") int holdPerMinute,
        @DefaultValue("20") int payPerMinute,
        @DefaultValue("10") int loginPerMinute,
        @DefaultValue("100ms") Duration redisWithin,
        @DefaultValue("100000") int clientsMax) {

    private static final int CALLS_MAX = 100_000_000;

    public LimitSettings {
        Check.range("onsale.limits.address-per-second", addressPerSecond, 1, CALLS_MAX);
        Check.range("onsale.limits.hot-address-per-second", hotAddressPerSecond, 1, CALLS_MAX);
        Check.range("onsale.limits.status-per-minute", statusPerMinute, 1, CALLS_MAX);
        Check.range("onsale.limits.hold-per-minute", holdPerMinute, 1, CALLS_MAX);
        Check.range("onsale.limits.pay-per-minute", payPerMinute, 1, CALLS_MAX);
        Check.range("onsale.limits.login-per-minute", loginPerMinute, 1, CALLS_MAX);
        Check.range("onsale.limits.redis-within", redisWithin, "1ms", "10s");
        Check.range("onsale.limits.clients-max", clientsMax, 1_000, 10_000_000);
    }
}
