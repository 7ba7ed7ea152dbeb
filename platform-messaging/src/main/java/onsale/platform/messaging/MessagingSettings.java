package onsale.platform.messaging;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of outbox, inbox and consumers.
 *
 * @param lease how long a relay may publish a shard without renewing
 * @param pollEvery how often a relay looks for messages of other nodes
 * @param batchMax how many messages are read, sent and marked at once
 * @param sendWithin after which an unacknowledged message counts as failed
 * @param keepPublished how long published messages are kept
 * @param keepProcessed how long a consumer remembers what it has handled; must exceed the time in
 *     which a message can be repeated
 */
@ConfigurationProperties("onsale.messaging")
public record MessagingSettings(
        @DefaultValue("5s") Duration lease,
        @DefaultValue("1s") Duration pollEvery,
        @DefaultValue("500") int batchMax,
        @DefaultValue("10s") Duration sendWithin,
        @DefaultValue("7d") Duration keepPublished,
        @DefaultValue("30d") Duration keepProcessed) {

    public MessagingSettings {
        Check.range("onsale.messaging.lease", lease, "1s", "5m");
        Check.range("onsale.messaging.poll-every", pollEvery, "50ms", "1m");
        Check.range("onsale.messaging.batch-max", batchMax, 1, 10_000);
        Check.range("onsale.messaging.send-within", sendWithin, "1s", "2m");
        Check.range("onsale.messaging.keep-published", keepPublished, "1h", "3650d");
        Check.range("onsale.messaging.keep-processed", keepProcessed, "1d", "3650d");
    }
}
