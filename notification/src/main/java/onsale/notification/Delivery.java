package onsale.notification;

import java.time.Instant;
import java.util.UUID;
import onsale.contracts.MailRequested.Template;
import onsale.platform.Redacted;

/**
 * A mail that somebody has claimed, or that the mailbox keeps.
 *
 * @param attempts how often it was claimed, this time included; a claim is over when it grows
 */
record Delivery(
        UUID requestId,
        Template template,
        String language,
        String letter,
        int attempts,
        Instant createdAt) {
    @Override
    public String toString() {
        return Redacted.text(this, "letter");
    }
}
