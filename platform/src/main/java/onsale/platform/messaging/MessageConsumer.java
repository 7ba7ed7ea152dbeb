package onsale.platform.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.Outages;
import onsale.platform.db.Database;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes topics for one context, partition by partition in order. Any number may run in one
 * group. Offsets are committed after the effects, so a crash repeats messages and the inbox drops
 * them.
 *
 * <p>While the database is away a partition waits; that is no attempt. A message whose handler
 * fails is tried {@value #ATTEMPTS_MAX} times, 1, 2 and 4 s apart, while its partition waits; then
 * it is a dead letter and the partition goes on.
 */
public final class MessageConsumer implements AutoCloseable {

    static final int ATTEMPTS_MAX = 3;
    private static final int RECORDS_MAX = 500;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration BACK_OFF_FIRST = Duration.ofSeconds(1);
    private static final Duration OUTAGE_RETRY = Duration.ofMillis(500);
    private static final int SESSION_MILLIS = 10_000;
    private static final int METADATA_MILLIS = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger(MessageConsumer.class);

    private final Database database;
    private final KafkaSettings kafka;
    private final String group;
    private final Collection<String> topics;
    private final Handlers handlers;
    private final Inbox inbox;
    private final DeadLetters deadLetters;
    private final Thread thread;

    /** Partitions that wait, and until when; owned by the thread. */
    private final Map<TopicPartition, Wait> waiting = new HashMap<>();

    private final Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    private volatile KafkaConsumer<String, byte[]> consumer;
    private volatile boolean stopping;

    private record Wait(long offset, int failures, long untilNanos) {}

    public MessageConsumer(
            Database database,
            Outbox outbox,
            KafkaSettings kafka,
            String group,
            Collection<String> topics,
            Handlers handlers) {
        this.database = database;
        this.kafka = kafka;
        this.group = group;
        this.topics = topics.stream().map(topic -> kafka.topicPrefix() + topic).toList();
        this.handlers = handlers;
        this.inbox = new Inbox(database, group);
        this.deadLetters = new DeadLetters(database, outbox);
        this.consumer = open();
        this.thread = Thread.ofPlatform().daemon().name("consumer-" + group).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        while (!stopping) {
            try (KafkaConsumer<String, byte[]> open = consumer) {
                open.subscribe(topics, new Rebalance(open));
                while (!stopping) {
                    endWaits(open);
                    handle(open, open.poll(POLL));
                }
                commit(open);
            } catch (WakeupException e) {
                // asked to stop
            } catch (KafkaException e) {
                LOG.warn("Consumer {} starts again: {}", group, e.toString());
            }
            waiting.clear();
            done.clear();
            if (!stopping) {
                consumer = open();
            }
        }
    }

    private void handle(
            KafkaConsumer<String, byte[]> open, ConsumerRecords<String, byte[]> polled) {
        boolean together = handleTogether(polled);
        for (TopicPartition partition : polled.partitions()) {
            List<ConsumerRecord<String, byte[]>> records = polled.records(partition);
            if (together) {
                finished(partition, records.getLast());
            } else {
                handleSingly(open, partition, records);
            }
        }
        commit(open);
    }

    /** The usual case, one transaction and one wait for the disk for all; false leaves nothing. */
    private boolean handleTogether(ConsumerRecords<String, byte[]> polled) {
        if (polled.isEmpty()) {
            return true;
        }
        try {
            database.inTransaction(() -> polled.forEach(this::handleOnce));
            return true;
        } catch (RuntimeException e) {
            return false; // some record is at fault, or the database: found out one by one
        }
    }

    private void handleSingly(
            KafkaConsumer<String, byte[]> open,
            TopicPartition partition,
            List<ConsumerRecord<String, byte[]>> records) {
        for (ConsumerRecord<String, byte[]> record : records) {
            try {
                handleOnce(record);
                finished(partition, record);
            } catch (RuntimeException e) {
                if (!failed(open, partition, record, e)) {
                    return;
                }
            }
        }
    }

    private void handleOnce(ConsumerRecord<String, byte[]> record) {
        Incoming message = incoming(record);
        if (handlers.types().contains(message.type())) {
            inbox.once(message.id(), message.type(), () -> handlers.handle(message));
        }
    }

    /** True if the record is done with, as a dead letter; else its partition waits at it. */
    private boolean failed(
            KafkaConsumer<String, byte[]> open,
            TopicPartition partition,
            ConsumerRecord<String, byte[]> record,
            RuntimeException error) {
        Wait before = waiting.get(partition);
        int failures = before != null && before.offset == record.offset() ? before.failures : 0;
        if (Outages.isOutage(error)) {
            await(open, partition, record.offset(), failures, OUTAGE_RETRY);
            return false;
        }
        LOG.warn("Message of type {} failed in {}", type(record), group, error);
        if (failures + 1 < ATTEMPTS_MAX) {
            await(
                    open,
                    partition,
                    record.offset(),
                    failures + 1,
                    BACK_OFF_FIRST.multipliedBy(1L << failures));
            return false;
        }
        try {
            Incoming message = incoming(record);
            inbox.once(
                    message.id(),
                    message.type(),
                    () -> deadLetters.giveUp(message, group, error.toString()));
            waiting.remove(partition);
            finished(partition, record);
            return true;
        } catch (RuntimeException e) {
            await(open, partition, record.offset(), failures, OUTAGE_RETRY);
            return false;
        }
    }

    private void await(
            KafkaConsumer<String, byte[]> open,
            TopicPartition partition,
            long offset,
            int failures,
            Duration pause) {
        open.pause(List.of(partition));
        open.seek(partition, offset);
        waiting.put(partition, new Wait(offset, failures, System.nanoTime() + pause.toNanos()));
    }

    private void endWaits(KafkaConsumer<String, byte[]> open) {
        long now = System.nanoTime();
        for (TopicPartition partition : open.paused()) {
            Wait wait = waiting.get(partition);
            if (wait == null || now - wait.untilNanos >= 0) {
                open.resume(List.of(partition));
            }
        }
    }

    private void finished(TopicPartition partition, ConsumerRecord<String, byte[]> record) {
        done.put(partition, new OffsetAndMetadata(record.offset() + 1));
    }

    private void commit(KafkaConsumer<String, byte[]> open) {
        if (!done.isEmpty()) {
            open.commitSync(done);
            done.clear();
        }
    }

    private Incoming incoming(ConsumerRecord<String, byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        record.headers()
                .forEach(header ->
                        headers.put(
                                header.key(), new String(header.value(), StandardCharsets.UTF_8)));
        String id = headers.remove(MessageHeaders.ID);
        return new Incoming(
                id == null ? foreignId(record) : UUID.fromString(id),
                record.topic().substring(kafka.topicPrefix().length()),
                record.key() == null ? "" : record.key(),
                headers.getOrDefault(MessageHeaders.TYPE, ""),
                record.value() == null ? new byte[0] : record.value(),
                headers);
    }

    /** A record that is not ours still has a place by which it can be told apart. */
    private static UUID foreignId(ConsumerRecord<String, byte[]> record) {
        String place = record.topic() + "/" + record.partition() + "/" + record.offset();
        return UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8));
    }

    private static String type(ConsumerRecord<String, byte[]> record) {
        var header = record.headers().lastHeader(MessageHeaders.TYPE);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    private KafkaConsumer<String, byte[]> open() {
        int requestMillis = Math.toIntExact(kafka.requestTimeout().toMillis());
        return new KafkaConsumer<>(
                Map.ofEntries(
                        Map.entry(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
                        Map.entry(ConsumerConfig.GROUP_ID_CONFIG, kafka.topicPrefix() + group),
                        Map.entry(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false),
                        Map.entry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"),
                        Map.entry(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_MAX),
                        Map.entry(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS),
                        Map.entry(ConsumerConfig.METADATA_MAX_AGE_CONFIG, METADATA_MILLIS),
                        Map.entry(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, requestMillis),
                        Map.entry(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2 * requestMillis),
                        Map.entry(
                                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                                List.of(CooperativeStickyAssignor.class))),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        stopping = true;
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(15));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Leaves a partition with everything done so far committed. */
    private final class Rebalance implements ConsumerRebalanceListener {

        private final KafkaConsumer<String, byte[]> open;

        Rebalance(KafkaConsumer<String, byte[]> open) {
            this.open = open;
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            commit(open);
            waiting.keySet().removeAll(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            done.keySet().removeAll(partitions); // another has them already
            waiting.keySet().removeAll(partitions);
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            // nothing to prepare: positions come from the committed offsets
        }
    }
}
