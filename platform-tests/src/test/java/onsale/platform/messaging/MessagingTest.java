package onsale.platform.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.problem.TraceParent;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.MDC;

/** Outbox, relay, consumer and inbox together, in calm weather. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessagingTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @MessageContract(owner = "test", consumers = "test")
    record Happened(String what) {}

    @MessageContract(owner = "test", consumers = "test")
    record Poison(String what) {}

    /** Contains itself, without end. */
    @MessageContract(owner = "test", consumers = "test")
    record Unserialisable(List<Object> self) {
        static Unserialisable make() {
            List<Object> endless = new ArrayList<>();
            endless.add(endless);
            return new Unserialisable(endless);
        }
    }

    private static final ContextSchema SCHEMA =
            new ContextSchema("messaging_test", "messaging_test_user");
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<Incoming> arrived = new CopyOnWriteArrayList<>();
    private final Handlers handlers = new Handlers();
    private volatile boolean poisonous = true;
    private Database database;
    private Outbox outbox;
    private Relay relay;
    private MessageConsumer consumer;

    @BeforeAll
    void start() {
        database = stores.database(SCHEMA);
        outbox = new Outbox(database, UUID::randomUUID, stores.messageKeys().of("test"));
        relay = new Relay(database, outbox, stores.kafkaSettings(), MessagingWorld.SETTINGS);
        handlers.on(Happened.class, (body, message) -> arrived.add(message))
                .on(
                        Poison.class,
                        (body, message) -> {
                            if (poisonous) {
                                throw new IllegalStateException("cannot be handled");
                            }
                            arrived.add(message);
                        });
        consumer =
                new MessageConsumer(
                        database, outbox, stores.kafkaSettings(), "test", List.of("t"), handlers);
        try (Admin admin = admin()) {
            Topics.create(admin, stores.kafkaSettings(), List.of("t", "small"), 3);
        }
        relay.start();
        consumer.start();
    }

    @AfterAll
    void stop() {
        consumer.close();
        relay.close();
    }

    @BeforeEach
    void forget() {
        arrived.clear();
    }

    @Test
    void whatCommitsArrives() {
        UUID id = record("k", new Happened("x"));

        Wait.until("it arrived", SOON, () -> ids().contains(id));
        assertThat(arrived.getFirst().key()).isEqualTo("k");
        assertThat(MessagingWorld.text(arrived.getFirst())).isEqualTo("{\"what\":\"x\"}");
    }

    @Test
    void whatRollsBackNeverWas() {
        assertThatThrownBy(() ->
                        database.inTransaction(() -> {
                            outbox.record(new Outgoing("t", "k", new Happened("no")));
                            throw new IllegalStateException("rolled back");
                        }))
                .hasMessage("rolled back");

        UUID after = record("k", new Happened("yes"));
        Wait.until("the next arrived", SOON, () -> ids().contains(after));
        assertThat(arrived).hasSize(1);
    }

    @Test
    void whatCannotBePublishedRollsTheCallerBack() {
        String tooLarge = random(1_500_000);
        database.sql().sql("create table if not exists effects (id int)").update();
        for (Object body : List.of(Unserialisable.make(), new Happened(tooLarge))) {
            assertThatThrownBy(() ->
                            database.inTransaction(() -> {
                                database.sql().sql("insert into effects values (1)").update();
                                outbox.record(new Outgoing("t", "k", body));
                            }))
                    .isInstanceOf(UnrecordableMessage.class);
        }
        assertThat(database.sql().sql("select count(*) from effects").query(Long.class).single())
                .isZero();
    }

    @Test
    void outsideATransactionNothingIsRecorded() {
        assertThatThrownBy(() -> outbox.record(new Outgoing("t", "k", new Happened("x"))))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void largeBodiesTravelCompressed() {
        UUID id = record("k", new Happened("seat ".repeat(10_000)));

        Wait.until("it arrived", SOON, () -> ids().contains(id));
        assertThat(arrived.getFirst().payload()).hasSizeLessThan(1_000);
        assertThat(MessagingWorld.decode(arrived.getFirst(), Happened.class).what())
                .hasSize(50_000);
    }

    @Test
    void theStoryTravelsAlong() {
        UUID id;
        try (var _ = MDC.putCloseable("requestId", "req-1");
                var _ = MDC.putCloseable("traceparent", TRACE)) {
            id = record("k", new Happened("x"));
        }

        Wait.until("it arrived", SOON, () -> ids().contains(id));
        assertThat(arrived.getFirst().headers())
                .containsEntry(MessageHeaders.CORRELATION_ID, "req-1")
                .containsEntry(MessageHeaders.CAUSATION_ID, "req-1")
                .containsEntry(MessageHeaders.VERSION, "1")
                .containsEntry(
                        TraceParent.HEADER,
                        "00-0af7651916cd43dd8448eb211c80319c-%016x-01"
                                .formatted(id.getLeastSignificantBits()));
    }

    @Test
    void aMessageTheBrokerRefusesBecomesADeadLetterWhileItsKeyWaitsAndOthersPass()
            throws Exception {
        allowBytes(2_000);
        UUID refused =
                database.inTransaction(() ->
                        outbox.record(
                                new Outgoing("small", "poison", new Happened(random(8_000)))));
        UUID behind =
                database.inTransaction(
                        () -> outbox.record(new Outgoing("small", "poison", new Happened("b"))));
        UUID other =
                database.inTransaction(
                        () -> outbox.record(new Outgoing("small", "other", new Happened("o"))));

        Wait.until("others pass", SOON, () -> isPublished(other));
        assertThat(isPublished(behind)).isFalse();
        DeadLetters letters = new DeadLetters(database, outbox);
        Wait.until("three attempts are over", SOON, () -> !letters.refused(10).isEmpty());
        assertThat(letters.refused(10))
                .singleElement()
                .satisfies(dead -> {
                    assertThat(dead.id()).isEqualTo(refused);
                    assertThat(dead.lastError()).contains("RecordTooLarge");
                });
        Wait.until("those behind pass now", SOON, () -> isPublished(behind));

        allowBytes(1_000_000);
        assertThat(letters.redriveRefused(refused)).isTrue();
        assertThat(letters.redriveRefused(refused)).isFalse();
        relay.publishNow();
        Wait.until("it is published after all", SOON, () -> isPublished(refused));
    }

    @Test
    void aMessageNobodyCanHandleBecomesADeadLetterAndCanBeRedriven() {
        poisonous = true;
        UUID poison = record("p", new Poison("x"));
        UUID behind = record("p", new Happened("behind"));

        Wait.until("the partition goes on", SOON, () -> ids().contains(behind));
        DeadLetters letters = new DeadLetters(database, outbox);
        assertThat(letters.unhandled(10))
                .singleElement()
                .satisfies(dead -> {
                    assertThat(dead.id()).isEqualTo(poison);
                    assertThat(dead.error()).contains("cannot be handled");
                });
        assertThat(
                        database.sql()
                                .sql(
                                        "select count(*) from common.outbox_events where topic = 't.dlq'")
                                .query(Long.class)
                                .single())
                .isEqualTo(1);

        poisonous = false;
        assertThat(consumer.redrive(poison)).isTrue();
        assertThat(consumer.redrive(poison)).isFalse();
        assertThat(ids()).containsOnlyOnce(poison);
        assertThat(letters.unhandled(10)).isEmpty();
    }

    @Test
    void aRepeatedMessageHasNoSecondEffect() {
        UUID id = record("k", new Happened("x"));
        Wait.until("it arrived", SOON, () -> ids().contains(id));

        database.sql()
                .sql("update common.outbox_events set published = false where id = ?")
                .param(id)
                .update();
        UUID after = record("k", new Happened("after"));

        Wait.until("the next arrived", SOON, () -> ids().contains(after));
        Wait.until("it was sent again", SOON, () -> isPublished(id));
        assertThat(ids()).containsOnlyOnce(id);
    }

    @Test
    void oldRowsArePurgedAndNothingElse() {
        UUID old = record("k", new Happened("old"));
        UUID fresh = record("k", new Happened("fresh"));
        Wait.until("both arrived", SOON, () -> ids().contains(fresh) && isPublished(fresh));
        database.sql()
                .sql(
                        "update common.outbox_events set published_at = now() - interval '8 days' where id = ?")
                .param(old)
                .update();
        database.sql()
                .sql(
                        "update common.processed_events set processed_at = now() - interval '31 days' where event_id = ?")
                .param(old)
                .update();

        // The inbox row goes; the message stays while nobody is known to have read it.
        assertThat(new Purge(database, MessagingWorld.SETTINGS).run()).isEqualTo(1);
        database.sql().sql("update common.outbox_positions set heard_offset = end_offset").update();
        assertThat(new Purge(database, MessagingWorld.SETTINGS).run()).isEqualTo(1);
        assertThat(isPublished(fresh)).isTrue();
    }

    private UUID record(String key, Object body) {
        return database.inTransaction(() -> outbox.record(new Outgoing("t", key, body)));
    }

    private List<UUID> ids() {
        return arrived.stream().map(Incoming::id).toList();
    }

    private boolean isPublished(UUID id) {
        return database.sql()
                .sql("select published from common.outbox_events where id = ?")
                .param(id)
                .query(Boolean.class)
                .single();
    }

    private static String random(int length) {
        // incompressible, so that it is as large for the broker as it is for us
        return new Random(1)
                .ints(length, 33, 126)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static Admin admin() {
        return Admin.create(stores.kafkaSettings().clientWith(Map.of()));
    }

    private static void allowBytes(int bytes) throws Exception {
        var topic =
                new ConfigResource(
                        ConfigResource.Type.TOPIC, stores.kafkaSettings().topicPrefix() + "small");
        var limit =
                new AlterConfigOp(
                        new ConfigEntry("max.message.bytes", "" + bytes), AlterConfigOp.OpType.SET);
        try (Admin admin = admin()) {
            admin.incrementalAlterConfigs(Map.of(topic, List.of(limit))).all().get();
        }
    }
}
