package onsale.portone;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import onsale.portone.Payment.Failure;
import onsale.portone.Payment.Method;
import onsale.portone.Payment.Status;
import org.jspecify.annotations.Nullable;

/** Where a person pays: approves, is declined, or gives up; and goes back to the shop. */
final class CheckoutPage {

    static final Failure DECLINED =
            new Failure("한도 초과 (Over the card's limit)", "DECLINED", "한도 초과 Over the card's limit");
    static final Failure GIVEN_UP =
            new Failure(
                    "사용자가 결제를 취소했습니다 (Given up by the person)",
                    "PAY_PROCESS_CANCELED",
                    "Given up by the person");

    /** How long the money takes of who pays late: longer than a shop waits for an answer. */
    private static final long LATE_MILLIS = 20_000;

    private final Checkout checkout;
    private final Faults faults;
    private final ReturnAddresses addresses;
    private final Options options;

    CheckoutPage(Checkout checkout, Faults faults, ReturnAddresses addresses, Options options) {
        this.checkout = checkout;
        this.faults = faults;
        this.addresses = addresses;
        this.options = options;
    }

    Answer show(Request request) {
        return guarded(
                request,
                () -> {
                    Payment payment = checkout.open(visit(request));
                    boolean waiting =
                            payment.status() == Status.READY && payment.paymentToken() == null;
                    return waiting ? form(request, payment) : back(request, payment);
                });
    }

    Answer submit(Request request) {
        return guarded(
                request,
                () -> {
                    Checkout.Visit visit = visit(request);
                    return back(
                            request,
                            switch (request.form().getOrDefault("action", "")) {
                                case "approve" -> checkout.approve(visit);
                                case "late" -> late(visit);
                                case "decline" -> checkout.refuse(visit, DECLINED);
                                case "close" -> checkout.refuse(visit, GIVEN_UP);
                                default ->
                                        throw PortOneError.invalid(
                                                "action must be approve, late, decline or close.");
                            });
                });
    }

    /** Agreed to, but the confirmation breaks off and the money is taken a while after it. */
    private Payment late(Checkout.Visit visit) {
        Payment payment = checkout.approve(visit);
        faults.late(payment.id(), LATE_MILLIS);
        return payment;
    }

    private interface Step {
        Answer take();
    }

    /** A person gets a page also when something is wrong. */
    private Answer guarded(Request request, Step step) {
        boolean korean = Page.korean(request);
        try {
            var _ = addresses.of(request); // before anything is done
            return step.take();
        } catch (PortOneError e) {
            return Page.of(
                    e.status(),
                    korean,
                    korean ? "결제할 수 없습니다" : "This cannot be paid",
                    "<p class=\"error\" role=\"alert\">%s</p><p><code>%s</code></p>"
                            .formatted(Page.escape(e.message()), Page.escape(e.type())));
        }
    }

    private Checkout.Visit visit(Request request) {
        Map<String, String> query = new HashMap<>(request.query());
        if (!request.variables().isEmpty()) { // of an address that names the payment only
            query.put("paymentId", request.id());
            query.putIfAbsent("storeId", options.storeId());
            query.putIfAbsent("channelKey", options.channelKey());
        }
        if (!options.storeId().equals(query.get("storeId"))
                || !Channel.exists(query.getOrDefault("channelKey", ""), options)) {
            throw new PortOneError(404, "CHANNEL_NOT_FOUND", "There is no such store and channel.");
        }
        @Nullable Method method = Json.choice(query.get("payMethod"), "payMethod", Method.class);
        return new Checkout.Visit(
                query.getOrDefault("paymentId", ""),
                amount(query.get("amount")),
                query.get("orderName"),
                query.get("customData"),
                method == null ? Method.CARD : method,
                Origin.through(query.get("channelKey")));
    }

    private static @Nullable Long amount(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw PortOneError.invalid("amount must be a whole number of won.");
        }
    }

    private Answer back(Request request, Payment payment) {
        boolean korean = Page.korean(request);
        @Nullable Failure failure = payment.status() == Status.FAILED ? payment.failure() : null;
        Map<String, @Nullable String> fields = new LinkedHashMap<>();
        fields.put("transactionType", "PAYMENT");
        fields.put("paymentId", payment.id());
        fields.put("txId", payment.transactionId());
        fields.put("paymentToken", payment.paymentToken());
        fields.put("code", failure == null ? null : "FAILURE_TYPE_PG");
        fields.put("message", failure == null ? null : failure.reason());
        fields.put("pgCode", failure == null ? null : failure.pgCode());
        fields.put("pgMessage", failure == null ? null : failure.pgMessage());
        String title =
                failure == null
                        ? korean ? "결제가 승인되었습니다" : "The payment is approved"
                        : korean ? "결제하지 않았습니다" : "Nothing was paid";
        return Page.back(request, addresses.of(request), title, fields);
    }

    private static Answer form(Request request, Payment payment) {
        boolean korean = Page.korean(request);
        String body =
                """
                <p>%s</p>
                <dl>
                <dt>%s</dt><dd>%s</dd>
                <dt>%s</dt><dd>%s</dd>
                <dt>%s</dt><dd>%s</dd>
                <dt>%s</dt><dd class="sum">%s</dd>
                </dl>
                <form method="post" action="">
                <button class="main" name="action" value="approve">%s</button>
                <button name="action" value="late">%s</button>
                <button class="bad" name="action" value="decline">%s</button>
                <button name="action" value="close">%s</button>
                </form>
                """
                        .formatted(
                                korean
                                        ? "여기서 승인하면 상점이 확정할 때 결제됩니다."
                                        : "Once you approve, the shop can take the amount once.",
                                korean ? "주문" : "Order",
                                Page.escape(payment.orderName()),
                                korean ? "결제 번호" : "Payment",
                                Page.escape(payment.id()),
                                korean ? "결제 수단" : "Method",
                                method(payment.method(), korean),
                                korean ? "금액" : "Amount",
                                korean ? won(payment) + "원" : "₩" + won(payment),
                                korean ? "결제하기" : "Pay",
                                korean
                                        ? "늦게 결제하기 (20초 뒤에 출금)"
                                        : "Pay late (taken after 20 seconds)",
                                korean ? "카드사 거절로 처리" : "Have it declined",
                                korean ? "결제하지 않고 돌아가기" : "Go back without paying");
        return Page.of(200, korean, korean ? "결제" : "Payment", body);
    }

    private static String method(Method method, boolean korean) {
        return switch (method) {
            case CARD -> korean ? "신용·체크카드" : "Card";
            case VIRTUAL_ACCOUNT -> korean ? "무통장입금" : "Bank deposit";
            default -> method.name();
        };
    }

    private static String won(Payment payment) {
        return String.format(Locale.ROOT, "%,d", payment.totalAmount());
    }
}
