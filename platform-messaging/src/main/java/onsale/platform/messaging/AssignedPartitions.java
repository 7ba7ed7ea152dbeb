package onsale.platform.messaging;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions that one Kafka client reads: how far each is handled, which ones wait before a
 * record is tried again, and which topic, by its id, each belongs to. Used by the client's thread
 * only.
 */
final class AssignedPartitions implements ConsumerRebalanceListener {

    private static final Logger LOG = LoggerFactory.getLogger(AssignedPartitions.class);

    private record Wait(long offset, int failures, long untilNanos) {}

    private final KafkaConsumer<String, byte[]> client;
    private final String group;
    private final Map<TopicPartition, Wait> waiting = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> handled = new HashMap<>();

    /** The id of the topic that each partition is read from; empty while unknown. */
    private final Map<TopicPartition, String> topicIds = new HashMap<>();

    AssignedPartitions(KafkaConsumer<String, byte[]> client, String group) {
        this.client = client;
        this.group = group;
    }

    /** How often this record has failed so far. */
    int failures(ConsumerRecord<String, byte[]> record) {
        @Nullable Wait wait = waiting.get(partition(record));
        return wait != null && wait.offset == record.offset() ? wait.failures : 0;
    }

    /** Makes the partition of this record wait; it continues with this record. */
    void waitAt(ConsumerRecord<String, byte[]> record, int failures, Duration pause) {
        TopicPartition partition = partition(record);
        client.pause(List.of(partition));
        client.seek(partition, record.offset());
        waiting.put(
                partition,
                new Wait(record.offset(), failures, System.nanoTime() + pause.toNanos()));
    }

    /** Resumes the partitions that have waited long enough. */
    void endWaits() {
        long now = System.nanoTime();
        for (TopicPartition partition : client.paused()) {
            @Nullable Wait wait = waiting.get(partition);
            if (wait == null || now - wait.untilNanos >= 0) {
                client.resume(List.of(partition));
            }
        }
    }

    /** Notes that this record and those before it are handled; {@link #commit} writes it down. */
    void handled(ConsumerRecord<String, byte[]> record) {
        TopicPartition partition = partition(record);
        handled.put(
                partition,
                new OffsetAndMetadata(
                        record.offset() + 1,
                        record.leaderEpoch(),
                        topicIds.getOrDefault(partition, "")));
    }

    /** Ends the failures of this record, which is a dead letter now. */
    void givenUp(ConsumerRecord<String, byte[]> record) {
        waiting.remove(partition(record));
        handled(record);
    }

    /** Starts over with partitions whose topic was deleted and created again. */
    void rewindRecreated(Map<String, String> currentIds) {
        for (TopicPartition partition : client.assignment()) {
            @Nullable String now = currentIds.get(partition.topic());
            String before = topicIds.getOrDefault(partition, "");
            if (now == null || now.equals(before)) {
                continue;
            }
            if (!before.isEmpty()) {
                LOG.warn("{} was created anew: {} reads it from the start", partition, group);
                handled.remove(partition);
                waiting.remove(partition);
                client.seekToBeginning(List.of(partition));
            }
            topicIds.put(partition, now);
        }
    }

    void commit() {
        if (!handled.isEmpty()) {
            client.commitSync(handled);
            handled.clear();
        }
    }

    /** Commits what is handled before the partitions go to another client. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        commit();
        waiting.keySet().removeAll(partitions);
        topicIds.keySet().removeAll(partitions);
    }

    /** Forgets partitions that another client has already. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        handled.keySet().removeAll(partitions);
        waiting.keySet().removeAll(partitions);
        topicIds.keySet().removeAll(partitions);
    }

    /** Reads which topics the committed offsets, where the client starts, belong to. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        client.committed(Set.copyOf(partitions))
                .forEach((partition, committed) -> {
                    if (committed != null) {
                        topicIds.put(partition, committed.metadata());
                    }
                });
    }

    private static TopicPartition partition(ConsumerRecord<String, byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }
}
