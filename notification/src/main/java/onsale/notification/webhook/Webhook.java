package onsale.notification.webhook;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.Redacted;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint of an integrator.
 *
 * @param secret encrypted
 * @param oldSecret encrypted; null unless it still signs
 * @param failures since the last success
 */
record Webhook(
        UUID id,
        UUID ownerId,
        String url,
        String description,
        List<String> eventTypes,
        String secret,
        @Nullable String oldSecret,
        @Nullable Instant oldSecretUntil,
        @Nullable Instant pausedAt,
        int failures,
        Instant createdAt) {

    @Override
    public String toString() {
        return Redacted.text(this, "secret", "oldSecret");
    }
}
