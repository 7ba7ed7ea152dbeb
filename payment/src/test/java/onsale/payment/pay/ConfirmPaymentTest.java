package onsale.payment.pay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.pay.ConfirmPayment.Outcome;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfirmPaymentTest {

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
    void aPaymentIsTakenOnceAndToldOnce() {
        PaymentAttempt payment = payments.prepared(order);
        String token = payments.provider.approved(payment);

        Outcome first = payments.confirmPayment.confirm(order.userId(), payment.id(), token);
        Outcome again = payments.confirmPayment.confirm(order.userId(), payment.id(), token);
        payments.runJobs();

        assertThat(((Outcome.Known) first).attempt().status()).isEqualTo(Status.SUCCESS);
        assertThat(((Outcome.Known) again).attempt().status()).isEqualTo(Status.SUCCESS);
        assertThat(payments.provider.keptWon(payment)).isEqualTo(PaymentFixture.PRICE_WON);
        assertThat(payments.told(order)).containsExactly("OrderPaid");
    }

    @Test
    void aMadeUpTokenFailsTheAttemptAndNotTheOrder() {
        PaymentAttempt payment = payments.prepared(order);
        payments.provider.approved(payment);

        Outcome outcome = payments.confirmPayment.confirm(order.userId(), payment.id(), "made-up");

        assertThat(((Outcome.Known) outcome).attempt().status()).isEqualTo(Status.FAILED);
        assertThat(payments.told(order)).isEmpty();
        assertThat(payments.confirmed(payments.prepared(order))).isInstanceOf(Outcome.Known.class);
        assertThat(payments.told(order)).containsExactly("OrderPaid");
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
        PaymentAttempt payment = payments.prepared(order);
        payments.provider.faults(payment, fault);

        payments.confirmed(payment);
        payments.closeOrder(order); // too late to matter, or decisive: one verdict either way
        Wait.until(
                "the end is known",
                SOON,
                () -> {
                    payments.runJobs();
                    return payments.status(payment) != Status.PENDING;
                });

        boolean paid = payments.status(payment) == Status.SUCCESS;
        assertThat(payments.provider.keptWon(payment))
                .isEqualTo(paid ? PaymentFixture.PRICE_WON : 0);
        assertThat(payments.told(order)).containsOnly(paid ? "OrderPaid" : "OrderClosed");
    }

    @Test
    void aSecondAttemptWaitsForTheFirst() {
        PaymentAttempt first = payments.prepared(order);
        PaymentAttempt second = payments.prepared(order);
        payments.provider.faults(first, "{\"kind\":\"HANG\",\"effect\":\"NEVER\",\"millis\":1500}");
        payments.confirmed(first);

        assertThat(payments.confirmed(second)).isInstanceOf(Outcome.UnderWay.class);
        Wait.until(
                "the first is paid",
                SOON,
                () -> {
                    payments.runJobs();
                    return payments.status(first) == Status.SUCCESS;
                });

        assertThat(payments.status(second)).isEqualTo(Status.FAILED);
        assertThat(payments.provider.charges(second)).isZero();
    }

    @Test
    void aFanIsAnsweredBeforeASlowProvider() {
        PaymentAttempt payment = payments.prepared(order);
        payments.provider.faults(
                payment, "{\"kind\":\"HANG\",\"effect\":\"LAST\",\"millis\":2000}");
        String token = payments.provider.approved(payment);

        Outcome outcome = payments.confirmPayment.confirm(order.userId(), payment.id(), token);

        assertThat(((Outcome.Known) outcome).attempt().isUnderWay()).as("checking").isTrue();
        assertThat(payments.confirmPayment.confirm(order.userId(), payment.id(), token))
                .isInstanceOf(Outcome.UnderWay.class);
        Wait.until(
                "it is paid",
                SOON,
                () -> {
                    payments.runJobs();
                    return payments.status(payment) == Status.SUCCESS;
                });
    }

    @Test
    void aReadThatBrokeIsReadAgainAtOnce() {
        PaymentAttempt payment = payments.prepared(order);
        payments.provider.faults(payment, "{\"kind\":\"CUT\",\"on\":\"GET\"}");

        assertThat(((Outcome.Known) payments.confirmed(payment)).attempt().status())
                .isEqualTo(Status.SUCCESS);
    }

    @Test
    void whatIsKeptOfTheProvidersAnswerNamesNobody() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);

        String kept =
                payments.database
                        .sql()
                        .sql("select portone_response::text from payments where id = ?")
                        .param(payment.id())
                        .query(String.class)
                        .single();

        assertThat(kept).contains("transactionId", "\"total\": 50000", "Simulator Card");
        assertThat(kept).doesNotContain("customer", "ipAddress", "949012", "pgResponse");
    }
}
