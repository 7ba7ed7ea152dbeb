package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.portone.sdk.server.errors.PgProviderException;
import io.portone.sdk.server.payment.PaymentClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way in which the provider can be made to fail. */
class FaultTest {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration IMPATIENT = Duration.ofMillis(300);

    private final PortOneSimulator simulator = PortOneSimulator.start(Caller.options());
    private final Caller caller = new Caller(simulator);

    @AfterEach
    void stop() {
        caller.close();
        simulator.close();
    }

    @Test
    void aDeclineFailsTheAttemptAndTheNextMaySucceed() {
        fault("p", "{\"kind\": \"DECLINE\", \"code\": \"8326\", \"message\": \"한도초과\"}");
        String token = approve("p");

        try (var official = new PaymentClient(Caller.SECRET, simulator.url(), Caller.STORE)) {
            assertThatThrownBy(() ->
                            official.confirmPayment("p", token, null, null, 100L, null, null, null)
                                    .join())
                    .hasCauseInstanceOf(PgProviderException.class);
        }
        assertThat(caller.get("/payments/p").text("/failure/pgCode")).isEqualTo("8326");
        assertThat(confirm("p", token).text("/type")).isEqualTo("INVALID_PAYMENT_TOKEN");

        assertThat(confirm("p", approve("p")).status()).isEqualTo(200);
        assertThat(charged()).isEqualTo(100);
    }

    @Test
    void aDeclinedRefundGivesNothingBack() {
        confirm("p", approve("p"));
        fault("p", "{\"kind\": \"DECLINE\", \"on\": \"CANCEL\"}");

        assertThat(caller.post("/payments/p/cancel", "{\"reason\": \"r\"}").text("/type"))
                .isEqualTo("PG_PROVIDER");
        assertThat(status("p")).isEqualTo("PAID");
        assertThat(caller.post("/payments/p/cancel", "{\"reason\": \"r\"}").status())
                .isEqualTo(200);
    }

    @Test
    void aSlowCallAnswersInTheEnd() {
        fault("p", "{\"kind\": \"SLOW\", \"millis\": 400}");
        String token = approve("p");

        long before = System.nanoTime();
        assertThat(confirm("p", token).status()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(IMPATIENT);
    }

    @Test
    void aHangMayHaveTakenTheMoneyBefore() {
        fault("p", "{\"kind\": \"HANG\", \"effect\": \"FIRST\", \"millis\": 1500}");
        String token = approve("p");

        assertThatThrownBy(() -> confirmImpatiently("p", token))
                .hasCauseInstanceOf(HttpTimeoutException.class);
        assertThat(status("p")).isEqualTo("PAID");
    }

    @Test
    void aHangMayTakeTheMoneyAfterTheMerchantGaveUp() {
        fault("p", "{\"kind\": \"HANG\", \"effect\": \"LAST\", \"millis\": 1200}");
        String token = approve("p");

        assertThatThrownBy(() -> confirmImpatiently("p", token))
                .hasCauseInstanceOf(HttpTimeoutException.class);
        assertThat(status("p")).as("not paid yet, and not final").isEqualTo("READY");
        Wait.until("it is paid", SOON, () -> status("p").equals("PAID"));
    }

    @Test
    void aHangMayTakeNothing() {
        fault("p", "{\"kind\": \"HANG\", \"effect\": \"NEVER\", \"millis\": 200}");
        String token = approve("p");

        assertThatThrownBy(() -> confirm("p", token)).isInstanceOf(UncheckedIOException.class);
        assertThat(status("p")).isEqualTo("READY");
        assertThat(confirm("p", token).status()).isEqualTo(200);
    }

    @Test
    void anErrorMayComeBeforeOrAfterSuccess() {
        fault(
                "p",
                "{\"kind\": \"ERROR\", \"status\": 503}, {\"kind\": \"ERROR\", \"effect\": \"FIRST\"}");
        String token = approve("p");
        String body = "{\"paymentToken\": \"%s\"}".formatted(token);
        String key = "confirm-00000000-0001";

        assertThat(caller.post("/payments/p/confirm", body, key).status()).isEqualTo(503);
        assertThat(status("p")).isEqualTo("READY");
        assertThat(caller.post("/payments/p/confirm", body, key).status()).isEqualTo(500);
        assertThat(status("p")).isEqualTo("PAID");
        assertThat(caller.post("/payments/p/confirm", body, key).status())
                .as("the key brings the true answer")
                .isEqualTo(200);
        assertThat(charged()).isEqualTo(100);
    }

    @Test
    void theConnectionMayBreakAfterSuccess() {
        fault("p", "{\"kind\": \"CUT\", \"effect\": \"FIRST\"}");
        String token = approve("p");

        assertThatThrownBy(() -> confirm("p", token)).isInstanceOf(UncheckedIOException.class);
        assertThat(status("p")).isEqualTo("PAID");
        assertThat(confirm("p", token).text("/type")).isEqualTo("ALREADY_PAID");
    }

    @Test
    void moneyMayComeLateAndOnlyOnce() {
        fault("p", "{\"kind\": \"LATE\", \"millis\": 500}");
        fault("q", "{\"kind\": \"LATE\", \"millis\": 500, \"shown\": \"PAY_PENDING\"}");
        String p = approve("p");
        String q = approve("q");

        assertThatThrownBy(() -> confirm("p", p)).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> confirm("q", q)).isInstanceOf(UncheckedIOException.class);
        assertThat(status("p")).isEqualTo("READY");
        assertThat(status("q")).isEqualTo("PAY_PENDING");
        assertThat(caller.post("/payments/p/cancel", "{\"reason\": \"r\"}").text("/type"))
                .isEqualTo("PAYMENT_NOT_PAID");
        assertThat(confirm("q", q).status()).as("a repetition is in time").isEqualTo(200);

        Wait.until("it is paid", SOON, () -> status("p").equals("PAID"));
        assertThat(charged()).isEqualTo(200);
    }

    @Test
    void lateMoneyComesAlsoAfterARestart(@TempDir Path directory) throws IOException {
        Options kept = Caller.options().withDirectory(directory);
        try (var first = PortOneSimulator.start(kept);
                Caller to = new Caller(first)) {
            String token =
                    to.post("/simulator/payments/p/approve", "{\"amount\": 100}")
                            .text("/paymentToken");
            to.put(
                    "/simulator/payments/p/faults",
                    "{\"faults\": [{\"kind\": \"LATE\", \"millis\": 1000}]}");
            assertThatThrownBy(() ->
                            to.post(
                                    "/payments/p/confirm",
                                    "{\"paymentToken\": \"%s\"}".formatted(token)))
                    .isInstanceOf(UncheckedIOException.class);
        }
        try (var second = PortOneSimulator.start(kept);
                Caller to = new Caller(second)) {
            Wait.until(
                    "it is paid", SOON, () -> to.get("/payments/p").text("/status").equals("PAID"));
        }
    }

    @Test
    void moneyMayBeTakenAgainAfterACancellation() {
        confirm("p", approve("p"));
        approve("q");
        for (String id : List.of("p", "q")) {
            fault(id, "{\"kind\": \"PAID_AFTER_CANCEL\", \"millis\": 200}");
        }

        assertThat(caller.post("/payments/p/cancel", "{\"reason\": \"r\"}").status())
                .isEqualTo(200);
        assertThat(caller.post("/payments/q/cancel", "{\"reason\": \"r\"}").status())
                .isEqualTo(409);

        Wait.until(
                "both are paid",
                SOON,
                () -> status("p").equals("PAID") && status("q").equals("PAID"));
        assertThat(charged()).isEqualTo(300);
        assertThat(caller.get("/payments/p").number("/amount/cancelled")).isZero();
        assertThat(caller.post("/payments/p/cancel", "{\"reason\": \"r\"}").status())
                .isEqualTo(200);
        assertThat(caller.get("/simulator/books").number("/total/kept")).isEqualTo(100);
    }

    @Test
    void aRequestThatHangsKeepsItsKey() {
        fault("p", "{\"kind\": \"SLOW\", \"millis\": 2000}");
        String body = "{\"paymentToken\": \"%s\"}".formatted(approve("p"));
        String key = "confirm-00000000-0001";

        var first =
                CompletableFuture.supplyAsync(() -> caller.post("/payments/p/confirm", body, key));
        Wait.until(
                "the first is under way",
                SOON,
                () -> caller.get("/simulator/payments/p/faults").body().equals("[]"));
        assertThat(caller.post("/payments/p/confirm", "{}", key).status()).isEqualTo(422);
        assertThat(caller.post("/payments/p/confirm", body, key).text("/type"))
                .isEqualTo("IDEMPOTENCY_OUTSTANDING_REQUEST");
        assertThat(first.join().status()).isEqualTo(200);
        assertThat(caller.post("/payments/p/confirm", body, key).body())
                .isEqualTo(first.join().body());
    }

    @Test
    void readingMayFailToo() {
        approve("p");
        fault("p", "{\"kind\": \"ERROR\", \"on\": \"GET\", \"times\": 2}");

        assertThat(caller.get("/payments/p").status()).isEqualTo(500);
        assertThat(caller.get("/payments/p").status()).isEqualTo(500);
        assertThat(caller.get("/payments/p").status()).isEqualTo(200);
    }

    @Test
    void ratesFollowTheSeed() {
        List<Integer> first = play(7);

        assertThat(play(7)).as("the same again").isEqualTo(first);
        assertThat(play(8)).isNotEqualTo(first);
        assertThat(first.stream().filter(status -> status == 500).count()).isBetween(20L, 60L);
    }

    private List<Integer> play(int seed) {
        caller.put(
                "/simulator/faults",
                "{\"seed\": %d, \"rules\": [{\"kind\": \"ERROR\", \"on\": \"GET\", \"rate\": 0.2}]}"
                        .formatted(seed));
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            statuses.add(caller.get("/payments/none-" + i % 20).status());
        }
        return statuses;
    }

    @Test
    void theProviderMayBeDownForAWhile() {
        approve("p");

        caller.put("/simulator/faults", "{\"down\": {\"millis\": 3000}}");
        assertThat(caller.get("/payments/p").status()).isEqualTo(503);
        assertThat(caller.open("/pages/checkout").status()).isEqualTo(503);
        Wait.until("it is back", SOON, () -> caller.get("/payments/p").status() == 200);

        caller.put("/simulator/faults", "{\"down\": {\"millis\": 30000, \"how\": \"CUT\"}}");
        assertThatThrownBy(() -> caller.get("/payments/p"))
                .isInstanceOf(UncheckedIOException.class);
        caller.put("/simulator/faults", "{}");
        assertThat(caller.get("/payments/p").status()).isEqualTo(200);
    }

    @Test
    void wrongFaultsAreRefused() {
        for (String fault :
                List.of(
                        "{}",
                        "7",
                        "{\"kind\": \"FLOOD\"}",
                        "{\"kind\": \"SLOW\", \"millis\": -1}",
                        "{\"kind\": \"SLOW\", \"millis\": 99999999}",
                        "{\"kind\": \"ERROR\", \"status\": 200}",
                        "{\"kind\": \"ERROR\", \"rate\": 2}",
                        "{\"kind\": \"LATE\", \"shown\": \"PAID\"}")) {
            assertThat(
                            caller.put(
                                            "/simulator/payments/p/faults",
                                            "{\"faults\": [" + fault + "]}")
                                    .status())
                    .as(fault)
                    .isEqualTo(400);
        }
        assertThat(caller.put("/simulator/faults", "{\"rules\": 1}").status()).isEqualTo(400);
        assertThat(caller.put("/simulator/faults", "{\"down\": 1}").status()).isEqualTo(400);
    }

    private Caller.Reply confirmImpatiently(String id, String token) {
        return caller.send(
                caller.authorized("/payments/" + id + "/confirm")
                        .timeout(IMPATIENT)
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "{\"paymentToken\": \"%s\"}".formatted(token)))
                        .build());
    }

    private void fault(String id, String faults) {
        Caller.Reply reply =
                caller.put(
                        "/simulator/payments/" + id + "/faults", "{\"faults\": [" + faults + "]}");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }

    private String approve(String id) {
        return caller.post("/simulator/payments/" + id + "/approve", "{\"amount\": 100}")
                .text("/paymentToken");
    }

    private Caller.Reply confirm(String id, String token) {
        return caller.post(
                "/payments/" + id + "/confirm", "{\"paymentToken\": \"%s\"}".formatted(token));
    }

    private String status(String id) {
        return caller.get("/payments/" + id).text("/status");
    }

    private long charged() {
        return caller.get("/simulator/books").number("/total/charged");
    }
}
