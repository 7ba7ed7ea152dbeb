package onsale.platform.messaging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.platform.db.Database;
import onsale.platform.messaging.Positions.Missing;
import onsale.platform.messaging.Positions.Position;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that Kafka has lost messages of a context, and has them published again.
 *
 * <p>A partition may have lost messages when its topic is gone or was created anew, when its end
 * lies below an acknowledged offset, or when its leader has changed: a leader that crashed may have
 * come back without its last writes and have received new ones since. Then all messages are
 * published again that some consumer was not known to have read; the inboxes drop duplicates. The
 * same goes for messages that Kafka deleted by age before a slow consumer read them.
 */
final class LostMessages {

    private static final int WITHIN_SECONDS = 30;
    private static final Logger LOG = LoggerFactory.getLogger(LostMessages.class);

    private final KafkaSettings kafka;
    private final Positions positions;

    LostMessages(Database database, KafkaSettings kafka) {
        this.kafka = kafka;
        this.positions = new Positions(database);
    }

    /** The state of a partition in Kafka. */
    private record Seen(int leaderEpoch, long start, long end) {

        static final Seen EMPTY = new Seen(-1, 0, 0);
    }

    /** The ids of the given topics that exist, by full name. */
    static Map<String, String> topicIds(Admin admin, Set<String> topics) {
        Map<String, String> ids = new HashMap<>();
        Map<String, KafkaFuture<TopicDescription>> asked =
                topics.isEmpty() ? Map.of() : admin.describeTopics(topics).topicNameValues();
        asked.forEach((topic, description) -> {
            try {
                ids.put(topic, get(description).topicId().toString());
            } catch (KafkaException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        });
        return ids;
    }

    /** Checks all partitions once; throws {@link KafkaException} when Kafka does not answer. */
    void republish(Admin admin) {
        List<Position> known =
                positions.read(); // read before Kafka, which can only have more by then
        if (known.isEmpty()) {
            return;
        }
        Set<String> topics = new HashSet<>();
        known.forEach(position -> topics.add(kafka.topicPrefix() + position.topic()));
        Map<String, String> ids = topicIds(admin, topics);
        Map<TopicPartition, Seen> seen = seen(admin, known, ids);
        Map<String, Map<TopicPartition, OffsetAndMetadata>> groups = groups(admin, known);
        Map<String, List<Missing>> missing = new HashMap<>();
        List<Runnable> afterwards = new ArrayList<>();
        for (Position position : known) {
            TopicPartition partition = partition(position);
            String id = ids.getOrDefault(partition.topic(), "");
            @Nullable Seen now = id.isEmpty() ? Seen.EMPTY : seen.get(partition);
            if (now == null) {
                continue; // no leader at the moment
            }
            if (isLost(position, id, now)) {
                add(missing, new Missing(position, position.heardOffset(), Long.MAX_VALUE));
                afterwards.add(() -> positions.restart(position, id, now.leaderEpoch(), now.end()));
                continue;
            }
            long heard = Math.max(position.heardOffset(), heard(position, id, now, groups));
            if (heard < now.start()) { // deleted by age before it was read
                add(missing, new Missing(position, heard, now.start()));
                heard = now.start();
            }
            long confirmed = heard;
            afterwards.add(() -> positions.confirm(position, id, now.leaderEpoch(), confirmed));
        }
        missing.forEach((topic, parts) -> {
            long marked = positions.markUnpublished(topic, parts);
            LOG.warn(
                    "Kafka may have lost messages of {}: {} are published again ({} partitions)",
                    topic,
                    marked,
                    parts.size());
        });
        afterwards.forEach(Runnable::run);
    }

    private static boolean isLost(Position position, String id, Seen now) {
        if (position.topicId() == null) {
            return now.end() < position.endOffset(); // never checked before
        }
        return !position.topicId().equals(id)
                || position.leaderEpoch() != now.leaderEpoch()
                || now.end() < position.endOffset();
    }

    /** The offset up to which all consumers have read the topic with this id. */
    private long heard(
            Position position,
            String topicId,
            Seen now,
            Map<String, Map<TopicPartition, OffsetAndMetadata>> groups) {
        long heard = now.end();
        for (String consumer : position.consumerNames()) {
            @Nullable OffsetAndMetadata read =
                    groups.getOrDefault(consumer, Map.of()).get(partition(position));
            heard =
                    read != null && topicId.equals(read.metadata())
                            ? Math.min(heard, read.offset())
                            : 0;
        }
        return heard;
    }

    private Map<TopicPartition, Seen> seen(
            Admin admin, List<Position> known, Map<String, String> ids) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        Map<TopicPartition, OffsetSpec> starts = new HashMap<>();
        for (Position position : known) {
            TopicPartition partition = partition(position);
            if (ids.containsKey(partition.topic())) {
                ends.put(partition, OffsetSpec.latest());
                starts.put(partition, OffsetSpec.earliest());
            }
        }
        Map<TopicPartition, Seen> seen = new HashMap<>();
        var first = admin.listOffsets(starts);
        var last = admin.listOffsets(ends);
        for (TopicPartition partition : ends.keySet()) {
            try {
                ListOffsetsResultInfo end = get(last.partitionResult(partition));
                seen.put(
                        partition,
                        new Seen(
                                end.leaderEpoch().orElse(-1),
                                get(first.partitionResult(partition)).offset(),
                                end.offset()));
            } catch (KafkaException e) {
                LOG.debug("{} cannot be checked: {}", partition, e.toString());
            }
        }
        return seen;
    }

    private Map<String, Map<TopicPartition, OffsetAndMetadata>> groups(
            Admin admin, List<Position> known) {
        Set<String> consumers = new HashSet<>();
        known.forEach(position -> consumers.addAll(position.consumerNames()));
        Map<String, Map<TopicPartition, OffsetAndMetadata>> read = new HashMap<>();
        for (String consumer : consumers) {
            String group = kafka.topicPrefix() + consumer;
            try {
                read.put(
                        consumer,
                        get(
                                admin.listConsumerGroupOffsets(
                                                Map.of(group, new ListConsumerGroupOffsetsSpec()))
                                        .partitionsToOffsetAndMetadata(group)));
            } catch (KafkaException e) {
                LOG.debug("Group {} cannot be read: {}", group, e.toString()); // counts as unread
            }
        }
        return read;
    }

    private TopicPartition partition(Position position) {
        return new TopicPartition(
                kafka.topicPrefix() + position.topic(), position.topicPartition());
    }

    private static void add(Map<String, List<Missing>> missing, Missing one) {
        missing.computeIfAbsent(one.position().topic(), none -> new ArrayList<>()).add(one);
    }

    private static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get(WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new KafkaException(String.valueOf(e.getMessage()), e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException("no answer from Kafka", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }
}
