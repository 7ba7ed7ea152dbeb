package onsale.platform.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What the tests of messaging share. */
final class MessagingWorld {

    static final MessagingSettings SETTINGS = withLease(Duration.ofSeconds(2));

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private MessagingWorld() {}

    static MessagingSettings withLease(Duration lease) {
        return new MessagingSettings(
                lease,
                Duration.ofMillis(500),
                500,
                Duration.ofSeconds(5),
                Duration.ofDays(7),
                Duration.ofDays(30));
    }

    static String text(Incoming message) {
        return new String(message.payload(), StandardCharsets.UTF_8);
    }

    static Map<String, String> headers(String json) {
        return JSON.readValue(json, new TypeReference<Map<String, String>>() {});
    }

    static <T> T decode(Incoming message, Class<T> type) {
        return MessageCodec.decode(message, type);
    }
}
