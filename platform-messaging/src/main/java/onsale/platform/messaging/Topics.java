package onsale.platform.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates the topics that a context owns, each with its dead-letter topic. */
public final class Topics {

    private static final Duration RETENTION = Duration.ofDays(7);
    private static final Duration WITHIN = Duration.ofSeconds(30);

    private Topics() {}

    /**
     * Creates the topics that are missing; replication follows the cluster's defaults. Throws a
     * {@link KafkaException} if not all of them exist afterwards.
     */
    public static void create(
            Admin admin, KafkaSettings kafka, List<String> topics, int partitions) {
        List<NewTopic> wanted = new ArrayList<>();
        for (String topic : topics) {
            wanted.add(topic(kafka.topicPrefix() + topic, partitions));
            wanted.add(topic(kafka.topicPrefix() + topic + DeadLetters.TOPIC_SUFFIX, 1));
        }
        try {
            Set<String> existing =
                    admin.listTopics().names().get(WITHIN.toSeconds(), TimeUnit.SECONDS);
            wanted.removeIf(topic -> existing.contains(topic.name()));
            admin.createTopics(wanted).all().get(WITHIN.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new KafkaException("the topics do not exist: " + e.getMessage(), e);
            }
        } catch (TimeoutException e) {
            throw new KafkaException("the topics do not exist: no answer from Kafka", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("the topics do not exist: interrupted", e);
        }
    }

    private static NewTopic topic(String name, int partitions) {
        return new NewTopic(name, Optional.of(partitions), Optional.empty())
                .configs(
                        Map.of(
                                TopicConfig.RETENTION_MS_CONFIG,
                                String.valueOf(RETENTION.toMillis())));
    }
}
