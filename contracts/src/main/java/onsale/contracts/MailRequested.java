package onsale.contracts;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.messaging.MessageContract;

/**
 * From user to notification: write this to a person. What is personal or secret is encrypted for
 * the notification context, so that neither the outbox nor Kafka shows an address or a code.
 *
 * @param requestId one mail, however often this is told
 * @param language ko or en
 * @param usefulUntil after this the mail is not sent any more
 * @param letter a {@link Letter}, encrypted by user for notification, about {@code requestId}
 */
@MessageContract(owner = Context.USER, consumers = Context.NOTIFICATION)
public record MailRequested(
        UUID requestId,
        UUID userId,
        Template template,
        String language,
        Instant usefulUntil,
        String letter) {

    /** What the mail says. */
    public enum Template {
        /** Values: code. */
        EMAIL_CODE,
        /** To the new address. Values: code. */
        EMAIL_CHANGE_CODE,
        /** To the old address. Values: newEmail, refusal. */
        EMAIL_CHANGE_NOTICE,
        /** Values: dormantAt. */
        DORMANCY_NOTICE,
        /** Values: purgeAt. */
        DELETION_NOTICE,
        /** Values: reservation (its id), number, title, venue, showTime, seats. */
        TICKETS
    }

    /**
     * Whom the mail goes to, and what its template is filled with. Values whose names end with
     * {@code At} or {@code Time} are times, shown as a day or with the time of day.
     */
    public record Letter(String address, Map<String, String> values) {
        @Override
        public String toString() {
            return Redacted.text(this, "address", "values");
        }
    }

    @Override
    public String toString() {
        return Redacted.text(this, "letter");
    }
}
