package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.portone.sdk.server.errors.WebhookVerificationException;
import io.portone.sdk.server.webhook.WebhookTransactionCancelledCancelled;
import io.portone.sdk.server.webhook.WebhookTransactionCancelledPartialCancelled;
import io.portone.sdk.server.webhook.WebhookTransactionFailed;
import io.portone.sdk.server.webhook.WebhookTransactionPaid;
import io.portone.sdk.server.webhook.WebhookTransactionReady;
import io.portone.sdk.server.webhook.WebhookVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks, verified by the provider's own verifier. */
class WebhookTest {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration MINUTE = Duration.ofMillis(20);

    private final Receiver receiver;
    private final WebhookVerifier verifier = new WebhookVerifier(Caller.WEBHOOK_SECRET);

    WebhookTest() throws IOException {
        receiver = new Receiver();
    }

    private final PortOneSimulator simulator =
            PortOneSimulator.start(Caller.options().withWebhooks(null, MINUTE));
    private final Caller caller = new Caller(simulator);

    @BeforeEach
    void connect() {
        simulator.sendWebhooksTo(receiver.url());
    }

    @AfterEach
    void stop() {
        caller.close();
        simulator.close();
        receiver.close();
    }

    @Test
    void everyChangeIsToldInOrderAndSigned() throws Exception {
        pay("p");
        caller.post("/payments/p/cancel", "{\"reason\": \"r\", \"amount\": 40}");
        caller.post("/payments/p/cancel", "{\"reason\": \"r\"}");
        caller.post("/simulator/payments/q/decline", "{\"amount\": 100}");

        await(6);
        assertThat(read("p"))
                .extracting(Object::getClass)
                .isEqualTo(
                        List.of(
                                WebhookTransactionReady.class,
                                WebhookTransactionPaid.class,
                                WebhookTransactionCancelledPartialCancelled.class,
                                WebhookTransactionCancelledCancelled.class));
        assertThat(read("q"))
                .extracting(Object::getClass)
                .isEqualTo(List.of(WebhookTransactionReady.class, WebhookTransactionFailed.class));
        var paid = (WebhookTransactionPaid) read("p").get(1);
        assertThat(paid.getData().getPaymentId()).isEqualTo("p");
        assertThat(paid.getData().getStoreId()).isEqualTo(Caller.STORE);
        assertThat(paid.getData().getTransactionId())
                .isEqualTo(caller.get("/payments/p").text("/transactionId"));
        var cancelled = (WebhookTransactionCancelledCancelled) read("p").get(3);
        assertThat(cancelled.getData().getCancellationId())
                .isEqualTo(caller.get("/payments/p").text("/cancellations/1/id"));
    }

    @Test
    void aForgedMessageIsNotBelieved() {
        pay("p");
        await(2);
        Receiver.Message real = receiver.messages().getFirst();

        assertThatThrownBy(() ->
                        verifier.verify(
                                real.body().replace("\"p\"", "\"q\""),
                                real.id(),
                                real.signature(),
                                real.timestamp()))
                .isInstanceOf(WebhookVerificationException.class);
    }

    @Test
    void whatIsNotTakenIsSentAgainUnderTheSameId() throws Exception {
        receiver.failNext(3);

        caller.post("/simulator/payments/p/approve", "{\"amount\": 100}");

        await(4);
        assertThat(receiver.messages().stream().map(Receiver.Message::id).distinct()).hasSize(1);
        Wait.until("nothing is pending", SOON, () -> pending() == 0);
        assertThat(receiver.messages()).hasSize(4);
        assertThat(read("p")).hasSize(4);
    }

    @Test
    void afterSixAttemptsItIsGivenUp() {
        receiver.failNext(1_000);

        caller.post("/simulator/payments/p/approve", "{\"amount\": 100}");

        Wait.until("it is given up", Duration.ofSeconds(60), () -> pending() == 0);
        assertThat(receiver.messages()).hasSize(6);
    }

    @Test
    void whatWasNotTakenIsSentByTheNextProcess(@TempDir Path directory) throws IOException {
        Options kept =
                Caller.options()
                        .withDirectory(directory)
                        .withWebhooks(receiver.url(), Duration.ofMinutes(1));
        receiver.failNext(2);
        try (var first = PortOneSimulator.start(kept);
                Caller to = new Caller(first)) {
            to.post("/simulator/payments/p/decline", "{\"amount\": 100}");
            await(2);
            Wait.until(
                    "both failures are written down",
                    SOON,
                    () ->
                            to.get("/simulator/webhooks").number("/pending/0/attempts") == 1
                                    && to.get("/simulator/webhooks").number("/pending/1/attempts")
                                            == 1);
        }

        // A minute is a minute: an address given anew is told at once only of what is due.
        try (var second = PortOneSimulator.start(kept.withWebhooks(receiver.url(), MINUTE));
                Caller to = new Caller(second)) {
            assertThat(to.get("/simulator/webhooks").number("/count")).isEqualTo(2);
        }
        Options later =
                new Options(
                        kept.host(),
                        0,
                        directory,
                        kept.secret(),
                        kept.storeId(),
                        kept.channelKey(),
                        receiver.url(),
                        kept.webhookSecret(),
                        MINUTE,
                        6,
                        1_000,
                        1_000,
                        java.time.Clock.offset(java.time.Clock.systemUTC(), Duration.ofMinutes(2)));
        try (var third = PortOneSimulator.start(later)) {
            assertThat(third.port()).isPositive();
            await(4);
        }
        assertThat(receiver.types().subList(2, 4))
                .containsExactlyInAnyOrder("Transaction.Ready", "Transaction.Failed");
    }

    @Test
    void messagesWaitUntilTheMerchantsAddressIsKnown() {
        try (var early = PortOneSimulator.start(Caller.options());
                Caller to = new Caller(early)) {
            to.post("/simulator/payments/early/approve", "{\"amount\": 100}");
            assertThat(to.get("/simulator/webhooks").number("/count")).isEqualTo(1);

            to.put("/simulator/webhooks", "{\"url\": \"%s\"}".formatted(receiver.url()));

            await(1);
            assertThat(to.put("/simulator/webhooks", "{\"url\": \"x\"}").status()).isEqualTo(400);
        }
    }

    @Test
    void aMessageMayBeLost() {
        fault("p", "{\"kind\": \"WEBHOOK_LOST\", \"event\": \"Transaction.Paid\"}");

        pay("p");
        caller.post("/payments/p/cancel", "{\"reason\": \"r\"}");

        await(2);
        assertThat(receiver.types()).containsExactly("Transaction.Ready", "Transaction.Cancelled");
    }

    @Test
    void aMessageMayComeTwice() {
        fault("p", "{\"kind\": \"WEBHOOK_DUPLICATE\"}");

        caller.post("/simulator/payments/p/approve", "{\"amount\": 100}");

        await(2);
        assertThat(receiver.types()).containsOnly("Transaction.Ready");
        assertThat(receiver.messages().stream().map(Receiver.Message::id).distinct()).hasSize(1);
    }

    @Test
    void aMessageMayComeLate() {
        fault(
                "p",
                "{\"kind\": \"WEBHOOK_LATE\", \"event\": \"Transaction.Ready\", \"millis\": 700}");

        pay("p");

        await(2);
        assertThat(receiver.types()).containsExactly("Transaction.Paid", "Transaction.Ready");
    }

    @Test
    void aMessageMayComeAfterItsSuccessor() {
        fault("p", "{\"kind\": \"WEBHOOK_REORDERED\", \"event\": \"Transaction.Ready\"}");

        pay("p");
        caller.post("/payments/p/cancel", "{\"reason\": \"r\"}");

        await(3);
        assertThat(receiver.types().getFirst()).isEqualTo("Transaction.Paid");
        assertThat(receiver.types()).contains("Transaction.Ready", "Transaction.Cancelled");
    }

    private void pay(String id) {
        String token =
                caller.post("/simulator/payments/" + id + "/approve", "{\"amount\": 100}")
                        .text("/paymentToken");
        assertThat(
                        caller.post(
                                        "/payments/" + id + "/confirm",
                                        "{\"paymentToken\": \"%s\"}".formatted(token))
                                .status())
                .isEqualTo(200);
    }

    private void fault(String id, String fault) {
        assertThat(
                        caller.put(
                                        "/simulator/payments/" + id + "/faults",
                                        "{\"faults\": [" + fault + "]}")
                                .status())
                .isEqualTo(200);
    }

    private long pending() {
        return caller.get("/simulator/webhooks").number("/count");
    }

    private void await(int messages) {
        Wait.until(
                messages + " messages have come",
                SOON,
                () -> receiver.messages().size() >= messages);
    }

    private List<Object> read(String paymentId) throws WebhookVerificationException {
        List<Object> read = new java.util.ArrayList<>();
        for (Receiver.Message message : receiver.messages()) {
            if (message.body().contains("\"paymentId\":\"" + paymentId + "\"")) {
                read.add(
                        verifier.verify(
                                message.body(),
                                message.id(),
                                message.signature(),
                                message.timestamp()));
            }
        }
        return read;
    }
}
