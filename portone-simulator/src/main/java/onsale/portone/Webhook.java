package onsale.portone;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A webhook that has not been delivered yet.
 *
 * @param key differs between two copies of one message, whose id is the same
 * @param held whether it waits until a later message of its payment went out
 */
record Webhook(
        String key,
        String id,
        String paymentId,
        String type,
        String body,
        int attempts,
        boolean held,
        Instant due)
        implements Item {

    static String body(
            String type,
            Instant at,
            Payment payment,
            String storeId,
            @Nullable String cancellationId) {
        return Json.MAPPER.writeValueAsString(
                Json.object()
                        .with("type", type)
                        .with("timestamp", at)
                        .with(
                                "data",
                                Json.object()
                                        .with("paymentId", payment.id())
                                        .with("transactionId", payment.transactionId())
                                        .with("storeId", storeId)
                                        .with("cancellationId", cancellationId))
                        .node());
    }

    Webhook failed(Instant nextTry) {
        return new Webhook(key, id, paymentId, type, body, attempts + 1, false, nextTry);
    }
}
