package onsale.platform.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends rows to Kafka in order, and nothing past a failure: one request is in flight at a time, and
 * the first error closes the producer, which drops what it has not sent yet. The next call opens a
 * new producer and starts from the first unacknowledged row.
 */
final class Sender implements AutoCloseable {

    private static final long BUFFER_BYTES = 8L << 20;
    private static final int BATCH_BYTES = 64 << 10;

    /** The outcome of a batch: the acknowledged rows, and what stopped the rest. */
    record Result(List<OutboxStore.Acknowledged> acknowledged, Trouble trouble) {}

    /** The reason why not all rows were acknowledged. */
    sealed interface Trouble {
        record None() implements Trouble {}

        /** The broker is away, slow or changing leaders; the message is not to blame. */
        record Unreachable(String why) implements Trouble {}

        /** The broker will not accept this message as it is. */
        record Refused(String why) implements Trouble {}
    }

    private final KafkaSettings kafka;
    private final MessagingSettings settings;
    private @Nullable KafkaProducer<String, byte[]> producer;

    Sender(KafkaSettings kafka, MessagingSettings settings) {
        this.kafka = kafka;
        this.settings = settings;
    }

    Result send(List<OutboxStore.Row> rows) {
        KafkaProducer<String, byte[]> open = open();
        List<Future<RecordMetadata>> sent = new ArrayList<>(rows.size());
        Trouble trouble = new Trouble.None();
        for (OutboxStore.Row row : rows) {
            try {
                sent.add(
                        open.send(
                                record(row),
                                (metadata, error) -> {
                                    if (error != null) {
                                        open.close(Duration.ZERO); // nothing past a failure
                                    }
                                }));
            } catch (KafkaException | IllegalStateException e) {
                trouble = judge(e);
                break;
            }
        }
        List<OutboxStore.Acknowledged> acknowledged = new ArrayList<>(sent.size());
        for (int i = 0; i < sent.size(); i++) {
            try {
                RecordMetadata at = sent.get(i).get();
                acknowledged.add(
                        new OutboxStore.Acknowledged(rows.get(i), at.partition(), at.offset()));
            } catch (ExecutionException e) {
                trouble = judge(e.getCause() == null ? e : e.getCause());
                break;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                trouble = new Trouble.Unreachable("interrupted");
                break;
            }
        }
        if (!(trouble instanceof Trouble.None)) {
            close();
        }
        return new Result(acknowledged, trouble);
    }

    /** A missing permission counts as an outage: an operator can grant it. */
    static Trouble judge(Throwable error) {
        return switch (error) {
            case RecordTooLargeException e -> new Trouble.Refused(e.toString());
            case RecordBatchTooLargeException e -> new Trouble.Refused(e.toString());
            case SerializationException e -> new Trouble.Refused(e.toString());
            case InvalidTopicException e -> new Trouble.Refused(e.toString());
            case org.apache.kafka.common.InvalidRecordException e ->
                    new Trouble.Refused(e.toString());
            case InterruptException e -> new Trouble.Unreachable(e.toString());
            case ApiException e -> new Trouble.Unreachable(e.toString());
            default -> new Trouble.Unreachable(error.toString());
        };
    }

    private ProducerRecord<String, byte[]> record(OutboxStore.Row row) {
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(kafka.topicPrefix() + row.topic(), row.key(), row.payload());
        header(record, MessageHeaders.ID, row.id().toString());
        header(record, MessageHeaders.TYPE, row.type());
        Map<String, String> headers = MessageCodec.readHeaders(row.headers());
        headers.forEach((name, value) -> header(record, name, value));
        return record;
    }

    private static void header(ProducerRecord<String, byte[]> record, String name, String value) {
        record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    private KafkaProducer<String, byte[]> open() {
        if (producer == null) {
            long sendMillis = settings.sendWithin().toMillis();
            producer =
                    new KafkaProducer<>(
                            kafka.clientWith(
                                    Map.of(
                                            ProducerConfig.ACKS_CONFIG,
                                            "all",
                                            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                                            true,
                                            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                                            1,
                                            ProducerConfig.LINGER_MS_CONFIG,
                                            0,
                                            ProducerConfig.BATCH_SIZE_CONFIG,
                                            BATCH_BYTES,
                                            ProducerConfig.BUFFER_MEMORY_CONFIG,
                                            BUFFER_BYTES,
                                            ProducerConfig.MAX_BLOCK_MS_CONFIG,
                                            sendMillis,
                                            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                                            (int) sendMillis / 2,
                                            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                                            (int) sendMillis)),
                            new StringSerializer(),
                            new ByteArraySerializer());
        }
        return producer;
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close(Duration.ZERO);
            producer = null;
        }
    }
}
