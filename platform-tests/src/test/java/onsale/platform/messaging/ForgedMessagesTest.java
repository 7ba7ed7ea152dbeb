package onsale.platform.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Somebody who can write to the topic, and what a consumer makes of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForgedMessagesTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @MessageContract(owner = "payer", consumers = "hearer")
    record Paid(String order) {}

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String TOPIC = "paid";

    private final List<Incoming> believed = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private Database database;
    private DeadLetters letters;
    private MessageConsumer consumer;
    private KafkaProducer<byte[], byte[]> stranger;

    @BeforeAll
    void start() {
        Metrics.addRegistry(metrics);
        database = stores.database(new ContextSchema("forged_test", "forged_test_user"));
        Outbox hearer = outbox(stores.messageKeys(), "hearer");
        letters = new DeadLetters(database, hearer);
        try (Admin admin = Admin.create(stores.kafkaSettings().clientWith(Map.of()))) {
            Topics.create(admin, stores.kafkaSettings(), List.of(TOPIC), 1);
        }
        consumer =
                new MessageConsumer(
                        database,
                        hearer,
                        stores.kafkaSettings(),
                        "hearer",
                        List.of(TOPIC),
                        new Handlers().on(Paid.class, (paid, message) -> believed.add(message)));
        consumer.start();
        stranger =
                new KafkaProducer<>(
                        stores.kafkaSettings().clientWith(Map.of()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
    }

    @AfterAll
    void stop() {
        consumer.close();
        stranger.close();
        Metrics.removeRegistry(metrics);
    }

    /** The canary: the same record with its owner's seal is believed, so only the seal decides. */
    @Test
    void aMessageIsBelievedOnlyWithItsOwnersSeal() throws Exception {
        Sealed genuine = sealed(stores.messageKeys(), "order-1");
        Sealed otherKey =
                sealed(MessageKeys.derived(new Secret("else"), stores.kafkaSettings()), "order-2");
        Sealed otherDeployment =
                sealed(
                        MessageKeys.of(
                                new MessageKeySettings(List.of()),
                                stores.secret(),
                                "elsewhere",
                                InstantSource.system()),
                        "order-3");
        int before = letters.unhandled(100).size();
        double countedBefore = counted();

        send(genuine.without(MessageHeaders.MAC + "hearer"));
        send(genuine.without(MessageHeaders.KEY_ID));
        send(genuine.with(MessageHeaders.KEY_ID, "7"));
        send(genuine.with(MessageHeaders.MAC + "hearer", "%%%"));
        send(genuine.with(MessageHeaders.ID, UUID.randomUUID().toString()));
        send(genuine.with(MessageHeaders.TIME, "0"));
        send(genuine.with(MessageHeaders.VERSION, "2"));
        send(genuine.with(MessageHeaders.ENCODING, "gzip"));
        send(genuine.paying("{\"order\":\"order-9\"}"));
        send(genuine.keyed("order-9"));
        send(otherKey);
        send(otherDeployment);
        send(genuine);

        Wait.until("the genuine one is believed", SOON, () -> !believed.isEmpty());
        assertThat(believed).hasSize(1);
        assertThat(believed.getFirst().id()).isEqualTo(genuine.id());
        assertThat(letters.unhandled(100)).hasSize(before + 12);
        assertThat(letters.unhandled(100).getLast().error()).startsWith("Forged");
        assertThat(counted()).isEqualTo(countedBefore + 12);
        UUID forged = letters.unhandled(100).getLast().id();
        assertThatThrownBy(() -> consumer.redrive(forged)).hasMessageContaining("not sealed");
        assertThat(believed).hasSize(1);
        believed.clear();
    }

    @Test
    void onlyTheOwnerTellsATypeAndNoConsumerCanSealForAnother() {
        assertThatThrownBy(() -> record(outbox(stores.messageKeys(), "hearer"), "order-1"))
                .isInstanceOf(UnrecordableMessage.class)
                .hasMessageContaining("is sent by payer");
    }

    @Test
    void aBrokenRecordIsADeadLetterAndItsPartitionGoesOn() throws Exception {
        Sealed genuine = sealed(stores.messageKeys(), "order-4");
        int before = letters.unhandled(100).size();

        send(genuine.without(MessageHeaders.ID));
        send(genuine.with(MessageHeaders.ID, "no id"));
        send(genuine.with(MessageHeaders.ID, null));
        send(genuine.with("zero", "a\0b").with(MessageHeaders.ID, "\0"));
        send(genuine.keyed("\0" + "k".repeat(300)).with(MessageHeaders.KEY_ID, null));
        send(genuine.without(MessageHeaders.TYPE)); // nobody's
        send(genuine);

        Wait.until("the partition goes on", SOON, () -> !believed.isEmpty());
        assertThat(believed).hasSize(1);
        assertThat(letters.unhandled(100)).hasSize(before + 5);
        believed.clear();
    }

    private double counted() {
        return metrics.get("onsale.messages.rejected").counter().count();
    }

    private Outbox outbox(MessageKeys keys, String context) {
        return new Outbox(database, UUID::randomUUID, keys.of(context));
    }

    private UUID record(Outbox outbox, String order) {
        return database.inTransaction(
                () -> outbox.record(new Outgoing(TOPIC, order, new Paid(order))));
    }

    /** As a row of the outbox, which nobody relays here. */
    private Sealed sealed(MessageKeys keys, String order) {
        UUID id = record(outbox(keys, "payer"), order);
        return database.sql()
                .sql("select payload, headers from common.outbox_events where id = ?")
                .param(id)
                .query((row, n) -> {
                    Map<String, @Nullable String> headers =
                            new HashMap<>(MessagingWorld.headers(row.getString("headers")));
                    headers.put(MessageHeaders.ID, id.toString());
                    headers.put(MessageHeaders.TYPE, "Paid");
                    return new Sealed(id, order, row.getBytes("payload"), headers);
                })
                .single();
    }

    private record Sealed(
            UUID id, String key, byte[] payload, Map<String, @Nullable String> headers) {

        Sealed with(String name, @Nullable String value) {
            Map<String, @Nullable String> changed = new HashMap<>(headers);
            changed.put(name, value);
            return new Sealed(id, key, payload, changed);
        }

        Sealed without(String name) {
            Map<String, @Nullable String> changed = new HashMap<>(headers);
            changed.remove(name);
            return new Sealed(id, key, payload, changed);
        }

        Sealed paying(String json) {
            return new Sealed(id, key, json.getBytes(StandardCharsets.UTF_8), headers);
        }

        Sealed keyed(String other) {
            return new Sealed(id, other, payload, headers);
        }
    }

    private void send(Sealed message) throws Exception {
        var record =
                new ProducerRecord<>(
                        stores.kafkaSettings().topicPrefix() + TOPIC,
                        message.key().getBytes(StandardCharsets.UTF_8),
                        message.payload());
        message.headers()
                .forEach((name, value) ->
                        record.headers()
                                .add(
                                        name,
                                        value == null
                                                ? null
                                                : value.getBytes(StandardCharsets.UTF_8)));
        stranger.send(record).get();
    }
}
