package onsale.edge.limit;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How often a client may send requests. All windows slide. An IPv6 network (/64) counts as one
 * address; failed sign-ins are also counted for its /56 and, with four times the limit, its /48.
 *
 * @param addressPerSecond requests of one address that Spring MVC answers
 * @param hotAddressPerSecond requests of one address that a node answers from memory, and as many
 *     files; more than of others, since they cost little and many fans may share an address
 * @param statusPerMinute requests of one user to the waiting room or to any other hot read
 * @param holdPerMinute attempts of one user to hold seats
 * @param payPerMinute payment requests of one user
 * @param loginPerMinute sign-ins, sign-ups and password resets of one address
 * @param neighboursFailPerMinute failed sign-ins of one IPv6 network (/56), beyond which nobody in
 *     it can sign in for a while; a provider gives one customer as many addresses as that
 * @param crowdPerSecond requests of one address by callers whose token or receipt was verified;
 *     each caller has a limit of their own, so this one allows for a crowd behind one address
 * @param userPerSecond requests of any kind of one signed-in user
 * @param holdBurstPerSecond attempts of one user to hold seats within a second
 * @param syncEvery how often a node synchronizes its counts with the other nodes
 * @param clientsMax clients that a node remembers
 */
@ConfigurationProperties("onsale.limits")
public record LimitSettings(
        @DefaultValue("100") int addressPerSecond,
        @DefaultValue("300") int hotAddressPerSecond,
        @DefaultValue("60") int statusPerMinute,
        @DefaultValue("30") int holdPerMinute,
        @DefaultValue("20") int payPerMinute,
        @DefaultValue("10") int loginPerMinute,
        @DefaultValue("30") int neighboursFailPerMinute,
        @DefaultValue("3000") int crowdPerSecond,
        @DefaultValue("20") int userPerSecond,
        @DefaultValue("5") int holdBurstPerSecond,
        @DefaultValue("250ms") Duration syncEvery,
        @DefaultValue("100000") int clientsMax) {

    private static final int CALLS_MAX = 100_000_000;

    public LimitSettings {
        Check.range("onsale.limits.address-per-second", addressPerSecond, 1, CALLS_MAX);
        Check.range("onsale.limits.hot-address-per-second", hotAddressPerSecond, 1, CALLS_MAX);
        Check.range("onsale.limits.status-per-minute", statusPerMinute, 1, CALLS_MAX);
        Check.range("onsale.limits.hold-per-minute", holdPerMinute, 1, CALLS_MAX);
        Check.range("onsale.limits.pay-per-minute", payPerMinute, 1, CALLS_MAX);
        Check.range("onsale.limits.login-per-minute", loginPerMinute, 1, CALLS_MAX);
        Check.range(
                "onsale.limits.neighbours-fail-per-minute",
                neighboursFailPerMinute,
                1,
                CALLS_MAX / 4);
        Check.range("onsale.limits.crowd-per-second", crowdPerSecond, 1, CALLS_MAX);
        Check.range("onsale.limits.user-per-second", userPerSecond, 1, CALLS_MAX);
        Check.range("onsale.limits.hold-burst-per-second", holdBurstPerSecond, 1, CALLS_MAX);
        Check.range("onsale.limits.sync-every", syncEvery, "10ms", "10s");
        Check.range("onsale.limits.clients-max", clientsMax, 1_000, 10_000_000);
    }
}
