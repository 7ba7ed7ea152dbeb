package onsale.payment.provider;

import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The part of a provider's answer that is kept for as long as the law requires: what was paid,
 * when, how and by which transaction, without anything that identifies a person. It outlives the
 * fan's account.
 */
final class AnonymizedAnswer {

    /** Removed at every depth. The raw answers of the card network may contain anything. */
    private static final Set<String> PERSONAL =
            Set.of(
                    "customer",
                    "origin",
                    "shippingAddress",
                    "customData",
                    "pgResponse",
                    "billingKey",
                    "number",
                    "accountNumber",
                    "accountHolder",
                    "remitteeName",
                    "remitterName",
                    "refundAccount",
                    "phoneNumber",
                    "email",
                    "cashReceipt");

    private AnonymizedAnswer() {}

    static String of(JsonNode answer) {
        JsonNode copy = answer.deepCopy();
        strip(copy);
        return copy.toString();
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(PERSONAL);
            object.forEach(AnonymizedAnswer::strip);
        } else if (node instanceof ArrayNode array) {
            array.forEach(AnonymizedAnswer::strip);
        }
    }
}
