package onsale.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import onsale.platform.job.Loop;
import onsale.platform.messaging.KafkaSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** How many messages wait in Kafka for the consumers of this process, by context and topic. */
final class ConsumerLag implements AutoCloseable {

    private static final Duration ASK_EVERY = Duration.ofSeconds(15);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final KafkaSettings kafka;
    private final Supplier<Admin> admin;
    private final List<String> groups;
    private final MultiGauge gauge;
    private final Loop loop =
            new Loop(Thread.ofPlatform().daemon().name("consumer-lag"), this::step);

    /**
     * @param groups the names of contexts, without the prefix
     */
    ConsumerLag(
            KafkaSettings kafka,
            Supplier<Admin> admin,
            List<String> groups,
            MeterRegistry registry) {
        this.kafka = kafka;
        this.admin = admin;
        this.groups = groups;
        this.gauge =
                MultiGauge.builder("onsale.kafka.consumer.lag")
                        .description("Messages that a context has not read yet")
                        .register(registry);
    }

    ConsumerLag start() {
        loop.start();
        return this;
    }

    private Duration step() throws InterruptedException {
        try {
            gauge.register(rows(), true);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            gauge.register(List.of(), true); // not known; onsale_dependency_up tells why
        }
        return ASK_EVERY;
    }

    private List<Row<?>> rows() throws InterruptedException, ExecutionException, TimeoutException {
        List<Row<?>> rows = new ArrayList<>();
        for (String group : groups) {
            lag(group)
                    .forEach((topic, lag) ->
                            rows.add(Row.of(Tags.of("context", group, "topic", topic), lag)));
        }
        return rows;
    }

    private Map<String, Long> lag(String group)
            throws InterruptedException, ExecutionException, TimeoutException {
        String id = kafka.topicPrefix() + group;
        Map<TopicPartition, OffsetAndMetadata> read =
                admin.get()
                        .listConsumerGroupOffsets(Map.of(id, new ListConsumerGroupOffsetsSpec()))
                        .partitionsToOffsetAndMetadata(id)
                        .get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        read.keySet().forEach(partition -> asked.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, ListOffsetsResultInfo> ends =
                admin.get()
                        .listOffsets(asked)
                        .all()
                        .get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        Map<String, Long> lag = new TreeMap<>();
        read.forEach((partition, offset) -> {
            ListOffsetsResultInfo end = ends.get(partition);
            if (offset != null && end != null) {
                lag.merge(
                        partition.topic().substring(kafka.topicPrefix().length()),
                        Math.max(0, end.offset() - offset.offset()),
                        Long::sum);
            }
        });
        return lag;
    }

    @Override
    public void close() {
        loop.close(Duration.ZERO);
    }
}
