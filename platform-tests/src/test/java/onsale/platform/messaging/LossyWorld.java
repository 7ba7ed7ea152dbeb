package onsale.platform.messaging;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** One context that tells and one that hears, as in a node, over a Kafka that forgets. */
final class LossyWorld implements AutoCloseable {

    private static final String SENDER = "loss_sender";
    private static final String RECEIVER = "loss_receiver";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int PARTITIONS = 3;

    @MessageContract(owner = SENDER, consumers = RECEIVER)
    record Noted(int n) {}

    private final Stores stores;
    private final String topic;
    private final Database sender;
    private final Database receiver;
    private final Jobs senderJobs;
    private final Jobs receiverJobs;
    private final ContextMessages telling;
    private final ContextMessages hearing;
    private final Admin admin;
    private final AtomicInteger told = new AtomicInteger();
    private final CountDownLatch closing = new CountDownLatch(1);

    LossyWorld(Stores stores, String topic) {
        this.stores = stores;
        this.topic = topic;
        sender = stores.database(schema("sender_" + topic));
        receiver = stores.database(schema("receiver_" + topic));
        receiver.sql().sql("create table effects (n int)").update();
        senderJobs = new Jobs(sender);
        receiverJobs = new Jobs(receiver);
        telling = messages(sender, SENDER, senderJobs);
        hearing =
                messages(receiver, RECEIVER, receiverJobs)
                        .consume(
                                RECEIVER,
                                List.of(topic),
                                new Handlers()
                                        .on(
                                                Noted.class,
                                                noted -> {
                                                    receiver.sql()
                                                            .sql("insert into effects values (?)")
                                                            .param(noted.n())
                                                            .update();
                                                }));
        // as impatient as a node: whoever looks at a broker that is away looks again soon
        admin =
                Admin.create(
                        stores.kafkaSettings()
                                .clientWith(
                                        Map.of(
                                                "request.timeout.ms",
                                                2_000,
                                                "default.api.timeout.ms",
                                                2_000)));
        createTopic();
        telling.start();
    }

    private ContextMessages messages(Database database, String context, Jobs jobs) {
        return new ContextMessages(
                database,
                UUID::randomUUID,
                stores.messageKeys().of(context),
                stores.kafkaSettings(),
                MessagingWorld.SETTINGS,
                jobs);
    }

    private static ContextSchema schema(String name) {
        return new ContextSchema(name, name + "_user");
    }

    void createTopic() {
        Topics.create(admin, stores.kafkaSettings(), List.of(topic), PARTITIONS);
    }

    void deleteTopic() throws Exception {
        admin.deleteTopics(List.of(stores.kafkaSettings().topicPrefix() + topic)).all().get();
    }

    /** Its own look is for which topics there are, not for what is lost: it tells nothing. */
    void hear() {
        hearing.checkTopics(admin);
        hearing.start();
    }

    /** As every node does again and again. */
    void look() {
        telling.checkTopics(admin);
        hearing.checkTopics(admin);
    }

    void keepLooking() {
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        while (!closing.await(500, TimeUnit.MILLISECONDS)) {
                            lookAndMend();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private void lookAndMend() {
        try {
            look();
            createTopic();
        } catch (KafkaException e) {
            // away: the next look is soon enough
        }
    }

    void tell(int count) {
        for (int i = 0; i < count; i++) {
            int n = told.incrementAndGet();
            sender.inTransaction(() ->
                    telling.outbox().record(new Outgoing(topic, "key-" + n % 50, new Noted(n))));
        }
    }

    int told() {
        return told.get();
    }

    void awaitPublished() {
        Wait.until(
                "Kafka has them all",
                PATIENCE,
                () ->
                        sender.sql()
                                .sql(
                                        "select not exists (select from common.outbox_events where not published)")
                                .query(Boolean.class)
                                .single());
    }

    void awaitEffects(long count) {
        Wait.until(count + " effects", PATIENCE, () -> effects() >= count);
    }

    long effects() {
        return receiver.sql().sql("select count(*) from effects").query(Long.class).single();
    }

    long differentEffects() {
        return receiver.sql()
                .sql("select count(distinct n) from effects")
                .query(Long.class)
                .single();
    }

    @Override
    public void close() {
        closing.countDown();
        hearing.stop();
        telling.stop();
        senderJobs.close();
        receiverJobs.close();
        admin.close();
    }
}
