package onsale.payment.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.webhook.Webhook;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The verdict that stands is told again whenever reservation asks. */
class VerdictToldAgainTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @RegisterExtension static final Stores stores = Stores.shared();
    private PaymentFixture payments;
    private final OrderPass order = PaymentFixture.anOrder();

    @BeforeEach
    void open() {
        payments = new PaymentFixture(stores);
    }

    @AfterEach
    void close() throws Exception {
        assertThat(payments.findings()).isEmpty();
        payments.close();
    }

    @Test
    void aPaidOrderIsPaidHoweverOftenItIsAskedFor() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);

        payments.closeOrder(order);
        payments.closeOrder(order);

        assertThat(payments.told(order)).containsExactly("OrderPaid", "OrderPaid", "OrderPaid");
        assertThat(bodies("OrderPaid").stream().distinct().toList()).hasSize(1);
        assertThat(payments.status(payment)).isEqualTo(Status.SUCCESS);
    }

    @Test
    void anOrderNobodyCameToPayIsClosedForTheFirstReason() {
        payments.closeOrder(order, "EXPIRED");
        payments.closeOrder(order, "SHOW_CANCELLED");

        assertThat(bodies("OrderClosed"))
                .extracting(body -> body.path("reason").asString())
                .containsExactly("EXPIRED", "EXPIRED");
    }

    @Test
    void thereIsNoAnswerWhileAPaymentIsUnderWay() {
        PaymentAttempt payment = payments.prepared(order);
        payments.provider.faults(
                payment, "{\"kind\":\"HANG\",\"effect\":\"NEVER\",\"millis\":1500}");
        payments.confirmed(payment);
        payments.closeOrder(order, "EXPIRED");
        payments.closeOrder(order, "EXPIRED");
        List<String> meanwhile = payments.told(order);

        Wait.until(
                "the end is known",
                Duration.ofSeconds(30),
                () -> {
                    payments.runJobs();
                    return payments.status(payment) != Status.PENDING;
                });
        payments.closeOrder(order, "EXPIRED");

        assertThat(meanwhile).isEmpty();
        assertThat(payments.told(order)).hasSize(2);
        assertThat(payments.told(order).stream().distinct().toList()).hasSize(1);
    }

    @Test
    void aRefundThatIsDoneIsToldAgainWithItsAmountAndTime() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);

        payments.refundOrder(payment);
        payments.refundOrder(payment); // not done: nothing to tell yet
        payments.runJobs();
        payments.refundOrder(payment);

        assertThat(payments.told(order))
                .containsExactly("OrderPaid", "OrderRefunded", "OrderRefunded");
        List<JsonNode> told = bodies("OrderRefunded");
        assertThat(told.stream().distinct().toList()).hasSize(1);
        assertThat(told.getFirst().path("amount").asLong()).isEqualTo(PaymentFixture.PRICE_WON);
        assertThat(told.getFirst().path("strayRefundId").isNull()).isTrue();
        assertThat(payments.provider.keptWon(payment)).isZero();
    }

    @Test
    void moneyThatPaidForNothingIsNotTheOrdersRefund() {
        PaymentAttempt payment = payments.prepared(order);
        payments.provider.approved(payment);
        payments.cancelAttempt.cancel(order.userId(), payment.id());
        payments.provider.charge(payment);
        payments.handleWebhooks.handle(new Webhook("w1", "", payment.providerId(), ""));
        payments.runJobs();

        assertThat(bodies("OrderRefunded"))
                .singleElement()
                .satisfies(body ->
                        assertThat(UUID.fromString(body.path("strayRefundId").asString()))
                                .isNotNull());
        assertThat(payments.provider.keptWon(payment)).isZero();
    }

    private List<JsonNode> bodies(String type) {
        return payments
                .database
                .sql()
                .sql(
                        """
                        select convert_from(payload, 'UTF8') from common.outbox_events
                        where message_key = ? and event_type = ? order by seq
                        """)
                .params(order.reservationId().toString(), type)
                .query(String.class)
                .list()
                .stream()
                .map(JSON::readTree)
                .toList();
    }
}
