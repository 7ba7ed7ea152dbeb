package onsale.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.contracts.OrderPass;
import onsale.payment.Pay.Outcome;
import onsale.payment.PaymentStore.Payment;
import onsale.payment.PaymentStore.Status;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Till till;
    private static final Duration SOON = Duration.ofSeconds(30);
    private final OrderPass order = Till.anOrder();

    @BeforeAll
    static void open() {
        till = new Till(stores);
    }

    @AfterAll
    static void close() {
        till.close();
    }

    @AfterEach
    void theBooksAreInOrder() throws Exception {
        assertThat(till.findings()).isEmpty();
    }

    private static Status status(Payment payment) {
        return till.store.find(payment.id()).orElseThrow().status();
    }

    @Test
    void aPaymentIsTakenOnceAndToldOnce() {
        Payment payment = till.prepared(order);
        String token = till.approved(payment);

        Outcome first = till.pay.confirm(order.userId(), payment.id(), token);
        Outcome again = till.pay.confirm(order.userId(), payment.id(), token);
        till.reconcile();

        assertThat(((Outcome.Known) first).payment().status()).isEqualTo(Status.SUCCESS);
        assertThat(((Outcome.Known) again).payment().status()).isEqualTo(Status.SUCCESS);
        assertThat(till.kept(payment)).isEqualTo(Till.PRICE);
        assertThat(till.told(order)).containsExactly("OrderPaid");
    }

    @Test
    void aKeyIsOneAttempt() {
        String pass = till.pass(order);

        Outcome first = till.pay.prepare(order.userId(), pass, "key", "CARD");
        Outcome again = till.pay.prepare(order.userId(), pass, "key", "CARD");
        Outcome other = till.pay.prepare(order.userId(), till.pass(Till.anOrder()), "key", "CARD");

        assertThat(((Outcome.Made) again).payment().id())
                .isEqualTo(((Outcome.Made) first).payment().id());
        assertThat(other).isInstanceOf(Outcome.KeyReused.class);
        assertThat(till.pay.prepare(UUID.randomUUID(), pass, "mine", "CARD"))
                .isInstanceOf(Outcome.NoSuchOrder.class);
        assertThat(till.pay.prepare(order.userId(), pass + "x", "other", "CARD"))
                .isInstanceOf(Outcome.NoSuchOrder.class);
    }

    @Test
    void threeDeclinesCloseTheOrder() {
        for (int i = 0; i < 3; i++) {
            assertThat(till.told(order)).isEmpty();
            Payment payment = till.prepared(order);
            till.faults(payment, "{\"kind\":\"DECLINE\"}");
            Outcome outcome = till.confirmed(payment);
            assertThat(((Outcome.Known) outcome).payment().status()).isEqualTo(Status.FAILED);
            assertThat(till.kept(payment)).isZero();
        }

        assertThat(till.told(order)).containsExactly("OrderClosed");
        assertThat(till.pay.prepare(order.userId(), till.pass(order), "4", "CARD"))
                .isInstanceOf(Outcome.OrderOver.class);
    }

    @Test
    void aMadeUpTokenFailsTheAttemptAndNotTheOrder() {
        Payment payment = till.prepared(order);
        till.approved(payment);

        Outcome outcome = till.pay.confirm(order.userId(), payment.id(), "made-up");

        assertThat(((Outcome.Known) outcome).payment().status()).isEqualTo(Status.FAILED);
        assertThat(till.told(order)).isEmpty();
        assertThat(till.confirmed(till.prepared(order))).isInstanceOf(Outcome.Known.class);
        assertThat(till.told(order)).containsExactly("OrderPaid");
    }

    @Test
    void anOrderClosedBeforeAnybodyPaysTakesNoMoney() {
        till.close(order);
        till.close(order);

        assertThat(till.told(order)).containsExactly("OrderClosed");
        assertThat(till.pay.prepare(order.userId(), till.pass(order), "late", "CARD"))
                .isInstanceOf(Outcome.OrderOver.class);
    }

    @Test
    void anAttemptThatIsPreparedOnlyIsClosedWithItsOrder() {
        Payment payment = till.prepared(order);
        String token = till.approved(payment);

        till.close(order);

        assertThat(till.pay.confirm(order.userId(), payment.id(), token))
                .isInstanceOf(Outcome.Known.class);
        assertThat(status(payment)).isEqualTo(Status.FAILED);
        assertThat(till.kept(payment)).isZero();
        assertThat(till.told(order)).containsExactly("OrderClosed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\":\"CUT\",\"effect\":\"FIRST\"}",
                "{\"kind\":\"CUT\"}",
                "{\"kind\":\"ERROR\",\"effect\":\"FIRST\"}",
                "{\"kind\":\"ERROR\"}",
                "{\"kind\":\"HANG\",\"effect\":\"FIRST\",\"millis\":1500}",
                "{\"kind\":\"HANG\",\"effect\":\"LAST\",\"millis\":1500}",
                "{\"kind\":\"HANG\",\"effect\":\"NEVER\",\"millis\":1500}",
                "{\"kind\":\"SLOW\",\"millis\":1000}",
                "{\"kind\":\"LATE\",\"millis\":700}",
                "{\"kind\":\"LATE\",\"millis\":700,\"shown\":\"PAY_PENDING\"}",
                "{\"kind\":\"CUT\",\"on\":\"GET\",\"times\":4}"
            })
    void whateverTheProviderDoesThePaymentEndsAndIsTakenOnce(String fault) {
        Payment payment = till.prepared(order);
        till.faults(payment, fault);

        till.confirmed(payment);
        till.close(order); // too late to matter, or decisive: one verdict either way
        Wait.until(
                "the end is known",
                Duration.ofSeconds(30),
                () -> {
                    till.reconcile();
                    return status(payment) != Status.PENDING;
                });

        boolean paid = status(payment) == Status.SUCCESS;
        assertThat(till.kept(payment)).isEqualTo(paid ? Till.PRICE : 0);
        assertThat(till.told(order)).containsExactly(paid ? "OrderPaid" : "OrderClosed");
    }

    @Test
    void moneyForAnAttemptThatWasGivenUpGoesBackOnce() {
        Payment payment = till.prepared(order);
        till.approved(payment);
        till.pay.cancel(order.userId(), payment.id());
        till.charge(payment);
        assertThat(till.kept(payment)).isEqualTo(Till.PRICE);

        till.reconciler.handle(new WebhookStore.Webhook("w1", "", payment.providerId(), ""));
        till.reconciler.handle(new WebhookStore.Webhook("w2", "", payment.providerId(), ""));
        till.reconcile();
        till.reconcile();

        assertThat(till.kept(payment)).isZero();
        assertThat(till.told(order)).containsExactly("OrderRefunded");
    }

    @Test
    void moneyThatComesAgainAfterARefundGoesBackAgain() {
        Payment payment = till.prepared(order);
        till.confirmed(payment);
        till.faults(payment, "{\"kind\":\"PAID_AFTER_CANCEL\",\"millis\":200}");

        till.refund(payment);
        till.reconcile();
        Wait.until("it is paid again", SOON, () -> till.charges(payment) == 2);
        till.reconciler.handle(webhook(payment, "Transaction.Paid", "another"));
        till.reconcile();

        assertThat(till.kept(payment)).isZero();
        assertThat(status(payment)).isEqualTo(Status.REFUNDED);
        assertThat(till.told(order)).containsExactly("OrderPaid", "OrderRefunded", "OrderRefunded");
    }

    @Test
    void aRefundAskedForTwiceIsDoneOnce() {
        Payment payment = till.prepared(order);
        till.confirmed(payment);

        till.refund(payment);
        till.refund(payment);
        till.reconcile();
        till.reconcile();

        assertThat(status(payment)).isEqualTo(Status.REFUNDED);
        assertThat(till.kept(payment)).isZero();
        assertThat(till.told(order)).containsExactly("OrderPaid", "OrderRefunded");
    }

    @Test
    void aRefundIsNotDoneBeforeTheProviderShowsIt() {
        Payment payment = till.prepared(order);
        till.confirmed(payment);
        till.faults(
                payment,
                "{\"kind\":\"DECLINE\",\"on\":\"CANCEL\"}",
                "{\"kind\":\"HANG\",\"on\":\"CANCEL\",\"effect\":\"FIRST\",\"millis\":1500}");

        till.refund(payment);
        till.reconcile();
        assertThat(status(payment)).isEqualTo(Status.SUCCESS);
        assertThat(till.told(order)).containsExactly("OrderPaid");
        Wait.until(
                "it is done",
                SOON,
                () -> {
                    till.reconcile();
                    return status(payment) == Status.REFUNDED;
                });

        assertThat(till.kept(payment)).isZero();
        assertThat(till.told(order)).containsExactly("OrderPaid", "OrderRefunded");
    }

    @Test
    void aSecondAttemptWaitsForTheFirst() {
        Payment first = till.prepared(order);
        Payment second = till.prepared(order);
        till.faults(first, "{\"kind\":\"HANG\",\"effect\":\"NEVER\",\"millis\":1500}");
        till.confirmed(first);

        assertThat(till.confirmed(second)).isInstanceOf(Outcome.UnderWay.class);
        Wait.until(
                "the first is paid",
                SOON,
                () -> {
                    till.reconcile();
                    return status(first) == Status.SUCCESS;
                });

        assertThat(status(second)).isEqualTo(Status.FAILED);
        assertThat(till.charges(second)).isZero();
    }

    @Test
    void aFanIsAnsweredBeforeASlowProvider() {
        Payment payment = till.prepared(order);
        till.faults(payment, "{\"kind\":\"HANG\",\"effect\":\"LAST\",\"millis\":2000}");
        String token = till.approved(payment);

        Outcome outcome = till.pay.confirm(order.userId(), payment.id(), token);

        assertThat(((Outcome.Known) outcome).payment().isUnderWay()).as("checking").isTrue();
        assertThat(till.pay.confirm(order.userId(), payment.id(), token))
                .isInstanceOf(Outcome.UnderWay.class);
        Wait.until(
                "it is paid",
                SOON,
                () -> {
                    till.reconcile();
                    return status(payment) == Status.SUCCESS;
                });
    }

    @Test
    void aReadThatBrokeIsReadAgainAtOnce() {
        Payment payment = till.prepared(order);
        till.faults(payment, "{\"kind\":\"CUT\",\"on\":\"GET\"}");

        assertThat(((Outcome.Known) till.confirmed(payment)).payment().status())
                .isEqualTo(Status.SUCCESS);
    }

    @Test
    void thePreparationThatIsUnderWayIsAConflictAndThenTheSame() throws Exception {
        String pass = till.pass(order);
        till.providerIs("{\"rules\":[{\"kind\":\"SLOW\",\"on\":\"PRE_REGISTER\",\"millis\":300}]}");
        List<Outcome> outcomes = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Outcome> prepare = () -> till.pay.prepare(order.userId(), pass, "key", "CARD");
            for (var outcome : threads.invokeAll(List.of(prepare, prepare, prepare))) {
                outcomes.add(outcome.get());
            }
        } finally {
            till.providerIs("{}");
        }
        Outcome later = till.pay.prepare(order.userId(), pass, "key", "CARD");

        assertThat(outcomes).filteredOn(Outcome.Made.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.InFlight.class::isInstance).hasSize(2);
        assertThat(later).isInstanceOf(Outcome.Made.class);
        assertThat(till.store.ofOrder(order.orderId())).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"down\":{\"millis\":60000,\"how\":\"ERROR\"}}",
                "{\"down\":{\"millis\":60000,\"how\":\"CUT\"}}",
                "{\"rules\":[{\"kind\":\"HANG\",\"on\":\"PRE_REGISTER\",\"millis\":600}]}"
            })
    void aPreparationThatBrokeOffIsTakenUpByTheSameKey(String trouble) {
        String pass = till.pass(order);
        till.providerIs(trouble);
        Outcome broken = till.pay.prepare(order.userId(), pass, "key", "CARD");
        till.providerIs("{}");

        Outcome[] again = new Outcome[1];
        Wait.until(
                "it is made",
                SOON,
                () -> {
                    again[0] = till.pay.prepare(order.userId(), pass, "key", "CARD");
                    return again[0] instanceof Outcome.Made;
                });

        assertThat(broken).isInstanceOf(Outcome.ProviderAway.class);
        assertThat(till.store.ofOrder(order.orderId())).hasSize(1);
        assertThat(till.confirmed(((Outcome.Made) again[0]).payment()))
                .isInstanceOf(Outcome.Known.class);
        assertThat(till.told(order)).containsExactly("OrderPaid");
    }

    @Test
    void whatIsKeptOfTheProvidersAnswerNamesNobody() {
        Payment payment = till.prepared(order);
        till.confirmed(payment);

        String kept =
                till.database
                        .sql()
                        .sql("select portone_response::text from payments where id = ?")
                        .param(payment.id())
                        .query(String.class)
                        .single();

        assertThat(kept).contains("transactionId", "\"total\": 50000", "Simulator Card");
        assertThat(kept).doesNotContain("customer", "ipAddress", "949012", "pgResponse");
    }

    private static WebhookStore.Webhook webhook(Payment payment, String type, String transaction) {
        return new WebhookStore.Webhook(
                UUID.randomUUID().toString(), type, payment.providerId(), transaction);
    }

    /** The provider is away: what is final and agrees needs no look. */
    @Test
    void aWebhookThatTellsWhatIsKnownIsNotAskedAbout() {
        Payment payment = till.prepared(order);
        till.confirmed(payment);
        String transaction = till.store.find(payment.id()).orElseThrow().transactionId();
        WebhookStore.Webhook known = webhook(payment, "Transaction.Paid", "" + transaction);
        WebhookStore.Webhook news = webhook(payment, "Transaction.Cancelled", "" + transaction);
        assertThat(till.webhooks.keep(known, "{}", false)).isTrue();
        assertThat(till.webhooks.keep(known, "{}", false)).as("once").isFalse();
        till.webhooks.keep(news, "{}", false);
        till.providerIs("{\"down\":{\"millis\":60000,\"how\":\"CUT\"}}");

        till.reconciler.handle(known);
        till.reconciler.handle(news);
        till.providerIs("{}");

        assertThat(waiting()).containsExactly(news.id());
        till.database.sql().sql("update webhooks set look_at = now()").update();
        till.reconciler.handleWebhooks(() -> true);
        assertThat(waiting()).isEmpty();
    }

    @Test
    void aWebhookThatTellsOfABeginningIsDoneWhenItIsKept() {
        WebhookStore.Webhook begun = webhook(till.prepared(order), "Transaction.Ready", "");

        till.webhooks.keep(begun, "{}", Reconciler.endsNothing(begun));

        assertThat(waiting()).doesNotContain(begun.id());
    }

    private static List<String> waiting() {
        return till.database
                .sql()
                .sql("select id from webhooks where handled_at is null")
                .query(String.class)
                .list();
    }

    @Test
    void aThousandConfirmsAndClosesGiveOneVerdictAndOneChargeAtMost() throws Exception {
        Payment payment = till.prepared(order);
        String token = till.approved(payment);
        List<Callable<Object>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(() -> till.pay.confirm(order.userId(), payment.id(), token));
            all.add(() -> {
                till.close(order);
                return "";
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(all);
        }
        till.reconcile();

        boolean paid = status(payment) == Status.SUCCESS;
        assertThat(till.kept(payment)).isEqualTo(paid ? Till.PRICE : 0);
        assertThat(till.told(order)).containsExactly(paid ? "OrderPaid" : "OrderClosed");
    }
}
