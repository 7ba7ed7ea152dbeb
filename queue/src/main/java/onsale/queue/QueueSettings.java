package onsale.queue;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The waiting room. Rate, limits and pause are set for each schedule by operators, not here.
 *
 * @param admitEvery how often fans are called, beside those who follow somebody that went
 * @param followEvery how often a node asks Redis what has changed in a line
 * @param expireEvery how often admissions that are over are ended
 * @param lineCheckEvery how often it is looked whether Redis has lost a line
 * @param mendEvery how often Redis is compared with the admissions in the database
 * @param tokenFor how long an entry token is good
 * @param claimWithin how long a call waits for its fan
 * @param silentAfter without a sign of a fan, after which admission passes over them
 * @param returnWithin after a loss of Redis, how long fans have to come back before the next is
 *     called
 * @param cleanAfter the end of a sale, after which its line is forgotten
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
