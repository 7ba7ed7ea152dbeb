package onsale.payment.refund;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.webhook.Webhook;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RefundChargesTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static final Duration SOON = Duration.ofSeconds(30);
    private static PaymentFixture payments;
    private final OrderPass order = PaymentFixture.anOrder();

    @BeforeAll
    static void open() {
        payments = new PaymentFixture(stores);
    }

    @AfterAll
    static void close() {
        payments.close();
    }

    @AfterEach
    void theBooksAreInOrder() throws Exception {
        assertThat(payments.findings()).isEmpty();
    }

    @Test
    void moneyForAnAttemptThatWasGivenUpGoesBackOnce() {
        PaymentAttempt payment = payments.prepared(order);
        payments.provider.approved(payment);
        payments.cancelAttempt.cancel(order.userId(), payment.id());
        payments.provider.charge(payment);
        assertThat(payments.provider.keptWon(payment)).isEqualTo(PaymentFixture.PRICE_WON);

        payments.handleWebhooks.handle(new Webhook("w1", "", payment.providerId(), ""));
        payments.handleWebhooks.handle(new Webhook("w2", "", payment.providerId(), ""));
        payments.runJobs();
        payments.runJobs();

        assertThat(payments.provider.keptWon(payment)).isZero();
        assertThat(payments.told(order)).containsExactly("OrderRefunded");
    }

    @Test
    void moneyThatComesAgainAfterARefundGoesBackAgain() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);
        payments.provider.faults(payment, "{\"kind\":\"PAID_AFTER_CANCEL\",\"millis\":200}");

        payments.refundOrder(payment);
        payments.runJobs();
        Wait.until("it is paid again", SOON, () -> payments.provider.charges(payment) == 2);
        payments.handleWebhooks.handle(
                new Webhook("w3", "Transaction.Paid", payment.providerId(), "another"));
        payments.runJobs();

        assertThat(payments.provider.keptWon(payment)).isZero();
        assertThat(payments.status(payment)).isEqualTo(Status.REFUNDED);
        assertThat(payments.told(order))
                .containsExactly("OrderPaid", "OrderRefunded", "OrderRefunded");
    }

    @Test
    void aRefundAskedForTwiceIsDoneOnce() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);

        payments.refundOrder(payment);
        payments.refundOrder(payment);
        payments.runJobs();
        payments.runJobs();

        assertThat(payments.status(payment)).isEqualTo(Status.REFUNDED);
        assertThat(payments.provider.keptWon(payment)).isZero();
        assertThat(payments.told(order)).containsExactly("OrderPaid", "OrderRefunded");
    }

    @Test
    void aPaymentGoesBackInPartsAndTheFeeIsKept() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);
        UUID first = UUID.randomUUID();

        payments.refundOrder(payment, first, 18_000, 20_000L);
        payments.refundOrder(payment, first, 18_000, 20_000L);
        payments.runJobs();

        assertThat(payments.status(payment)).isEqualTo(Status.SUCCESS);
        assertThat(payments.provider.keptWon(payment)).isEqualTo(32_000);

        payments.refundOrder(payment, UUID.randomUUID(), 30_000, 30_000L);
        payments.runJobs();

        assertThat(payments.status(payment)).isEqualTo(Status.REFUNDED);
        assertThat(payments.provider.keptWon(payment)).isEqualTo(2_000);
        assertThat(payments.told(order))
                .containsExactly("OrderPaid", "OrderRefunded", "OrderRefunded");
    }

    @Test
    void partsThatAreSentAtOnceAllGoBackOnce() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);
        for (int part = 0; part < 4; part++) {
            payments.refundOrder(payment, UUID.randomUUID(), 10_000, 10_000L);
        }

        Wait.until(
                "all are done",
                SOON,
                () -> {
                    payments.runJobs();
                    return payments.told(order).size() == 5;
                });

        assertThat(payments.provider.keptWon(payment)).isEqualTo(10_000);
        assertThat(payments.status(payment)).isEqualTo(Status.SUCCESS);
    }

    @Test
    void aPartWhoseAnswerIsLostGoesBackOnce() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);
        payments.provider.faults(
                payment,
                "{\"kind\":\"HANG\",\"on\":\"CANCEL\",\"effect\":\"FIRST\",\"millis\":1500}");

        payments.refundOrder(payment, UUID.randomUUID(), 20_000, 20_000L);
        Wait.until(
                "it is done",
                SOON,
                () -> {
                    payments.runJobs();
                    return payments.told(order).contains("OrderRefunded");
                });

        assertThat(payments.provider.keptWon(payment)).isEqualTo(30_000);
    }

    @Test
    void aFeeOfAllOfThePriceIsARefundOfNothing() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);

        payments.refundOrder(payment, UUID.randomUUID(), 0, PaymentFixture.PRICE_WON);

        assertThat(payments.status(payment)).isEqualTo(Status.REFUNDED);
        assertThat(payments.told(order)).containsExactly("OrderPaid", "OrderRefunded");
    }

    @Test
    void moreThanWasPaidNeverGoesBack() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);
        payments.refundOrder(payment, UUID.randomUUID(), 40_000, 40_000L);

        assertThatThrownBy(() -> payments.refundOrder(payment, UUID.randomUUID(), 20_000, 20_000L))
                .hasMessageContaining("ck_payments_refunds");

        payments.runJobs();
        assertThat(payments.provider.keptWon(payment)).isEqualTo(10_000);
    }

    @Test
    void aRefundIsNotDoneBeforeTheProviderShowsIt() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);
        payments.provider.faults(
                payment,
                "{\"kind\":\"DECLINE\",\"on\":\"CANCEL\"}",
                "{\"kind\":\"HANG\",\"on\":\"CANCEL\",\"effect\":\"FIRST\",\"millis\":1500}");

        payments.refundOrder(payment);
        payments.runJobs();
        assertThat(payments.status(payment)).isEqualTo(Status.SUCCESS);
        assertThat(payments.told(order)).containsExactly("OrderPaid");
        Wait.until(
                "it is done",
                SOON,
                () -> {
                    payments.runJobs();
                    return payments.status(payment) == Status.REFUNDED;
                });

        assertThat(payments.provider.keptWon(payment)).isZero();
        assertThat(payments.told(order)).containsExactly("OrderPaid", "OrderRefunded");
    }
}
