package onsale.payment.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.webhook.WebhookStore.Todo;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HandleWebhooksTest {

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

    private static Webhook webhook(PaymentAttempt payment, String type, String transaction) {
        return new Webhook(UUID.randomUUID().toString(), type, payment.providerId(), transaction);
    }

    private static List<String> waiting() {
        return payments.database
                .sql()
                .sql("select id from webhooks where handled_at is null")
                .query(String.class)
                .list();
    }

    /** The provider is away: what is final and agrees needs no look. */
    @Test
    void aWebhookThatTellsWhatIsKnownIsNotAskedAbout() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);
        String transaction = payments.attempts.find(payment.id()).orElseThrow().transactionId();
        Webhook known = webhook(payment, "Transaction.Paid", "" + transaction);
        Webhook news = webhook(payment, "Transaction.Cancelled", "" + transaction);
        assertThat(payments.webhooks.insert(known, "{}")).isEqualTo(Todo.NOTHING);
        assertThat(payments.webhooks.insert(news, "{}")).isEqualTo(Todo.NOW);
        assertThat(payments.webhooks.insert(news, "{}")).as("once").isEqualTo(Todo.NOTHING);
        payments.provider.faultsForAll("{\"down\":{\"millis\":60000,\"how\":\"CUT\"}}");

        payments.handleWebhooks.handle(news);
        payments.provider.faultsForAll("{}");

        assertThat(waiting()).containsExactly(news.id());
        payments.database.sql().sql("update webhooks set look_at = now()").update();
        payments.handleWebhooks.run(() -> true);
        assertThat(waiting()).isEmpty();
    }

    /** The provider is away, so that only the confirm can have told what the webhook tells. */
    @Test
    void aWebhookThatComesDuringItsConfirmIsLeftToIt() {
        PaymentAttempt payment = payments.prepared(order);
        startedAt("now()", payment);
        Webhook paid = webhook(payment, "Transaction.Paid", "later known");

        assertThat(payments.webhooks.insert(paid, "{}")).isEqualTo(Todo.LATER);

        startedAt("null", payment);
        payments.confirmed(payment);
        payments.database
                .sql()
                .sql(
                        """
                        update webhooks w set transaction_id = p.portone_transaction_id
                        from payments p where p.provider_id = w.provider_id and w.id = ?
                        """)
                .param(paid.id())
                .update();
        payments.database.sql().sql("update webhooks set look_at = now()").update();
        payments.provider.faultsForAll("{\"down\":{\"millis\":60000,\"how\":\"CUT\"}}");
        payments.handleWebhooks.run(() -> true);
        payments.provider.faultsForAll("{}");
        assertThat(waiting()).isEmpty();
    }

    private static void startedAt(String when, PaymentAttempt payment) {
        payments.database
                .sql()
                .sql("update payments set confirm_started_at = " + when + " where id = ?")
                .param(payment.id())
                .update();
    }
}
