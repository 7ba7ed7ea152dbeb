package onsale.platform.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.Outages;
import onsale.platform.db.Database;
import onsale.platform.job.Loop;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes topics for one context, partition by partition in order. Any number of consumers may run
 * in one group. Offsets are committed after the effects, so a crash repeats messages and the inbox
 * drops the repeated ones.
 *
 * <p>While the database is away a partition waits, which does not count as an attempt. A message
 * whose handler fails is tried {@value #ATTEMPTS_MAX} times, 1, 2 and 4 s apart, while its
 * partition waits; then it becomes a dead letter and the partition goes on. A record that is broken
 * or not sealed by its owner becomes a dead letter at once.
 *
 * <p>Committed offsets name the topic's id and the leader's epoch. A topic that was deleted and
 * created again is read from its beginning; when a leader has lost its last records, the client
 * goes back to where the logs diverge. So no message is skipped, and the inbox drops repeated ones.
 */
public final class MessageConsumer implements AutoCloseable {

    static final int ATTEMPTS_MAX = 3;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration BACK_OFF_FIRST = Duration.ofSeconds(1);
    private static final Duration OUTAGE_RETRY = Duration.ofMillis(500);
    private static final Duration REOPEN_AFTER = Duration.ofSeconds(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(15);
    private static final Logger LOG = LoggerFactory.getLogger(MessageConsumer.class);

    private final KafkaSettings kafka;
    private final String group;
    private final Collection<String> topics;
    private final HandleMessages messages;
    private final Loop loop;
    private volatile Map<String, String> topicIds = Map.of();
    private volatile @Nullable KafkaConsumer<String, byte[]> client;

    public MessageConsumer(
            Database database,
            Outbox outbox,
            KafkaSettings kafka,
            String group,
            Collection<String> topics,
            Handlers handlers) {
        handlers.checkMayBeConsumedBy(outbox.keys().context());
        this.kafka = kafka;
        this.group = group;
        this.topics = topics.stream().map(topic -> kafka.topicPrefix() + topic).toList();
        this.messages = new HandleMessages(database, outbox, kafka.topicPrefix(), group, handlers);
        // Kafka's client blocks in select, which would occupy the carrier of a virtual thread.
        this.loop = new Loop(Thread.ofPlatform().daemon().name("consumer-" + group), this::consume);
    }

    public void start() {
        loop.start();
    }

    /** The topics it reads, by their full names. */
    Collection<String> topics() {
        return topics;
    }

    /** Sets the current ids of the topics, by full name. */
    void topicIds(Map<String, String> ids) {
        topicIds = Map.copyOf(ids);
    }

    /**
     * Handles a dead letter again, in one transaction with its inbox row and its removal. False if
     * there is no such dead letter; throws if it is still rejected or its handler fails.
     */
    public boolean redrive(UUID id) {
        return messages.redrive(id);
    }

    /** Handles the dead letters that operators have asked for; returns how many succeeded. */
    int redriveAsked() {
        return messages.redriveAsked();
    }

    /** Consumes with one client until the consumer is closed or the client fails. */
    private Duration consume() {
        try (KafkaConsumer<String, byte[]> open = KafkaConsumers.open(kafka, group)) {
            client = open;
            AssignedPartitions partitions = new AssignedPartitions(open, group);
            open.subscribe(topics, partitions);
            while (!loop.isStopping()) {
                partitions.endWaits();
                partitions.rewindRecreated(topicIds);
                handle(open.poll(POLL), partitions);
            }
            partitions.commit();
        } catch (WakeupException e) {
            // closed
        } catch (KafkaException e) {
            LOG.warn("Consumer {} starts again: {}", group, reason(e));
        }
        return REOPEN_AFTER;
    }

    /** A client that cannot be made says why in its cause, such as an unknown host. */
    private static String reason(KafkaException e) {
        @Nullable Throwable cause = e.getCause();
        return cause == null ? e.toString() : e + ": " + cause.getMessage();
    }

    private void handle(ConsumerRecords<String, byte[]> polled, AssignedPartitions partitions) {
        boolean allHandled = messages.allAtOnce(polled);
        for (TopicPartition partition : polled.partitions()) {
            List<ConsumerRecord<String, byte[]>> records = polled.records(partition);
            if (allHandled) {
                partitions.handled(records.getLast());
            } else {
                handleSingly(records, partitions);
            }
        }
        partitions.commit();
    }

    private void handleSingly(
            List<ConsumerRecord<String, byte[]>> records, AssignedPartitions partitions) {
        for (ConsumerRecord<String, byte[]> record : records) {
            try {
                messages.handle(record);
                partitions.handled(record);
            } catch (RuntimeException e) {
                if (!isGivenUp(record, e, partitions)) {
                    return;
                }
            }
        }
    }

    /** True if the record has become a dead letter; else its partition waits at it. */
    private boolean isGivenUp(
            ConsumerRecord<String, byte[]> record,
            RuntimeException error,
            AssignedPartitions partitions) {
        int failures = partitions.failures(record);
        if (Outages.isOutage(error)) {
            partitions.waitAt(record, failures, OUTAGE_RETRY);
            return false;
        }
        LOG.warn("Message of type {} failed in {}", type(record), group, error);
        if (failures + 1 < ATTEMPTS_MAX) {
            Duration backOff = BACK_OFF_FIRST.multipliedBy(1L << failures);
            partitions.waitAt(record, failures + 1, backOff);
            return false;
        }
        try {
            messages.giveUp(record, error);
        } catch (RuntimeException e) {
            partitions.waitAt(record, failures, OUTAGE_RETRY);
            return false;
        }
        partitions.givenUp(record);
        return true;
    }

    private static String type(ConsumerRecord<String, byte[]> record) {
        var header = record.headers().lastHeader(MessageHeaders.TYPE);
        return header == null || header.value() == null
                ? ""
                : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        loop.stop();
        @Nullable KafkaConsumer<String, byte[]> open = client;
        if (open != null) {
            open.wakeup();
        }
        loop.close(STOP_WITHIN);
    }
}
