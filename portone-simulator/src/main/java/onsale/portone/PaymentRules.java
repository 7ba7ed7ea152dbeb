package onsale.portone;

import onsale.portone.Payment.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The provider's rules for payments. A broken rule is an error of the provider's own type. */
final class PaymentRules {

    static final int TEXT_MAX = 4_000;
    private static final int ID_MAX = 200;
    private static final long AMOUNT_MAX = 1_000_000_000_000L;

    private PaymentRules() {}

    static void checkId(String id) {
        if (id.isBlank() || id.length() > ID_MAX) {
            throw PortOneError.invalid("A paymentId has 1 to " + ID_MAX + " characters.");
        }
    }

    static void checkText(String name, @Nullable String given) {
        if (given != null && given.length() > TEXT_MAX) {
            throw PortOneError.invalid(
                    "%s is longer than %d characters.".formatted(name, TEXT_MAX));
        }
    }

    static void checkAmount(long amount) {
        if (amount <= 0 || amount > AMOUNT_MAX) {
            throw PortOneError.invalid("An amount is 1 to " + AMOUNT_MAX + " won.");
        }
    }

    static void checkCurrency(@Nullable String currency) {
        if (currency != null && !currency.equals("KRW")) {
            throw PortOneError.invalid("A merchant of this provider sells in KRW.");
        }
    }

    static void checkConfirm(Payment payment, JsonNode body) {
        @Nullable String token = Json.text(body, "paymentToken", TEXT_MAX);
        @Nullable String transaction = Json.text(body, "txId", TEXT_MAX);
        @Nullable Long amount = Json.number(body, "totalAmount");
        checkCurrency(Json.text(body, "currency", 10));
        if (token == null || token.isEmpty()) {
            throw PortOneError.invalid("paymentToken is missing.");
        }
        if (payment.isCharged()) {
            throw alreadyPaid(payment);
        }
        if (!token.equals(payment.paymentToken())) {
            throw new PortOneError(
                    400,
                    "INVALID_PAYMENT_TOKEN",
                    "The token is not that of the payment's latest approval.");
        }
        if ((transaction != null && !transaction.equals(payment.transactionId()))
                || (amount != null && amount != payment.totalAmount())) {
            throw mismatch(payment);
        }
    }

    static void checkCancel(Payment payment, JsonNode body, long amount) {
        if (payment.status() == Status.CANCELLED) {
            throw new PortOneError(
                    409, "PAYMENT_ALREADY_CANCELLED", "The payment is cancelled already.");
        }
        if (!payment.isCharged()) {
            throw new PortOneError(
                    409, "PAYMENT_NOT_PAID", "The payment is " + payment.status() + ".");
        }
        @Nullable Long expected = Json.number(body, "currentCancellableAmount");
        if (expected != null && expected != payment.cancellable()) {
            throw new PortOneError(
                    409,
                    "CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN",
                    "%d can be cancelled, not %d.".formatted(payment.cancellable(), expected));
        }
        if (amount <= 0) {
            throw PortOneError.invalid("amount must be positive.");
        }
        if (amount > payment.cancellable()) {
            throw new PortOneError(
                    409,
                    "CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT",
                    "Only %d can be cancelled.".formatted(payment.cancellable()));
        }
        long taxFree = part(body, "taxFreeAmount");
        if (taxFree + part(body, "vatAmount") > amount) {
            throw new PortOneError(
                    409, "SUM_OF_PARTS_EXCEEDS_CANCEL_AMOUNT", "The parts exceed the amount.");
        }
        if (taxFree > 0) {
            throw new PortOneError(
                    409,
                    "CANCEL_TAX_FREE_AMOUNT_EXCEEDS_CANCELLABLE_TAX_FREE_AMOUNT",
                    "Nothing was free of tax.");
        }
    }

    private static long part(JsonNode body, String name) {
        @Nullable Long part = Json.number(body, name);
        if (part != null && (part < 0 || part > AMOUNT_MAX)) {
            throw PortOneError.invalid(name + " is out of range.");
        }
        return part == null ? 0 : part;
    }

    static PortOneError alreadyPaid(Payment payment) {
        return new PortOneError(
                409, "ALREADY_PAID", "The payment is " + payment.status() + " already.");
    }

    static PortOneError mismatch(Payment payment) {
        return new PortOneError(
                409,
                "INFORMATION_MISMATCH",
                "The payment is one of %d won, transaction %s."
                        .formatted(payment.totalAmount(), payment.transactionId()));
    }
}
