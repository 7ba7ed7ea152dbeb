package onsale.payment.pay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.pay.PreparePayment.Outcome;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreparePaymentTest {

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
    void aKeyIsOneAttempt() {
        String pass = payments.pass(order);

        Outcome first = payments.prepare(order, pass, "key");
        Outcome again = payments.prepare(order, pass, "key");
        Outcome other = payments.prepare(order, payments.pass(PaymentFixture.anOrder()), "key");

        assertThat(((Outcome.Prepared) again).attempt().id())
                .isEqualTo(((Outcome.Prepared) first).attempt().id());
        assertThat(other).isInstanceOf(Outcome.KeyReused.class);
        assertThat(
                        payments.preparePayment.prepare(
                                UUID.randomUUID(), pass, "mine", PaymentFixture.CARD, 0))
                .isInstanceOf(Outcome.NoSuchOrder.class);
        assertThat(payments.prepare(order, pass + "x", "other"))
                .isInstanceOf(Outcome.NoSuchOrder.class);
    }

    @Test
    void thePreparationThatIsUnderWayIsAConflictAndThenTheSame() throws Exception {
        String pass = payments.pass(order);
        payments.provider.faultsForAll(
                "{\"rules\":[{\"kind\":\"SLOW\",\"on\":\"PRE_REGISTER\",\"millis\":300}]}");
        List<Outcome> outcomes = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Outcome> prepare = () -> payments.prepare(order, pass, "key");
            for (var outcome : threads.invokeAll(List.of(prepare, prepare, prepare))) {
                outcomes.add(outcome.get());
            }
        } finally {
            payments.provider.faultsForAll("{}");
        }
        Outcome later = payments.prepare(order, pass, "key");

        assertThat(outcomes).filteredOn(Outcome.Prepared.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.InFlight.class::isInstance).hasSize(2);
        assertThat(later).isInstanceOf(Outcome.Prepared.class);
        assertThat(payments.attempts.ofOrder(order.orderId())).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"down\":{\"millis\":60000,\"how\":\"ERROR\"}}",
                "{\"down\":{\"millis\":60000,\"how\":\"CUT\"}}",
                "{\"rules\":[{\"kind\":\"HANG\",\"on\":\"PRE_REGISTER\",\"millis\":600}]}"
            })
    void aPreparationThatBrokeOffIsTakenUpByTheSameKey(String trouble) {
        String pass = payments.pass(order);
        payments.provider.faultsForAll(trouble);
        Outcome broken = payments.prepare(order, pass, "key");
        payments.provider.faultsForAll("{}");

        Outcome[] again = new Outcome[1];
        Wait.until(
                "it is prepared",
                SOON,
                () -> {
                    again[0] = payments.prepare(order, pass, "key");
                    return again[0] instanceof Outcome.Prepared;
                });

        assertThat(broken).isInstanceOf(Outcome.ProviderAway.class);
        assertThat(payments.attempts.ofOrder(order.orderId())).hasSize(1);
        assertThat(payments.confirmed(((Outcome.Prepared) again[0]).attempt()))
                .isInstanceOf(ConfirmPayment.Outcome.Known.class);
        assertThat(payments.told(order)).containsExactly("OrderPaid");
    }
}
