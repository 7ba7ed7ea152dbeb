package onsale.user.password;

import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.PasswordRules;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import onsale.user.account.PersonalData;
import onsale.user.attempt.Origin;
import onsale.user.botcheck.BotCheck;
import onsale.user.botcheck.BotCheck.Result;
import onsale.user.identity.Identities;
import onsale.user.identity.Identity;
import onsale.user.login.LoginDelays;
import onsale.user.session.SessionStore.Reason;
import onsale.user.session.Sessions;
import org.jspecify.annotations.Nullable;

/**
 * Sets a new password for a person who has just verified an identity. Only the owner of an account
 * learns that it exists: an e-mail without an account and somebody else's have the same outcome. It
 * ends all sessions and the delays of earlier failures, so the owner gets in whoever is guessing. A
 * dormant account is active again.
 */
public final class ResetPassword {

    public record Command(
            String email, String identityVerificationId, String newPassword, Origin origin) {
        @Override
        public String toString() {
            return "ResetPassword.Command"; // personal data must not reach a log
        }
    }

    /** The outcome of a reset. */
    public sealed interface Outcome {
        record Done() implements Outcome {}

        record Unfit() implements Outcome {}

        /** The bot check was not passed. */
        record NotChecked(Result result) implements Outcome {}

        record NotVerified() implements Outcome {}

        record ProviderUnavailable() implements Outcome {}

        /** No account with that e-mail belongs to the verified person. */
        record NotTheirs() implements Outcome {}

        record Locked() implements Outcome {}

        record Busy() implements Outcome {}
    }

    private final Database database;
    private final AccountStore accounts;
    private final PersonalData personal;
    private final Passwords passwords;
    private final BotCheck botCheck;
    private final Identities identities;
    private final LoginDelays delays;
    private final Sessions sessions;
    private final Clock clock;

    public ResetPassword(
            Database database,
            AccountStore accounts,
            PersonalData personal,
            Passwords passwords,
            BotCheck botCheck,
            Identities identities,
            LoginDelays delays,
            Sessions sessions,
            Clock clock) {
        this.database = database;
        this.accounts = accounts;
        this.personal = personal;
        this.passwords = passwords;
        this.botCheck = botCheck;
        this.identities = identities;
        this.delays = delays;
        this.sessions = sessions;
        this.clock = clock;
    }

    public Outcome run(Command command) {
        if (!PasswordRules.allows(command.newPassword(), command.email(), "")) {
            return new Outcome.Unfit();
        }
        Result result = botCheck.check(command.origin());
        if (result != Result.PASSED) {
            return new Outcome.NotChecked(result);
        }
        return switch (identities.find(command.identityVerificationId())) {
            case Identity.NotVerified _ -> new Outcome.NotVerified();
            case Identity.Unavailable _ -> new Outcome.ProviderUnavailable();
            case Identity.Verified verified
                    when !PasswordRules.allows(
                            command.newPassword(), command.email(), verified.name()) ->
                    new Outcome.Unfit();
            case Identity.Verified verified -> reset(command, verified);
        };
    }

    private Outcome reset(Command command, Identity.Verified verified) {
        byte[] person = personal.ciHash(verified.ci());
        Optional<Account> found =
                accounts.byEmail(command.email())
                        .filter(account -> Arrays.equals(account.ciHash(), person));
        if (found.isEmpty()) {
            return new Outcome.NotTheirs();
        }
        Account account = found.get();
        return switch (account.status()) {
            case INACTIVE -> new Outcome.Locked();
            // a closed account stays closed until its owner signs in and wants it back
            case ACTIVE, DORMANT, DELETED -> change(command, account.id());
        };
    }

    private Outcome change(Command command, UUID userId) {
        String hash;
        try (@Nullable Permit permit = passwords.tryAcquire()) {
            if (permit == null) {
                return new Outcome.Busy();
            }
            hash = permit.hash(command.newPassword());
        } catch (Passwords.Busy e) {
            return new Outcome.Busy();
        }
        List<UUID> ended =
                database.inTransaction(() -> {
                    if (!identities.use(command.identityVerificationId())) {
                        return null;
                    }
                    accounts.setPassword(userId, hash);
                    accounts.wake(userId, clock.instant());
                    delays.forget(command.email());
                    return sessions.revokeAll(userId, null, Reason.PASSWORD);
                });
        if (ended == null) {
            return new Outcome.NotVerified();
        }
        sessions.publish(ended);
        return new Outcome.Done();
    }
}
