package onsale.platformtests;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import onsale.platform.messaging.Incoming;
import onsale.platform.messaging.MessageCodec;
import onsale.platform.messaging.MessagingSettings;

/** What the tests of messaging share. */
final class MessagingWorld {

    static final MessagingSettings SETTINGS = withLease(Duration.ofSeconds(2));

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

    static <T> T decode(Incoming message, Class<T> type) {
        return MessageCodec.decode(message, type);
    }
}
