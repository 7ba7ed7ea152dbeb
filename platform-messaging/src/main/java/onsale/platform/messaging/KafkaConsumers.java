package onsale.platform.messaging;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Opens Kafka's client for a consumer: offsets are committed by hand, topics are never created. */
final class KafkaConsumers {

    private static final int RECORDS_MAX = 500;
    private static final int SESSION_MILLIS = 10_000;
    private static final Duration METADATA_MAX_AGE = Duration.ofSeconds(10);

    private KafkaConsumers() {}

    static KafkaConsumer<String, byte[]> open(KafkaSettings kafka, String group) {
        int requestMillis = Math.toIntExact(kafka.requestTimeout().toMillis());
        Map<String, Object> settings =
                Map.ofEntries(
                        Map.entry(ConsumerConfig.GROUP_ID_CONFIG, kafka.topicPrefix() + group),
                        Map.entry(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false),
                        Map.entry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"),
                        Map.entry(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false),
                        Map.entry(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_MAX),
                        Map.entry(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS),
                        Map.entry(
                                ConsumerConfig.METADATA_MAX_AGE_CONFIG,
                                (int) METADATA_MAX_AGE.toMillis()),
                        Map.entry(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, requestMillis),
                        Map.entry(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2 * requestMillis),
                        Map.entry(
                                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                                List.of(CooperativeStickyAssignor.class)));
        return new KafkaConsumer<>(
                kafka.clientWith(settings), new StringDeserializer(), new ByteArrayDeserializer());
    }
}
