package onsale.payment.pay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.pay.PreparePayment.Outcome;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An order of 0 won gets its verdict like any other, without a provider. */
class FreeOrderTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private PaymentFixture payments;
    private final OrderPass order = PaymentFixture.aFreeOrder();

    @BeforeEach
    void open() {
        payments = new PaymentFixture(stores);
        payments.provider.faultsForAll("{\"down\":{\"millis\":60000,\"how\":\"CUT\"}}");
    }

    @AfterEach
    void close() throws Exception {
        payments.provider.faultsForAll("{}");
        assertThat(payments.findings()).isEmpty();
        payments.close();
    }

    @Test
    void itIsPaidWhenItIsPreparedAndOnceOnly() {
        String pass = payments.pass(order); // signed once: a later second is another body
        PaymentAttempt payment = prepare(pass);
        PaymentAttempt again = prepare(pass);

        assertThat(payment.status()).isEqualTo(Status.SUCCESS);
        assertThat(payment.amountWon()).isZero();
        assertThat(again.id()).isEqualTo(payment.id());
        assertThat(payments.prepare(order, "other")).isInstanceOf(Outcome.OrderOver.class);
        assertThat(payments.told(order)).containsExactly("OrderPaid");
    }

    @Test
    void manyAtOnceAreOnePayment() throws Exception {
        Callable<Outcome> one = () -> payments.prepare(order, UUID.randomUUID().toString());
        long made = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Outcome> outcome :
                    threads.invokeAll(List.of(one, one, one, one, one, one))) {
                made += outcome.get() instanceof Outcome.Prepared ? 1 : 0;
            }
        }

        assertThat(made).isEqualTo(1);
        assertThat(payments.told(order)).containsExactly("OrderPaid");
    }

    @Test
    void aClosedOneIsNotGivenAway() {
        payments.closeOrder(order);

        assertThat(payments.prepare(order, "key")).isInstanceOf(Outcome.OrderOver.class);
        assertThat(payments.told(order)).containsExactly("OrderClosed");
    }

    @Test
    void itsVerdictAndItsRefundAreToldHoweverOftenTheyAreAskedFor() {
        PaymentAttempt payment = prepare(payments.pass(order));

        payments.closeOrder(order);
        payments.refundOrder(payment);
        payments.refundOrder(payment);
        payments.runJobs();

        assertThat(payments.status(payment)).isEqualTo(Status.REFUNDED);
        assertThat(payments.told(order))
                .containsExactly("OrderPaid", "OrderPaid", "OrderRefunded", "OrderRefunded");
    }

    private PaymentAttempt prepare(String pass) {
        Outcome outcome = payments.prepare(order, pass, "key");
        return ((Outcome.Prepared) outcome).attempt();
    }
}
