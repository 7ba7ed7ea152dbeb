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
                "{\"kind\":\"HANG\",\"effect\":\"FIRST\",\"millis\":3000}",
                "{\"kind\":\"HANG\",\"effect\":\"LAST\",\"millis\":3000}",
                "{\"kind\":\"HANG\",\"effect\":\"NEVER\",\"millis\":3000}",
                "{\"kind\":\"SLOW\",\"millis\":1000}",
                "{\"kind\":\"LATE\",\"millis\":700}",
                "{\"kind\":\"LATE\",\"millis\":700,\"shown\":\"PAY_PENDING\"}",
                "{\"kind\":\"CUT\",\"on\":\"GET\",\"times\":2}"
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
