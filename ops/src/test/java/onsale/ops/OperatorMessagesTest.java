package onsale.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import onsale.ops.OperatorMessages.DeadLetter;
import onsale.ops.OperatorMessages.Kind;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.MessageContract;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outgoing;
import onsale.platform.messaging.Topics;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataAccessException;

/** What operators see of another context's messages and do about them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorMessagesTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final String CONTEXT = "shop";
    private static final Duration SOON = Duration.ofSeconds(30);

    @MessageContract(owner = CONTEXT, consumers = CONTEXT)
    record Sold(String what) {}

    private final List<String> handled = new CopyOnWriteArrayList<>();
    private volatile boolean mended;
    private Database shop;
    private Database ops;
    private OperatorMessages operators;
    private Jobs jobs;
    private ContextMessages messages;

    @BeforeAll
    void start() {
        shop = stores.database(new ContextSchema("shop", "shop_user"));
        ops = stores.database(OpsModule.SCHEMA);
        operators = new OperatorMessages(ops);
        jobs = new Jobs(shop);
        messages =
                new ContextMessages(
                                shop,
                                UUID::randomUUID,
                                stores.messageKeys().of(CONTEXT),
                                stores.kafkaSettings(),
                                new MessagingSettings(
                                        Duration.ofSeconds(2),
                                        Duration.ofMillis(200),
                                        500,
                                        Duration.ofSeconds(5),
                                        Duration.ofDays(7),
                                        Duration.ofDays(30)),
                                jobs)
                        .consume(
                                CONTEXT,
                                List.of("sold"),
                                new Handlers()
                                        .on(
                                                Sold.class,
                                                sold -> {
                                                    if (!mended && sold.what().equals("broken")) {
                                                        throw new IllegalStateException("broken");
                                                    }
                                                    handled.add(sold.what());
                                                }));
        try (Admin admin = Admin.create(stores.kafkaSettings().clientWith(Map.of()))) {
            Topics.create(admin, stores.kafkaSettings(), List.of("sold"), 1);
        }
        messages.start();
    }

    @AfterAll
    void stop() {
        messages.stop();
        jobs.close();
    }

    @Test
    void aDeadLetterIsSeenAskedForAndHandledByItsContext() {
        mended = false;
        UUID id = tell("broken");
        Wait.until("it is given up", SOON, () -> !operators.deadLetters(10).isEmpty());
        DeadLetter dead = operators.deadLetters(10).getFirst();
        assertThat(dead.id()).isEqualTo(id);
        assertThat(dead.kind()).isEqualTo(Kind.UNHANDLED);
        assertThat(dead.error()).contains("broken");
        assertThat(deadByMetric()).isEqualTo(1);

        assertThat(operators.redrive(List.of(UUID.randomUUID()))).isZero();
        assertThat(operators.redrive(List.of(id))).isEqualTo(1);
        Wait.until(
                "it fails again and is not asked for any more",
                SOON,
                () -> !operators.deadLetters(10).getFirst().redriveAsked());

        mended = true;
        assertThat(operators.redriveAll()).isEqualTo(1);
        Wait.until("it is handled", SOON, () -> handled.contains("broken"));
        Wait.until("it is gone", SOON, () -> operators.deadLetters(10).isEmpty());
        assertThat(deadByMetric()).isZero();
    }

    @Test
    void aRefusedMessageIsSentAgainAndABackOffIsCutShort() {
        UUID refused = tell("refused");
        UUID later = tell("later");
        awaitPublished(later);
        shop.sql()
                .sql(
                        """
                        update common.outbox_events
                        set published = false, dead_at = now(), retry_count = 3, last_error = 'too large'
                        where id = ?
                        """)
                .param(refused)
                .update();
        assertThat(operators.deadLetters(10))
                .anySatisfy(dead -> assertThat(dead.kind()).isEqualTo(Kind.REFUSED));
        assertThat(operators.redrive(List.of(refused))).isEqualTo(1);
        awaitPublished(refused);

        shop.sql()
                .sql(
                        """
                        with backing_off as (
                            update common.outbox_shards
                            set backing_off_until = now() + interval '1 hour')
                        update common.outbox_events
                        set published = false, next_attempt_at = now() + interval '1 hour'
                        where id = ?
                        """)
                .param(later)
                .update();
        assertThat(operators.summary())
                .anySatisfy(summary -> {
                    assertThat(summary.service()).isEqualTo("shop_user");
                    assertThat(summary.waiting()).isEqualTo(1);
                });
        assertThat(operators.publishWaiting(10)).isEqualTo(1);
        awaitPublished(later);
    }

    @Test
    void whatWasRecordedSinceATimeIsToldAgainWithoutASecondEffect() {
        tell("once");
        Wait.until("it is handled", SOON, () -> handled.contains("once"));

        assertThat(operators.republish(Instant.now().plusSeconds(60))).isZero();
        assertThat(operators.republish(Instant.now().minusSeconds(600))).isPositive();
        UUID after = tell("after");
        awaitPublished(after);
        Wait.until("the next is handled", SOON, () -> handled.contains("after"));
        assertThat(handled).containsOnlyOnce("once");
    }

    /** The canary of the fence: whoever is not ops sees and changes nothing this way. */
    @Test
    void nobodyElseMayLookAcrossContexts() {
        OperatorMessages posing = new OperatorMessages(shop);

        assertThatThrownBy(posing::summary).isInstanceOf(DataAccessException.class);
        assertThatThrownBy(() -> posing.deadLetters(1)).isInstanceOf(DataAccessException.class);
        assertThatThrownBy(posing::redriveAll).isInstanceOf(DataAccessException.class);
        assertThatThrownBy(() -> posing.publishWaiting(1)).isInstanceOf(DataAccessException.class);
        assertThatThrownBy(() -> posing.republish(Instant.EPOCH))
                .isInstanceOf(DataAccessException.class);
    }

    private double deadByMetric() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new MessageMetrics(operators, InstantSource.system()).register(registry);
        return registry.get("onsale.messages.dead").gauge().value();
    }

    private UUID tell(String what) {
        return shop.inTransaction(
                () -> messages.outbox().record(new Outgoing("sold", what, new Sold(what))));
    }

    private void awaitPublished(UUID id) {
        Wait.until(
                "it is published",
                SOON,
                () ->
                        shop.sql()
                                .sql("select published from common.outbox_events where id = ?")
                                .param(id)
                                .query(Boolean.class)
                                .single());
    }
}
