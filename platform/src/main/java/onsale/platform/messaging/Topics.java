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
import onsale.platform.StartFailure;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates the topics a context owns, each with its dead-letter topic. Safe to repeat. */
public final class Topics {

    private static final Duration RETENTION = Duration.ofDays(7);
    private static final Duration WITHIN = Duration.ofSeconds(30);

    private Topics() {}

    /** Replication and in-sync minimum come from the cluster's own defaults. */
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
                throw new StartFailure("Kafka does not create the topics: " + e.getMessage(), e);
            }
        } catch (TimeoutException e) {
            throw new StartFailure("Kafka does not answer: check onsale.kafka.bootstrap-servers.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted while creating topics.");
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
