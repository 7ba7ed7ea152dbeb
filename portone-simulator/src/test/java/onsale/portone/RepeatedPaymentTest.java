package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repeated requests have one effect, and the books survive the process and its bounds. */
class RepeatedPaymentTest extends PaymentRig {

    @Test
    void aThousandConfirmationsAtOnceAreOneCharge() throws Exception {
        String token = approve("race", "{\"amount\": 4000}");

        List<Caller.Reply> replies = atOnce(1_000, i -> confirm("race", token, 4_000));

        assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.status() == 409)).hasSize(999);
        assertThat(caller.get("/simulator/books").number("/total/charged")).isEqualTo(4_000);
        assertThat(caller.get("/simulator/books").json().at("/payments/0/charges")).hasSize(1);
    }

    @Test
    void aThousandWithOneKeyGetOneAnswer() throws Exception {
        String token = approve("race", "{\"amount\": 4000}");
        String body = "{\"paymentToken\": \"%s\"}".formatted(token);

        List<Caller.Reply> replies =
                atOnce(
                        1_000,
                        i -> caller.post("/payments/race/confirm", body, "key-0123456789abcdef"));

        List<String> answers =
                replies.stream()
                        .filter(reply -> reply.status() == 200)
                        .map(Caller.Reply::body)
                        .distinct()
                        .toList();
        assertThat(answers).hasSize(1);
        assertThat(replies)
                .allMatch(reply ->
                        reply.status() == 200
                                || reply.text("/type").equals("IDEMPOTENCY_OUTSTANDING_REQUEST"));
        assertThat(caller.get("/simulator/books").number("/total/charged")).isEqualTo(4_000);
    }

    @Test
    void refundsThatCompareAreMadeOnce() throws Exception {
        confirm("race", approve("race", "{\"amount\": 4000}"), 4_000);

        List<Caller.Reply> replies =
                atOnce(
                        200,
                        i ->
                                caller.post(
                                        "/payments/race/cancel",
                                        "{\"reason\": \"r\", \"amount\": 1000, \"currentCancellableAmount\": 4000}"));

        assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(1);
        assertThat(caller.get("/simulator/books").number("/total/cancelled")).isEqualTo(1_000);
    }

    @Test
    void withoutTheComparisonARepeatedRefundIsASecondOne() {
        confirm("race", approve("race", "{\"amount\": 4000}"), 4_000);

        caller.post("/payments/race/cancel", "{\"reason\": \"r\", \"amount\": 1000}");
        caller.post("/payments/race/cancel", "{\"reason\": \"r\", \"amount\": 1000}");

        assertThat(caller.get("/simulator/books").number("/total/cancelled")).isEqualTo(2_000);
    }

    @Test
    void aKeyStandsForOneRequest() {
        confirm("p", approve("p", "{\"amount\": 4000}"), 4_000);
        String key = "refund-00000000-0001";
        String refund = "{\"reason\": \"r\", \"amount\": 1000}";

        Caller.Reply first = caller.post("/payments/p/cancel", refund, key);
        Caller.Reply again = caller.post("/payments/p/cancel", refund, key);
        Caller.Reply other =
                caller.post("/payments/p/cancel", "{\"reason\": \"r\", \"amount\": 2000}", key);
        Caller.Reply refusal =
                caller.post(
                        "/payments/p/cancel",
                        "{\"reason\": \"r\", \"amount\": 9999}",
                        "refund-00000000-0002");

        assertThat(first.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(other.status()).isEqualTo(422);
        assertThat(refusal.status()).isEqualTo(409);
        assertThat(
                        caller.post(
                                        "/payments/p/cancel",
                                        "{\"reason\": \"r\", \"amount\": 9999}",
                                        "refund-00000000-0002")
                                .body())
                .as("refusals are remembered too")
                .isEqualTo(refusal.body());
        assertThat(caller.post("/payments/p/cancel", refund, "short").status()).isEqualTo(400);
        assertThat(caller.get("/simulator/books").number("/total/cancelled")).isEqualTo(1_000);
    }

    @Test
    void booksAndAnswersOutliveTheProcess(@TempDir Path directory) {
        Options kept = Caller.options().withDirectory(directory);
        String key = "confirm-00000000-0001";
        String body;
        String answer;
        try (var first = PortOneSimulator.start(kept);
                Caller to = new Caller(first)) {
            String token =
                    to.post("/simulator/payments/p/approve", "{\"amount\": 800}")
                            .text("/paymentToken");
            body = "{\"paymentToken\": \"%s\"}".formatted(token);
            answer = to.post("/payments/p/confirm", body, key).body();
            to.post("/payments/p/cancel", "{\"reason\": \"r\", \"amount\": 300}");
            to.post("/payments/q/pre-register", "{\"totalAmount\": 50}");
        }

        try (var second = PortOneSimulator.start(kept);
                Caller to = new Caller(second)) {
            assertThat(to.post("/payments/p/confirm", body, key).body()).isEqualTo(answer);
            assertThat(to.get("/payments/p").text("/status")).isEqualTo("PARTIAL_CANCELLED");
            assertThat(to.get("/simulator/books").number("/total/kept")).isEqualTo(500);
            assertThat(to.post("/simulator/payments/q/approve", "{\"amount\": 51}").status())
                    .as("the registered amount holds")
                    .isEqualTo(409);
        }
    }

    @Test
    void memoryIsBoundedAndTheBooksStillAddUp() {
        try (var small = PortOneSimulator.start(Caller.options().withMemory(10, 10));
                Caller to = new Caller(small)) {
            for (int i = 0; i < 25; i++) {
                to.post("/simulator/payments/p-" + i + "/approve", "{\"amount\": 10}");
                to.post("/simulator/payments/p-" + i + "/charge", "{}");
            }

            Caller.Reply books = to.get("/simulator/books");
            assertThat(books.json().at("/payments")).hasSize(10);
            assertThat(books.number("/forgotten/payments")).isEqualTo(15);
            assertThat(books.number("/total/charged")).isEqualTo(250);
            assertThat(to.get("/payments/p-14").status()).isEqualTo(404);
            assertThat(to.get("/payments/p-15").status()).isEqualTo(200);
        }
    }
}
