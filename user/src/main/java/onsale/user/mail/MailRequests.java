package onsale.user.mail;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.contracts.MailRequested;
import onsale.contracts.MailRequested.Letter;
import onsale.contracts.MailRequested.Template;
import onsale.contracts.Topic;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.messaging.ContextKeys;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.user.account.PersonalData;
import onsale.user.account.PersonalData.Column;

/**
 * Asks for a mail to the owner of an account, in the transaction that makes it due and that has
 * locked the account's row. Address and values leave this context encrypted.
 */
public final class MailRequests {

    private record Owner(byte[] email, String language) {
        @Override
        public String toString() {
            return "Owner"; // personal data must not reach a log
        }
    }

    private final Database database;
    private final PersonalData personal;
    private final Outbox outbox;
    private final ContextKeys keys;
    private final Ids ids;
    private final boolean on;

    /**
     * @param on whether this deployment sends or keeps mails at all
     */
    public MailRequests(
            Database database,
            PersonalData personal,
            Outbox outbox,
            ContextKeys keys,
            Ids ids,
            boolean on) {
        this.database = database;
        this.personal = personal;
        this.outbox = outbox;
        this.keys = keys;
        this.ids = ids;
        this.on = on;
    }

    public boolean isOn() {
        return on;
    }

    /** To the address of the account. */
    public void ask(
            UUID userId, Template template, Map<String, String> values, Instant usefulUntil) {
        Owner owner = owner(userId);
        String address = personal.decrypt(Column.EMAIL, userId, owner.email());
        record(userId, template, owner.language(), new Letter(address, values), usefulUntil);
    }

    /** To an address that is not the account's, or not yet. */
    public void ask(
            UUID userId,
            Template template,
            String address,
            Map<String, String> values,
            Instant usefulUntil) {
        record(
                userId,
                template,
                owner(userId).language(),
                new Letter(address, values),
                usefulUntil);
    }

    private Owner owner(UUID userId) {
        return database.sql()
                .sql("select email, language from users where id = :id and purged_at is null")
                .param("id", userId)
                .query((row, n) -> new Owner(row.getBytes("email"), row.getString("language")))
                .single();
    }

    private void record(
            UUID userId, Template template, String language, Letter letter, Instant usefulUntil) {
        UUID requestId = ids.next();
        outbox.record(
                new Outgoing(
                        Topic.NOTIFICATION_REQUESTS,
                        userId.toString(),
                        new MailRequested(
                                requestId,
                                userId,
                                template,
                                language.toLowerCase(Locale.ROOT),
                                usefulUntil,
                                keys.encryptFor(
                                        Context.NOTIFICATION, letter, requestId.toString()))));
    }
}
