package onsale.checker;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads the ids of all messages on the topics, and how far each group has read. */
final class Topics {

    private static final int WITHIN_SECONDS = 30;
    private static final long MESSAGES_MAX = 5_000_000;
    private static final String NOTES_OF_DEAD_LETTERS = ".dlq";

    private Topics() {}

    static void read(Sources sources, Tables tables) throws SQLException {
        tables.create("topic_messages", "id text");
        tables.create("group_lags", "group_id text, topic text, partition int, behind bigint");
        try {
            Map<TopicPartition, Long> ends = messages(sources, tables);
            groups(sources, ends, tables);
        } catch (KafkaException | ExecutionException | TimeoutException e) {
            throw new CannotLook("Kafka: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotLook("Interrupted.", e);
        }
    }

    private static Map<TopicPartition, Long> messages(Sources sources, Tables tables)
            throws SQLException {
        Map<String, Object> settings =
                sources.kafka(
                        Map.of(
                                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                                false,
                                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                                5_000,
                                // closing waits for the last fetch, which waits for messages
                                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                                20,
                                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                                WITHIN_SECONDS * 1_000));
        try (KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(
                                settings,
                                new ByteArrayDeserializer(),
                                new ByteArrayDeserializer());
                Tables.Rows rows = tables.into("topic_messages", 1)) {
            List<TopicPartition> partitions =
                    consumer.listTopics().entrySet().stream()
                            .filter(topic -> isOurs(topic.getKey(), sources.topicPrefix()))
                            .flatMap(topic -> topic.getValue().stream())
                            .map(part -> new TopicPartition(part.topic(), part.partition()))
                            .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long count = 0;
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WITHIN_SECONDS);
            while (partitions.stream()
                    .anyMatch(part -> consumer.position(part) < ends.getOrDefault(part, 0L))) {
                for (ConsumerRecord<byte[], byte[]> message :
                        consumer.poll(Duration.ofMillis(200))) {
                    @Nullable Header id = message.headers().lastHeader("id");
                    if (id != null) {
                        rows.add(new String(id.value(), StandardCharsets.UTF_8));
                    }
                    count++;
                }
                if (count > MESSAGES_MAX || System.nanoTime() - deadline > 0) {
                    throw new CannotLook("Kafka: too many messages to read, " + count + " so far.");
                }
            }
            return ends;
        }
    }

    private static boolean isOurs(String topic, String prefix) {
        return topic.startsWith(prefix)
                && !topic.startsWith("__")
                && !topic.endsWith(NOTES_OF_DEAD_LETTERS);
    }

    private static void groups(Sources sources, Map<TopicPartition, Long> ends, Tables tables)
            throws ExecutionException, InterruptedException, TimeoutException, SQLException {
        try (Admin admin = Admin.create(sources.kafka(Map.of()));
                Tables.Rows rows = tables.into("group_lags", 4)) {
            Collection<String> groups =
                    admin.listGroups().all().get(WITHIN_SECONDS, TimeUnit.SECONDS).stream()
                            .map(GroupListing::groupId)
                            .filter(group -> group.startsWith(sources.topicPrefix()))
                            .toList();
            for (String group : groups) {
                Map<TopicPartition, OffsetAndMetadata> read =
                        new HashMap<>(
                                admin.listConsumerGroupOffsets(group)
                                        .partitionsToOffsetAndMetadata()
                                        .get(WITHIN_SECONDS, TimeUnit.SECONDS));
                for (Map.Entry<TopicPartition, OffsetAndMetadata> part : read.entrySet()) {
                    long end = ends.getOrDefault(part.getKey(), 0L);
                    rows.add(
                            group,
                            part.getKey().topic(),
                            part.getKey().partition(),
                            end - part.getValue().offset());
                }
            }
        }
    }
}
