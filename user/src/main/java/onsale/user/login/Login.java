package onsale.user.login;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import onsale.user.attempt.DeviceStore;
import onsale.user.attempt.LoginFailures;
import onsale.user.attempt.Origin;
import onsale.user.botcheck.BotCheck;
import onsale.user.botcheck.BotCheck.Result;
import onsale.user.login.LoginDelays.Decision;
import onsale.user.login.LoginHistory.Failure;
import onsale.user.login.LoginHistory.Suspicion;
import onsale.user.session.Sessions;
import onsale.user.session.Tokens;
import onsale.user.terms.Terms;
import onsale.user.terms.TermsStore;
import org.jspecify.annotations.Nullable;

/**
 * Logs in by e-mail and password. Neither the outcome nor the time it takes tells whether an e-mail
 * has an account. No connection to the database is held while BCrypt runs.
 */
public final class Login {

    /** The outcome of a login. */
    public sealed interface Outcome {
        /**
         * A new session.
         *
         * @param missingTerms the required terms in force that the user has not agreed to
         * @param deviceToken by which the device is known from now on
         */
        record SignedIn(Tokens tokens, List<Terms.TermsKey> missingTerms, String deviceToken)
                implements Outcome {
            @Override
            public String toString() {
                return "SignedIn"; // tokens must not reach a log
            }
        }

        record Wrong() implements Outcome {}

        record Locked() implements Outcome {}

        record Dormant() implements Outcome {}

        /** The account is closed, and a login with the wish to restore it brings it back. */
        record Leaving(Instant purgeAt) implements Outcome {}

        /** The identity check that came along was none. */
        record NotVerified() implements Outcome {}

        /** The verified person is not the owner of the account. */
        record OtherPerson() implements Outcome {}

        record ProviderUnavailable() implements Outcome {}

        /** Too many logins have failed recently; the password was not checked. */
        record Delayed(Duration duration) implements Outcome {}

        record Busy() implements Outcome {}

        /** A bot check is needed and was not passed; the password was not checked. */
        record NotChecked(Result result) implements Outcome {}
    }

    /**
     * What to do if the account is not active.
     *
     * @param identityVerificationId wakes a dormant account
     * @param restore undoes a deletion
     */
    public record Wish(@Nullable String identityVerificationId, boolean restore) {
        public static final Wish NONE = new Wish(null, false);
    }

    private final Database database;
    private final AccountStore accounts;
    private final Passwords passwords;
    private final Sessions sessions;
    private final BotCheck botCheck;
    private final LoginFailures failures;
    private final LoginDelays delays;
    private final DeviceStore devices;
    private final LoginHistory history;
    private final TermsStore terms;
    private final ReturnToAccount returning;

    public Login(
            Database database,
            AccountStore accounts,
            Passwords passwords,
            Sessions sessions,
            BotCheck botCheck,
            LoginFailures failures,
            LoginDelays delays,
            DeviceStore devices,
            LoginHistory history,
            TermsStore terms,
            ReturnToAccount returning) {
        this.database = database;
        this.accounts = accounts;
        this.passwords = passwords;
        this.sessions = sessions;
        this.botCheck = botCheck;
        this.failures = failures;
        this.delays = delays;
        this.devices = devices;
        this.history = history;
        this.terms = terms;
        this.returning = returning;
    }

    public Outcome run(String email, String password, Origin origin) {
        return run(email, password, origin, Wish.NONE);
    }

    public Outcome run(String email, String password, Origin origin, Wish wish) {
        Optional<Account> account;
        Decision.Allowed attempt;
        boolean matches;
        try (@Nullable Permit permit = passwords.tryAcquire()) {
            if (permit == null) {
                return new Outcome.Busy();
            }
            if (botCheck.isNeededFor(email, origin)) {
                Result result = botCheck.check(origin);
                if (result != Result.PASSED) {
                    return new Outcome.NotChecked(result);
                }
            }
            account = accounts.byEmail(email);
            switch (delays.decide(email, account.map(Account::id).orElse(null), origin)) {
                case Decision.Wait wait -> {
                    return new Outcome.Delayed(wait.duration());
                }
                case Decision.Allowed allowed -> attempt = allowed;
            }
            matches = permit.matches(password, account.map(Account::passwordHash).orElse(null));
        } catch (Passwords.Busy e) {
            return new Outcome.Busy();
        }
        if (!matches) {
            delays.failed(attempt);
            failures.countForNetwork(origin);
            return wrong(account, origin);
        }
        delays.succeeded(attempt);
        return signIn(account.orElseThrow(), origin, wish);
    }

    private Outcome wrong(Optional<Account> account, Origin origin) {
        history.failed(
                account.map(Account::id).orElse(null),
                origin,
                account.isEmpty() ? Failure.UNKNOWN_EMAIL : Failure.WRONG_PASSWORD);
        return new Outcome.Wrong();
    }

    private Outcome signIn(Account account, Origin origin, Wish wish) {
        return switch (account.status()) {
            case ACTIVE -> open(account, origin);
            case INACTIVE -> refuse(account, origin, Failure.LOCKED, new Outcome.Locked());
            case DORMANT -> wake(account, origin, wish.identityVerificationId());
            case DELETED -> restore(account, origin, wish.restore());
        };
    }

    private Outcome wake(Account account, Origin origin, @Nullable String verificationId) {
        if (verificationId == null) {
            return refuse(account, origin, Failure.DORMANT, new Outcome.Dormant());
        }
        return switch (returning.check(account, verificationId)) {
            case NOT_VERIFIED ->
                    refuse(account, origin, Failure.DORMANT, new Outcome.NotVerified());
            case OTHER_PERSON ->
                    refuse(account, origin, Failure.DORMANT, new Outcome.OtherPerson());
            case UNAVAILABLE -> new Outcome.ProviderUnavailable();
            case OWNER ->
                    database.inTransaction(() ->
                            returning.wake(account.id(), verificationId)
                                    ? open(account, origin)
                                    : new Outcome.NotVerified());
        };
    }

    private Outcome restore(Account account, Origin origin, boolean wanted) {
        Optional<Instant> purgeAt = accounts.purgeAt(account.id());
        if (purgeAt.isEmpty()) {
            return refuse(account, origin, Failure.DELETED, new Outcome.Wrong());
        }
        if (!wanted) {
            return refuse(account, origin, Failure.DELETED, new Outcome.Leaving(purgeAt.get()));
        }
        return database.inTransaction(() ->
                returning.restore(account.id())
                        ? open(account, origin)
                        : refuse(account, origin, Failure.DELETED, new Outcome.Wrong()));
    }

    private Outcome open(Account account, Origin origin) {
        return database.inTransaction(() -> {
            UUID id = account.id();
            Set<Suspicion> suspicions = history.suspicions(id, origin, devices.knows(id, origin));
            history.succeeded(id, origin, suspicions);
            return new Outcome.SignedIn(
                    sessions.open(account), terms.missing(id), devices.remember(id, origin));
        });
    }

    private Outcome refuse(Account account, Origin origin, Failure failure, Outcome outcome) {
        history.failed(account.id(), origin, failure);
        return outcome;
    }
}
