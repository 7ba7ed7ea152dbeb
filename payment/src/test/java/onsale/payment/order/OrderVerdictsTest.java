package onsale.payment.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.pay.ConfirmPayment;
import onsale.payment.pay.PreparePayment;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OrderVerdictsTest {

    @RegisterExtension static final Stores stores = Stores.shared();
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
    void threeDeclinesCloseTheOrder() {
        for (int i = 0; i < 3; i++) {
            assertThat(payments.told(order)).isEmpty();
            PaymentAttempt payment = payments.prepared(order);
            payments.provider.faults(payment, "{\"kind\":\"DECLINE\"}");
            ConfirmPayment.Outcome outcome = payments.confirmed(payment);
            assertThat(((ConfirmPayment.Outcome.Known) outcome).attempt().status())
                    .isEqualTo(Status.FAILED);
            assertThat(payments.provider.keptWon(payment)).isZero();
        }

        assertThat(payments.told(order)).containsExactly("OrderClosed");
        assertThat(payments.prepare(order, "4"))
                .isInstanceOf(PreparePayment.Outcome.OrderOver.class);
    }

    @Test
    void anOrderClosedBeforeAnybodyPaysTakesNoMoney() {
        payments.closeOrder(order);

        assertThat(payments.told(order)).containsExactly("OrderClosed");
        assertThat(payments.prepare(order, "late"))
                .isInstanceOf(PreparePayment.Outcome.OrderOver.class);
    }

    @Test
    void anAttemptThatIsPreparedOnlyIsClosedWithItsOrder() {
        PaymentAttempt payment = payments.prepared(order);
        String token = payments.provider.approved(payment);

        payments.closeOrder(order);

        assertThat(payments.confirmPayment.confirm(order.userId(), payment.id(), token))
                .isInstanceOf(ConfirmPayment.Outcome.Known.class);
        assertThat(payments.status(payment)).isEqualTo(Status.FAILED);
        assertThat(payments.provider.keptWon(payment)).isZero();
        assertThat(payments.told(order)).containsExactly("OrderClosed");
    }

    @Test
    void aThousandConfirmsAndClosesGiveOneVerdictAndOneChargeAtMost() throws Exception {
        PaymentAttempt payment = payments.prepared(order);
        String token = payments.provider.approved(payment);
        List<Callable<Object>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(() -> payments.confirmPayment.confirm(order.userId(), payment.id(), token));
            all.add(() -> {
                payments.closeOrder(order);
                return "";
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(all);
        }
        payments.runJobs();

        boolean paid = payments.status(payment) == Status.SUCCESS;
        assertThat(payments.provider.keptWon(payment))
                .isEqualTo(paid ? PaymentFixture.PRICE_WON : 0);
        assertThat(payments.told(order)).containsOnly(paid ? "OrderPaid" : "OrderClosed");
    }
}
