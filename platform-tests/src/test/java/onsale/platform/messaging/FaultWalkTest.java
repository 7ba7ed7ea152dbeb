package onsale.platform.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.testkit.FaultProxy;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DuplicateKeyException;

/**
 * From a write to its effect in another context, with the Nth call to PostgreSQL or Kafka failing –
 * before its effect, after it, or hanging – for every N until there is no Nth call any more. After
 * each the tables are read: one write, one effect, in order.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultWalkTest {

    @RegisterExtension static final Stores stores = Stores.withFaults();

    @MessageContract(owner = "walk", consumers = "walk")
    record Written(String key, int n) {}

    private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(60);
    private static final ContextSchema SENDER =
            new ContextSchema("walk_sender", "walk_sender_user");
    private static final ContextSchema RECEIVER =
            new ContextSchema("walk_receiver", "walk_receiver_user");
    private static final String KEY = "the key";

    private final FaultProxy postgresProxy = new FaultProxy();
    private Database sender;
    private Database receiver;
    private Outbox outbox;
    private Relay relay;
    private MessageConsumer consumer;
    private Database receiverUnharmed;
    private int written;

    @BeforeAll
    void start() {
        Database senderUnharmed = stores.database(SENDER);
        receiverUnharmed = stores.database(RECEIVER);
        receiverUnharmed
                .sql()
                .sql("create table effects (seq bigint generated always as identity, n int)")
                .update();
        senderUnharmed
                .sql()
                .sql("create table writes (op uuid primary key, n int unique)")
                .update();
        postgresProxy.forwardTo(stores.postgres().port());
        Databases proxied = new Databases(throughProxy(stores.postgresSettings()), stores.secret());
        sender = proxied.open(SENDER);
        receiver = proxied.open(RECEIVER);
        KafkaSettings kafka =
                new KafkaSettings(
                        "127.0.0.1:" + stores.kafkaProxy().port(),
                        0,
                        stores.kafkaSettings().topicPrefix(),
                        Duration.ofSeconds(1),
                        stores.kafkaSettings().client());
        try (Admin admin = Admin.create(stores.kafkaSettings().clientWith(Map.of()))) {
            Topics.create(admin, kafka, List.of("walk"), 1);
        }
        outbox = outbox(sender);
        relay =
                new Relay(
                        sender,
                        outbox,
                        kafka,
                        new MessagingSettings(
                                Duration.ofSeconds(1),
                                Duration.ofMillis(200),
                                500,
                                Duration.ofSeconds(1),
                                Duration.ofDays(7),
                                Duration.ofDays(30)));
        Handlers handlers =
                new Handlers()
                        .on(
                                Written.class,
                                body -> {
                                    receiver.sql()
                                            .sql("insert into effects (n) values (?)")
                                            .param(body.n())
                                            .update();
                                });
        consumer =
                new MessageConsumer(
                        receiver, outbox(receiver), kafka, "walk", List.of("walk"), handlers);
        relay.start();
        consumer.start();
        writeAndAwaitEffect(); // everything is connected before the first fault
    }

    private static Outbox outbox(Database database) {
        return new Outbox(database, UUID::randomUUID, stores.messageKeys().of("walk"));
    }

    @AfterAll
    void stop() {
        postgresProxy.disarm();
        stores.kafkaProxy().disarm();
        consumer.close();
        relay.close();
        sender.close();
        receiver.close();
        postgresProxy.close();
    }

    @Test
    void aFewFailingCalls() {
        walk("PostgreSQL", postgresProxy, 6);
        walk("Kafka", stores.kafkaProxy(), 3);
    }

    @Test
    @Tag("long")
    void everyFailingCallToPostgres() {
        walk("PostgreSQL", postgresProxy, Integer.MAX_VALUE);
    }

    @Test
    @Tag("long")
    void everyFailingCallToKafka() {
        walk("Kafka", stores.kafkaProxy(), Integer.MAX_VALUE);
    }

    private void walk(String server, FaultProxy proxy, int callsMax) {
        List<String> counts = new ArrayList<>();
        for (FaultProxy.Fault fault : FaultProxy.Fault.values()) {
            int injected = 0;
            for (int nth = 1; nth <= callsMax; nth++) {
                proxy.arm(fault, nth);
                writeAndAwaitEffect();
                boolean happened = proxy.disarm();
                assertThat(effects())
                        .as("%s, call %d of %s", fault, nth, server)
                        .isEqualTo(IntStream.rangeClosed(1, written).boxed().toList());
                if (!happened) {
                    break;
                }
                injected++;
            }
            counts.add(injected + " " + fault);
        }
        System.out.println("Faults injected into calls to " + server + ": " + counts);
    }

    /** A write with an id of its own, so that an unknown outcome can be asked for. */
    private void writeAndAwaitEffect() {
        UUID operation = UUID.randomUUID();
        int n = ++written;
        Wait.until(
                "the write is known to be committed", RECOVERS_WITHIN, () -> write(operation, n));
        Wait.until("it has its effect", RECOVERS_WITHIN, () -> effects().contains(n));
    }

    private boolean write(UUID operation, int n) {
        try {
            sender.inTransaction(() -> {
                sender.sql().sql("insert into writes values (?, ?)").params(operation, n).update();
                outbox.record(new Outgoing("walk", KEY, new Written(KEY, n)));
            });
            return true;
        } catch (DuplicateKeyException e) {
            return true; // it had committed, we were only not told
        }
    }

    private List<Integer> effects() {
        return receiverUnharmed
                .sql()
                .sql("select n from effects order by seq")
                .query(Integer.class)
                .list();
    }

    private PostgresSettings throughProxy(PostgresSettings direct) {
        return new PostgresSettings(
                direct.url().replace(":" + stores.postgres().port(), ":" + postgresProxy.port()),
                0,
                "",
                direct.adminPassword(),
                Map.of(),
                3,
                1,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                direct.leakDetection());
    }
}
