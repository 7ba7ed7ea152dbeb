package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.portone.sdk.server.common.Currency;
import io.portone.sdk.server.common.PageInput;
import io.portone.sdk.server.errors.AlreadyPaidException;
import io.portone.sdk.server.errors.CancellableAmountConsistencyBrokenException;
import io.portone.sdk.server.errors.PaymentNotFoundException;
import io.portone.sdk.server.payment.CancelledPayment;
import io.portone.sdk.server.payment.FailedPayment;
import io.portone.sdk.server.payment.PaidPayment;
import io.portone.sdk.server.payment.PartialCancelledPayment;
import io.portone.sdk.server.payment.PaymentClient;
import io.portone.sdk.server.payment.ReadyPayment;
import io.portone.sdk.server.payment.SucceededPaymentCancellation;
import io.portone.sdk.server.payment.VirtualAccountIssuedPayment;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Payments, as the provider's own client sees them. */
class PaymentTest {

    private final PortOneSimulator simulator = PortOneSimulator.start(Caller.options());
    private final Caller caller = new Caller(simulator);
    private final PaymentClient official =
            new PaymentClient(Caller.SECRET, simulator.url(), Caller.STORE);

    @AfterEach
    void stop() {
        official.close();
        caller.close();
        simulator.close();
    }

    @Test
    void theWholeWayFromRegistrationToRefundWithTheOfficialClient() {
        official.preRegisterPayment("p-1", 55_000L, null, Currency.Krw.INSTANCE).join();
        assertThatThrownBy(() -> official.getPayment("p-1").join())
                .as("nobody has come to pay yet")
                .hasCauseInstanceOf(PaymentNotFoundException.class);

        String token = approve("p-1", "{\"customData\": \"qp_1\", \"orderName\": \"뮤지컬 R석\"}");
        var ready = (ReadyPayment) official.getPayment("p-1").join();
        assertThat(ready.getCustomData()).isEqualTo("qp_1");
        assertThat(ready.getOrderName()).isEqualTo("뮤지컬 R석");
        assertThat(ready.getAmount().getPaid()).isZero();

        var summary =
                official.confirmPayment(
                                "p-1",
                                token,
                                ready.getTransactionId(),
                                Currency.Krw.INSTANCE,
                                55_000L,
                                null,
                                null,
                                null)
                        .join();
        var paid = (PaidPayment) official.getPayment("p-1").join();
        assertThat(paid.getPgTxId()).isEqualTo(summary.getPgTxId());
        assertThat(paid.getPaidAt()).isEqualTo(summary.getPaidAt());
        assertThat(paid.getAmount().getTotal()).isEqualTo(55_000);
        assertThat(paid.getAmount().getPaid()).isEqualTo(55_000);
        assertThat(paid.getStoreId()).isEqualTo(Caller.STORE);

        var cancellation = cancel("p-1", 20_000L, 55_000L);
        assertThat(cancellation.getTotalAmount()).isEqualTo(20_000);
        var part = (PartialCancelledPayment) official.getPayment("p-1").join();
        assertThat(part.getAmount().getCancelled()).isEqualTo(20_000);
        assertThatThrownBy(() -> cancel("p-1", 10_000L, 55_000L))
                .hasCauseInstanceOf(CancellableAmountConsistencyBrokenException.class);

        cancel("p-1", null, 35_000L);
        var none = (CancelledPayment) official.getPayment("p-1").join();
        assertThat(none.getCancellations()).hasSize(2);
        assertThat(none.getAmount().getCancelled()).isEqualTo(55_000);

        Caller.Reply books = caller.get("/simulator/books");
        assertThat(books.text("/payments/0/paymentId")).isEqualTo("p-1");
        assertThat(books.number("/payments/0/charges/0/amount")).isEqualTo(55_000);
        assertThat(books.number("/payments/0/cancellations/1/amount")).isEqualTo(35_000);
        assertThat(books.number("/total/charged")).isEqualTo(55_000);
        assertThat(books.number("/total/kept")).isZero();
    }

    @Test
    void aPersonApprovesOnThePage() {
        String page =
                "/pages/checkout?paymentId=p-2&storeId=%s&channelKey=%s&amount=9000&customData=c&orderName=%s&redirectUrl=%s"
                        .formatted(
                                Caller.STORE,
                                Caller.CHANNEL,
                                encode("<b>석"),
                                encode("http://shop.test/pay"));

        Caller.Reply shown = caller.open(page);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.body()).contains("9,000원", "&lt;b&gt;석").doesNotContain("<b>석");
        assertThat(official.getPayment("p-2").join()).isInstanceOf(ReadyPayment.class);

        Caller.Reply back = caller.submit(page, "action=approve");
        assertThat(back.status()).isEqualTo(303);
        assertThat(back.location())
                .startsWith("http://shop.test/pay?")
                .contains("paymentId=p-2", "paymentToken=payment-token-");
        assertThat(official.getPayment("p-2").join())
                .as("money is taken by the confirmation only")
                .isInstanceOf(ReadyPayment.class);
        assertThat(caller.submit(page, "action=approve").location()).isEqualTo(back.location());

        String token = back.location().replaceAll(".*paymentToken=([^&]+).*", "$1");
        assertThat(confirm("p-2", token, 9_000).status()).isEqualTo(200);
        assertThat(caller.open(page).status()).as("paid already").isEqualTo(409);
    }

    @Test
    void whoIsDeclinedOrGivesUpMayTryAgain() {
        String page =
                "/pages/checkout?paymentId=p-3&storeId=%s&channelKey=%s&amount=9000&lang=en&redirectUrl=%s"
                        .formatted(
                                Caller.STORE, Caller.CHANNEL, encode("http://shop.test/pay?x=1"));

        Caller.Reply declined = caller.submit(page, "action=decline");
        assertThat(declined.location())
                .contains("?x=1&", "code=FAILURE_TYPE_PG", "pgCode=DECLINED")
                .doesNotContain("paymentToken");
        var failed = (FailedPayment) official.getPayment("p-3").join();
        assertThat(failed.getFailure().getPgCode()).isEqualTo("DECLINED");

        assertThat(caller.submit(page, "action=close").location())
                .contains("pgCode=PAY_PROCESS_CANCELED");
        String second = approve("p-3", "{}");
        var ready = (ReadyPayment) official.getPayment("p-3").join();
        assertThat(ready.getTransactionId()).isNotEqualTo(failed.getTransactionId());
        assertThat(confirm("p-3", second, 9_000).status()).isEqualTo(200);
    }

    @Test
    void aPageForWhatCannotBePaidSaysSo() {
        caller.post("/payments/p-4/pre-register", "{\"totalAmount\": 1000}");
        String known = "storeId=" + Caller.STORE + "&channelKey=" + Caller.CHANNEL;

        assertThat(caller.open("/pages/checkout?paymentId=p-4&amount=999&" + known).body())
                .contains("INFORMATION_MISMATCH");
        assertThat(caller.open("/pages/checkout?paymentId=p-4&amount=1000").status())
                .isEqualTo(404);
        assertThat(caller.open("/pages/checkout?paymentId=p-5&" + known).status()).isEqualTo(400);
        assertThat(caller.open("/pages/checkout?paymentId=p-5&amount=-3&" + known).status())
                .isEqualTo(400);
        assertThat(caller.open("/pages/checkout?paymentId=p-5&amount=1e3&" + known).status())
                .isEqualTo(400);
        assertThat(
                        caller.submit(
                                        "/pages/checkout?paymentId=p-4&amount=1000&" + known,
                                        "action=steal")
                                .status())
                .isEqualTo(400);
        assertThat(caller.get("/payments/p-4").status()).isEqualTo(404);
        assertThat(caller.get("/payments/p-5").status()).isEqualTo(404);
    }

    @Test
    void refusalsAreInTheProvidersWordsAndChangeNothing() {
        assertThat(confirm("nothing", "t", 1)).extracting(Caller.Reply::status).isEqualTo(404);
        refused(400, "INVALID_REQUEST", "/payments/p/pre-register", "{}");
        refused(400, "INVALID_REQUEST", "/payments/p/pre-register", "{\"totalAmount\": 0}");
        refused(400, "INVALID_REQUEST", "/payments/p/pre-register", "{\"totalAmount\": 1.5}");
        refused(
                400,
                "INVALID_REQUEST",
                "/payments/p/pre-register",
                "{\"totalAmount\": 1, \"currency\": \"USD\"}");
        refused(
                403,
                "FORBIDDEN",
                "/payments/p/pre-register",
                "{\"totalAmount\": 1, \"storeId\": \"other\"}");

        String token = approve("p", "{\"amount\": 5000}");
        refused(400, "INVALID_REQUEST", "/payments/p/confirm", "{}");
        refused(
                400,
                "INVALID_PAYMENT_TOKEN",
                "/payments/p/confirm",
                "{\"paymentToken\": \"other\"}");
        refused(
                409,
                "INFORMATION_MISMATCH",
                "/payments/p/confirm",
                "{\"paymentToken\": \"%s\", \"totalAmount\": 4999}".formatted(token));
        refused(
                409,
                "INFORMATION_MISMATCH",
                "/payments/p/confirm",
                "{\"paymentToken\": \"%s\", \"txId\": \"other\"}".formatted(token));
        refused(409, "PAYMENT_NOT_PAID", "/payments/p/cancel", "{\"reason\": \"r\"}");
        assertThat(official.getPayment("p").join()).isInstanceOf(ReadyPayment.class);

        assertThat(confirm("p", token, 5_000).status()).isEqualTo(200);
        assertThatThrownBy(() ->
                        official.preRegisterPayment("p", 5_000L, null, Currency.Krw.INSTANCE)
                                .join())
                .hasCauseInstanceOf(AlreadyPaidException.class);
        refused(
                409,
                "ALREADY_PAID",
                "/payments/p/confirm",
                "{\"paymentToken\": \"%s\"}".formatted(token));
        refused(400, "INVALID_REQUEST", "/payments/p/cancel", "{}");
        refused(400, "INVALID_REQUEST", "/payments/p/cancel", "{\"reason\": \"r\", \"amount\": 0}");
        refused(
                409,
                "CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT",
                "/payments/p/cancel",
                "{\"reason\": \"r\", \"amount\": 5001}");
        refused(
                409,
                "SUM_OF_PARTS_EXCEEDS_CANCEL_AMOUNT",
                "/payments/p/cancel",
                "{\"reason\": \"r\", \"amount\": 10, \"vatAmount\": 11}");
        refused(404, "PAYMENT_NOT_FOUND", "/payments/q/cancel", "{\"reason\": \"r\"}");
        assertThat(official.getPayment("p").join()).isInstanceOf(PaidPayment.class);

        assertThat(caller.post("/payments/p/cancel", "{\"reason\": \"r\"}").status())
                .isEqualTo(200);
        refused(409, "PAYMENT_ALREADY_CANCELLED", "/payments/p/cancel", "{\"reason\": \"r\"}");
    }

    @Test
    void aTransferIsPaidWhenTheMoneyArrives() {
        caller.post(
                "/simulator/payments/v/approve",
                "{\"amount\": 700, \"method\": \"VIRTUAL_ACCOUNT\"}");
        assertThat(official.getPayment("v").join()).isInstanceOf(VirtualAccountIssuedPayment.class);

        caller.post("/simulator/payments/v/charge", "{}");
        assertThat(official.getPayment("v").join()).isInstanceOf(PaidPayment.class);
    }

    @Test
    void paymentsAreListedByPageAndByCursor() {
        for (int i = 1; i <= 5; i++) {
            String token = approve("p-" + i, "{\"amount\": 100}");
            if (i > 2) {
                confirm("p-" + i, token, 100);
            }
        }

        var page = official.getPayments(new PageInput(1, 2), null).join();
        assertThat(page.getPage().getTotalCount()).isEqualTo(5);
        assertThat(page.getItems()).hasSize(2);
        assertThat(((PaidPayment) page.getItems().getFirst()).getId())
                .as("newest first")
                .isEqualTo("p-3");

        String paid =
                encode(
                        """
                        {"filter": {"status": ["PAID"], "sortOrder": "ASC", "from": "2020-01-01T00:00:00+09:00"}}\
                        """);
        Caller.Reply filtered = caller.get("/payments?requestBody=" + paid);
        assertThat(filtered.number("/page/totalCount")).isEqualTo(3);
        assertThat(filtered.text("/items/0/id")).isEqualTo("p-3");
        for (String wrong :
                List.of(
                        "{\"page\": {\"size\": 5000}}",
                        "{\"page\": 3}",
                        "{\"filter\": {\"status\": [\"WHO\"]}}",
                        "{\"filter\": {\"from\": \"today\"}}")) {
            assertThat(caller.get("/payments?requestBody=" + encode(wrong)).status())
                    .as(wrong)
                    .isEqualTo(400);
        }

        var first = official.getAllPaymentsByCursor(null, null, null, 3).join().getItems();
        String cursor = first.getLast().getCursor();
        var rest = official.getAllPaymentsByCursor(null, null, cursor, 3).join().getItems();
        assertThat(first).hasSize(3);
        assertThat(rest).hasSize(2);
    }

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

    private interface Step {
        Caller.Reply take(int index);
    }

    private static List<Caller.Reply> atOnce(int times, Step step) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Caller.Reply>> calls =
                    IntStream.range(0, times)
                            .<Callable<Caller.Reply>>mapToObj(i -> () -> step.take(i))
                            .toList();
            List<Caller.Reply> replies = new java.util.ArrayList<>();
            for (Future<Caller.Reply> reply : threads.invokeAll(calls)) {
                replies.add(reply.get());
            }
            return replies;
        }
    }

    private String approve(String id, String body) {
        return caller.post("/simulator/payments/" + id + "/approve", body).text("/paymentToken");
    }

    private Caller.Reply confirm(String id, String token, long amount) {
        return caller.post(
                "/payments/" + id + "/confirm",
                "{\"paymentToken\": \"%s\", \"totalAmount\": %d}".formatted(token, amount));
    }

    private SucceededPaymentCancellation cancel(
            String id, @Nullable Long amount, Long cancellable) {
        return (SucceededPaymentCancellation)
                official.cancelPayment(
                                id,
                                amount,
                                null,
                                null,
                                "the fan asked",
                                null,
                                null,
                                cancellable,
                                null,
                                null,
                                null)
                        .join()
                        .getCancellation();
    }

    private void refused(int status, String type, String path, String body) {
        Caller.Reply reply = caller.post(path, body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.text("/type")).isEqualTo(type);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
