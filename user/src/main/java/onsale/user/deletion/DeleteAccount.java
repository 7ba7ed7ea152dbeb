package onsale.user.deletion;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.MailRequested.Template;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.user.UserSettings;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.booking.BookingStore;
import onsale.user.mail.MailRequests;
import onsale.user.session.SessionStore.Reason;
import onsale.user.session.Sessions;

/**
 * Closes the account of a user who has given the present password. Its personal data goes after a
 * waiting time, in which a sign-in brings the account back.
 */
public final class DeleteAccount {

    /** The outcome of a deletion. */
    public sealed interface Outcome {
        record Closed(Instant purgeAt) implements Outcome {}

        record ShowAhead() implements Outcome {}

        record RefundOpen() implements Outcome {}

        /** Accounts with a role are closed by operators. */
        record HasRole() implements Outcome {}

        record Gone() implements Outcome {}
    }

    private final Database database;
    private final AccountStore accounts;
    private final BookingStore bookings;
    private final MailRequests mails;
    private final Sessions sessions;
    private final Duration purgeAfter;
    private final Clock clock;

    public DeleteAccount(
            Database database,
            AccountStore accounts,
            BookingStore bookings,
            MailRequests mails,
            Sessions sessions,
            UserSettings settings,
            Clock clock) {
        this.database = database;
        this.accounts = accounts;
        this.bookings = bookings;
        this.mails = mails;
        this.sessions = sessions;
        this.purgeAfter = settings.purgeAfter();
        this.clock = clock;
    }

    public Outcome run(Account account) {
        if (!account.role().equals(CurrentUser.USER)) {
            return new Outcome.HasRole();
        }
        Instant now = clock.instant();
        return switch (bookings.ahead(account.id(), now)) {
            case SHOW -> new Outcome.ShowAhead();
            case REFUND -> new Outcome.RefundOpen();
            case NOTHING -> close(account.id(), now, now.plus(purgeAfter));
        };
    }

    private Outcome close(UUID userId, Instant now, Instant purgeAt) {
        List<UUID> ended =
                database.inTransaction(() -> {
                    if (!accounts.close(userId, now, purgeAt)) {
                        return null;
                    }
                    mails.ask(
                            userId,
                            Template.DELETION_NOTICE,
                            Map.of("purgeAt", purgeAt.toString()),
                            purgeAt);
                    return sessions.revokeAll(userId, null, Reason.DELETED);
                });
        if (ended == null) {
            return new Outcome.Gone();
        }
        sessions.publish(ended);
        return new Outcome.Closed(purgeAt);
    }
}
