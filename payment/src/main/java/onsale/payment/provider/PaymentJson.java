package onsale.payment.provider;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import onsale.platform.portone.ProviderTrust.Shown;
import tools.jackson.databind.JsonNode;

/** Reads the provider's JSON of a payment. Unknown fields are ignored, unknown states are open. */
final class PaymentJson {

    private PaymentJson() {}

    static ListedPayment listed(JsonNode payment) {
        return new ListedPayment(text(payment, "id"), text(payment, "customData"), state(payment));
    }

    private static ProviderPayment state(JsonNode payment) {
        String status = text(payment, "status");
        return switch (status) {
            case "PAID", "PARTIAL_CANCELLED", "CANCELLED" -> charged(payment);
            case "FAILED" ->
                    new ProviderPayment.Failed(
                            text(payment.path("failure"), "reason"), AnonymizedAnswer.of(payment));
            default -> new ProviderPayment.Open(status);
        };
    }

    private static ProviderPayment.Charged charged(JsonNode payment) {
        JsonNode amount = payment.path("amount");
        JsonNode channel = payment.path("channel");
        return new ProviderPayment.Charged(
                text(payment, "transactionId"),
                amount.path("total").asLong(0),
                amount.path("cancelled").asLong(0),
                cancellations(payment),
                time(text(payment, "paidAt")),
                new Shown(
                        text(payment, "storeId"),
                        text(payment, "currency"),
                        text(channel, "key"),
                        text(channel, "type")),
                AnonymizedAnswer.of(payment));
    }

    /** The reasons of those that are done; one that was asked for may still fail. */
    private static List<String> cancellations(JsonNode payment) {
        List<String> reasons = new ArrayList<>();
        for (JsonNode one : payment.path("cancellations")) {
            if (text(one, "status").equals("SUCCEEDED")) {
                reasons.add(text(one, "reason"));
            }
        }
        return reasons;
    }

    /** Empty unless the field is a string. */
    static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isString() ? value.stringValue() : "";
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }
}
