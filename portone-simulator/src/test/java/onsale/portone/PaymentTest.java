package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.portone.sdk.server.common.Currency;
import io.portone.sdk.server.common.PageInput;
import io.portone.sdk.server.errors.AlreadyPaidException;
import io.portone.sdk.server.errors.CancellableAmountConsistencyBrokenException;
import io.portone.sdk.server.errors.PaymentNotFoundException;
import io.portone.sdk.server.payment.CancelledPayment;
import io.portone.sdk.server.payment.PaidPayment;
import io.portone.sdk.server.payment.PartialCancelledPayment;
import io.portone.sdk.server.payment.ReadyPayment;
import io.portone.sdk.server.payment.VirtualAccountIssuedPayment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Payments, as the provider's own client sees them. */
class PaymentTest extends PaymentRig {

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
}
