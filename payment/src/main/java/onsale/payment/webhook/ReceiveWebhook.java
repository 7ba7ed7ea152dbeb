package onsale.payment.webhook;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Receives a webhook: verifies its signature, keeps it, and has it handled. A webhook that tells of
 * a beginning is accepted and forgotten: nothing follows from it.
 */
public final class ReceiveWebhook {

    /** The outcome of receiving a webhook. */
    public enum Outcome {
        ACCEPTED,
        BAD_SIGNATURE,
        NOT_JSON
    }

    private static final String PRINTABLE = "[\\x21-\\x7e]+";
    private static final int PROVIDER_ID_MAX = 200;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final WebhookSignature signature;
    private final WebhookStore store;
    private final HandleWebhooks handleWebhooks;

    public ReceiveWebhook(
            WebhookSignature signature, WebhookStore store, HandleWebhooks handleWebhooks) {
        this.signature = signature;
        this.store = store;
        this.handleWebhooks = handleWebhooks;
    }

    public Outcome receive(String id, String timestamp, String signatures, byte[] body) {
        if (!signature.isValid(id, timestamp, signatures, body)) {
            return Outcome.BAD_SIGNATURE;
        }
        JsonNode message;
        try {
            message = JSON.readTree(body);
        } catch (JacksonException e) {
            return Outcome.NOT_JSON;
        }
        String providerId = text(message.path("data").path("paymentId"));
        if (providerId.length() <= PROVIDER_ID_MAX && providerId.matches(PRINTABLE)) {
            keep(
                    new Webhook(
                            id,
                            withoutControls(message.path("type")),
                            providerId,
                            withoutControls(message.path("data").path("transactionId"))),
                    message);
        }
        return Outcome.ACCEPTED;
    }

    private void keep(Webhook webhook, JsonNode message) {
        if (!webhook.isBeginning()
                && store.insert(webhook, message.toString()) == WebhookStore.Todo.NOW) {
            handleWebhooks.handleNow(webhook);
        }
    }

    private static String withoutControls(JsonNode value) {
        return text(value).replaceAll("\\p{Cntrl}", "");
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : "";
    }
}
