package onsale.user.password;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import onsale.user.login.LoginDelays;
import onsale.user.login.LoginDelays.Decision;
import onsale.user.session.SessionStore.Reason;
import onsale.user.session.Sessions;
import org.jspecify.annotations.Nullable;

/**
 * Changes the password of a user who knows the present one. It ends all other sessions, because
 * whoever changes a password may have lost the old one to somebody.
 */
public final class ChangePassword {

    /** The outcome of a change. */
    public sealed interface Outcome {
        record Changed() implements Outcome {}

        record Wrong() implements Outcome {}

        record Unfit() implements Outcome {}

        /** Too many wrong passwords were given; this one was not checked. */
        record Delayed(Duration duration) implements Outcome {}

        record Busy() implements Outcome {}

        /** The account is no longer active. */
        record Gone() implements Outcome {}
    }

    private final Database database;
    private final AccountStore accounts;
    private final Passwords passwords;
    private final LoginDelays delays;
    private final Sessions sessions;

    public ChangePassword(
            Database database,
            AccountStore accounts,
            Passwords passwords,
            LoginDelays delays,
            Sessions sessions) {
        this.database = database;
        this.accounts = accounts;
        this.passwords = passwords;
        this.delays = delays;
        this.sessions = sessions;
    }

    /**
     * Changes the password if the present one is right.
     *
     * @param session the user's own, which goes on
     */
    public Outcome run(UUID userId, @Nullable UUID session, String current, String next) {
        if (!accounts.allowsPassword(userId, next)) {
            return new Outcome.Unfit();
        }
        try (@Nullable Permit permit = passwords.tryAcquire()) {
            if (permit == null) {
                return new Outcome.Busy();
            }
            Optional<Account> account = accounts.byId(userId).filter(Account::isActive);
            if (account.isEmpty()) {
                return new Outcome.Gone();
            }
            return switch (delays.decideForOwner(userId)) {
                case Decision.Wait wait -> new Outcome.Delayed(wait.duration());
                case Decision.Allowed attempt
                        when !permit.matches(current, account.get().passwordHash()) -> {
                    delays.failed(attempt);
                    yield new Outcome.Wrong();
                }
                case Decision.Allowed attempt -> {
                    delays.succeeded(attempt);
                    change(userId, session, permit.hash(next));
                    yield new Outcome.Changed();
                }
            };
        } catch (Passwords.Busy e) {
            return new Outcome.Busy();
        }
    }

    private void change(UUID userId, @Nullable UUID session, String hash) {
        List<UUID> ended =
                database.inTransaction(() -> {
                    accounts.setPassword(userId, hash);
                    return sessions.revokeAll(userId, session, Reason.PASSWORD);
                });
        sessions.publish(ended);
    }
}
