package onsale.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.contracts.OrderPass;
import onsale.payment.Pay.Outcome;
import onsale.payment.PaymentStore.Payment;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Canaries: each guard of money is taken away, and the harm it prevents shows. */
class GuardsTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private Till till;
    private final OrderPass order = Till.anOrder();

    @BeforeEach
    void open() {
        till = new Till(stores);
    }

    @AfterEach
    void close() {
        execute("drop trigger if exists canary on payments");
        execute("drop trigger if exists canary on orders");
        execute("truncate orders, payments, refunds, ledger cascade");
        execute("delete from common.outbox_events");
        till.close();
    }

    private void execute(String sql) {
        till.database.sql().sql(sql).update();
    }

    /** The same race with the guard and without: two attempts of one order, both agreed to. */
    @Test
    void withoutTheIndexTwoAttemptsOfAnOrderTakeMoney() throws Exception {
        assertThat(chargesOfTwoAttempts(Till.anOrder())).isEqualTo(1);

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
        Payment first = till.prepared(paid);
        Payment second = till.prepared(paid);
        for (Payment payment : List.of(first, second)) {
            till.faults(payment, "{\"kind\":\"SLOW\",\"millis\":300}");
        }
        Callable<Outcome> one = () -> till.confirmed(first);
        Callable<Outcome> other = () -> till.confirmed(second);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(List.of(one, other));
        }
        till.reconcile();
        return till.charges(first) + till.charges(second);
    }

    /** The node dies after the provider took the money, and the webhook is lost. */
    @Test
    void withoutTheMarkOfAStartedConfirmMoneyIsKeptForNothing() throws Exception {
        paidUnknown(Till.anOrder());
        till.reconcile();
        assertThat(till.findings()).isEmpty();

        trigger(
                "payments",
                """
                new.confirm_started_at := null;
                """);
        paidUnknown(order);
        till.reconcile();
        till.close(order);
        till.reconcile();

        assertThat(till.told(order)).containsExactly("OrderClosed");
        assertThat(till.findings().keySet()).anyMatch(what -> what.startsWith("kept for nothing"));
    }

    private void paidUnknown(OrderPass paid) {
        Payment payment = till.prepared(paid);
        till.faults(
                payment,
                "{\"kind\":\"CUT\",\"effect\":\"FIRST\"}",
                "{\"kind\":\"CUT\",\"on\":\"GET\",\"times\":4}");
        till.confirmed(payment);
        assertThat(till.kept(payment)).isEqualTo(Till.PRICE);
    }

    /** The fan abandons in one window and pays in another. */
    @Test
    void withoutTheVerdictAnOrderIsClosedAndPaid() throws Exception {
        closedAndPaid(Till.anOrder());
        assertThat(till.findings()).isEmpty();

        trigger(
                "orders",
                """
                new.state := old.state;
                new.verdict_at := old.verdict_at;
                """);
        closedAndPaid(order);

        assertThat(till.told(order)).containsExactly("OrderClosed", "OrderPaid");
        assertThat(till.findings()).containsKey("two verdicts told");
    }

    private void closedAndPaid(OrderPass paid) {
        String pass = till.pass(paid);
        till.prepared(paid);
        till.close(paid);
        Outcome late = till.pay.prepare(paid.userId(), pass, UUID.randomUUID().toString(), "CARD");
        if (late instanceof Outcome.Made made) {
            till.confirmed(made.payment());
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
