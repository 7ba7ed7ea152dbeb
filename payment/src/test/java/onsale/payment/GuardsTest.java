package onsale.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.contracts.OrderPass;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.pay.ConfirmPayment;
import onsale.payment.pay.PreparePayment;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Canaries: without a guard of money, the harm that it prevents shows. */
class GuardsTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private PaymentFixture payments;
    private final OrderPass order = PaymentFixture.anOrder();

    @BeforeEach
    void open() {
        payments = new PaymentFixture(stores);
    }

    @AfterEach
    void close() {
        execute("drop trigger if exists canary on payments");
        execute("drop trigger if exists canary on orders");
        execute("truncate orders, payments, refunds, ledger cascade");
        execute("delete from common.outbox_events");
        payments.close();
    }

    private void execute(String sql) {
        payments.database.sql().sql(sql).update();
    }

    /** The same race with the guard and without: two attempts of one order, both agreed to. */
    @Test
    void withoutTheIndexTwoAttemptsOfAnOrderTakeMoney() throws Exception {
        assertThat(chargesOfTwoAttempts(PaymentFixture.anOrder())).isEqualTo(1);

        execute("drop index uq_payments_started");
        int charges = chargesOfTwoAttempts(order);

        assertThat(charges).isEqualTo(2);
        execute("truncate orders, payments, refunds, ledger cascade");
        execute(
                """
                create unique index uq_payments_started on payments (order_id)
                where confirm_started_at is not null
                  and status in ('PENDING', 'SUCCESS', 'REFUNDED')
                """);
    }

    private int chargesOfTwoAttempts(OrderPass paid) throws Exception {
        PaymentAttempt first = payments.prepared(paid);
        PaymentAttempt second = payments.prepared(paid);
        for (PaymentAttempt payment : List.of(first, second)) {
            payments.provider.faults(payment, "{\"kind\":\"SLOW\",\"millis\":300}");
        }
        Callable<ConfirmPayment.Outcome> one = () -> payments.confirmed(first);
        Callable<ConfirmPayment.Outcome> other = () -> payments.confirmed(second);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(List.of(one, other));
        }
        payments.runJobs();
        return payments.provider.charges(first) + payments.provider.charges(second);
    }

    /** The node dies after the provider took the money, and the webhook is lost. */
    @Test
    void withoutTheMarkOfAStartedConfirmMoneyIsKeptForNothing() throws Exception {
        paidUnknown(PaymentFixture.anOrder());
        payments.runJobs();
        assertThat(payments.findings()).isEmpty();

        trigger(
                "payments",
                """
                new.confirm_started_at := null;
                """);
        paidUnknown(order);
        payments.runJobs();
        payments.closeOrder(order);
        payments.runJobs();

        assertThat(payments.told(order)).containsExactly("OrderClosed");
        assertThat(payments.findings().keySet())
                .anyMatch(what -> what.startsWith("kept for nothing"));
    }

    private void paidUnknown(OrderPass paid) {
        PaymentAttempt payment = payments.prepared(paid);
        payments.provider.faults(
                payment,
                "{\"kind\":\"CUT\",\"effect\":\"FIRST\"}",
                "{\"kind\":\"CUT\",\"on\":\"GET\",\"times\":4}");
        payments.confirmed(payment);
        assertThat(payments.provider.keptWon(payment)).isEqualTo(PaymentFixture.PRICE_WON);
    }

    /** The fan abandons in one window and pays in another. */
    @Test
    void withoutTheVerdictAnOrderIsClosedAndPaid() throws Exception {
        closedAndPaid(PaymentFixture.anOrder());
        assertThat(payments.findings()).isEmpty();

        trigger(
                "orders",
                """
                new.state := old.state;
                new.verdict_at := old.verdict_at;
                """);
        closedAndPaid(order);

        assertThat(payments.told(order)).containsExactly("OrderClosed", "OrderPaid");
        assertThat(payments.findings()).containsKey("two verdicts told");
    }

    private void closedAndPaid(OrderPass paid) {
        String pass = payments.pass(paid);
        payments.prepared(paid);
        payments.closeOrder(paid);
        PreparePayment.Outcome late = payments.prepare(paid, pass, UUID.randomUUID().toString());
        if (late instanceof PreparePayment.Outcome.Prepared prepared) {
            payments.confirmed(prepared.attempt());
        }
    }

    private void trigger(String table, String body) {
        execute(
                """
                create or replace function canary() returns trigger language plpgsql as
                $$ begin %s return new; end $$
                """
                        .formatted(body));
        execute(
                "create trigger canary before update on %s for each row execute function canary()"
                        .formatted(table));
    }
}
