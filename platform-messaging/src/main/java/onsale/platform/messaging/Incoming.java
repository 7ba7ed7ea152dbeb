package onsale.platform.messaging;

import java.util.Map;
import java.util.UUID;

/**
 * A message as it arrived.
 *
 * @param id stays the same however often the message is repeated
 */
public record Incoming(
        UUID id,
        String topic,
        String key,
        String type,
        byte[] payload,
        Map<String, String> headers) {

    /** The id shared by all messages that follow from one request. */
    public String correlationId() {
        return headers.getOrDefault(MessageHeaders.CORRELATION_ID, id.toString());
    }
}
