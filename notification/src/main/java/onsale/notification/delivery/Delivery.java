package onsale.notification.delivery;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.Redacted;
import org.jspecify.annotations.Nullable;

/**
 * What somebody has claimed to send, or what the mailbox keeps.
 *
 * @param target the device of a push; zero otherwise
 * @param language of a letter; null if its reader's is asked for
 * @param letter address and values from another context, encrypted; null for what has content
 * @param content the values of the template as JSON
 * @param attempts how often it was claimed, this time included; a claim is over when it grows
 */
public record Delivery(
        UUID requestId,
        Channel channel,
        UUID target,
        UUID userId,
        String template,
        @Nullable String language,
        @Nullable String letter,
        @Nullable String content,
        int attempts,
        Instant createdAt) {

    static final UUID NO_TARGET = new UUID(0, 0);

    @Override
    public String toString() {
        return Redacted.text(this, "letter", "content");
    }
}
