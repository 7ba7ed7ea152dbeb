package onsale.queue;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the waiting room. Rate, limits and pause are set for each schedule by operators, not
 * here.
 *
 * @param admitEvery how often fans are called; besides, the next fan is called when one leaves or
 *     ends a turn
 * @param followEvery how often a node asks Redis what has changed in a line
 * @param expireEvery how often turns whose time is over are ended
 * @param lineCheckEvery how often a job looks whether Redis has lost a line
 * @param mendEvery how often Redis is compared with the turns in the database
 * @param tokenFor how long an entry token is valid
 * @param claimWithin how long a called fan may wait to take the turn up
 * @param silentAfter how long no node has heard of a fan before admission passes the fan over
 * @param returnWithin how long fans have to come back after a loss of Redis before the next fan is
 *     called
 * @param cleanAfter how long after the end of a sale its line is deleted
 */
@ConfigurationProperties("onsale.queue")
public record QueueSettings(
        @DefaultValue("500ms") Duration admitEvery,
        @DefaultValue("250ms") Duration followEvery,
        @DefaultValue("500ms") Duration expireEvery,
        @DefaultValue("1s") Duration lineCheckEvery,
        @DefaultValue("5s") Duration mendEvery,
        @DefaultValue("10m") Duration tokenFor,
        @DefaultValue("1m") Duration claimWithin,
        @DefaultValue("90s") Duration silentAfter,
        @DefaultValue("30s") Duration returnWithin,
        @DefaultValue("24h") Duration cleanAfter) {

    public QueueSettings {
        Check.range("onsale.queue.admit-every", admitEvery, "50ms", "10s");
        Check.range("onsale.queue.follow-every", followEvery, "20ms", "1m");
        Check.range("onsale.queue.expire-every", expireEvery, "50ms", "10s");
        Check.range("onsale.queue.line-check-every", lineCheckEvery, "100ms", "1m");
        Check.range("onsale.queue.mend-every", mendEvery, "100ms", "5m");
        Check.range("onsale.queue.token-for", tokenFor, "1s", "24h");
        Check.range("onsale.queue.claim-within", claimWithin, "1s", "1h");
        Check.range("onsale.queue.silent-after", silentAfter, "1s", "1h");
        Check.range("onsale.queue.return-within", returnWithin, "0s", "1h");
        Check.range("onsale.queue.clean-after", cleanAfter, "1h", "720h");
    }
}
