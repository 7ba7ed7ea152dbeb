package onsale.payment;

import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is kept of the provider's answer for as long as the law wants: what was paid, when, how, by
 * which transaction – and nothing by which a person is known. It outlives their account.
 */
final class KeptAnswer {

    /** Wherever they stand. Raw answers of the card network are whatever they are. */
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

    private KeptAnswer() {}

    static String of(JsonNode answer) {
        JsonNode copy = answer.deepCopy();
        strip(copy);
        return copy.toString();
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(PERSONAL);
            object.forEach(KeptAnswer::strip);
        } else if (node instanceof ArrayNode array) {
            array.forEach(KeptAnswer::strip);
        }
    }
}
