package onsale.user.login;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
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
import onsale.user.factor.SecondFactor;
import onsale.user.factor.SecondFactor.Check;
import onsale.user.login.LoginDelays.Decision;
import onsale.user.login.LoginHistory.Failure;
import onsale.user.login.LoginHistory.Method;
import onsale.user.login.LoginHistory.Suspicion;
import onsale.user.session.Sessions;
import onsale.user.session.Tokens;
import onsale.user.terms.Terms;
import onsale.user.terms.TermsStore;
import org.jspecify.annotations.Nullable;

/**
 * Logs in by e-mail and password, or by a provider's proof. Neither the outcome nor the time it
 * takes tells whether an e-mail has an account. No connection to the database is held while BCrypt
 * runs.
 */
public final class Login {

    /** The outcome of a login. */
    public sealed interface Outcome {
        /**
         * A new session.
         *
         * @param missingTerms the required terms in force that the user has not agreed to
         * @param deviceToken by which the device is known from now on
         * @param roleWithheld whether the account has a role that needs a second factor, and none
         */
        record SignedIn(
                Tokens tokens,
                List<Terms.TermsKey> missingTerms,
                String deviceToken,
                boolean roleWithheld)
                implements Outcome {
            @Override
            public String toString() {
                return "SignedIn"; // tokens must not reach a log
            }
        }

        record Wrong() implements Outcome {}

        /** The password is right, and a one-time code is needed too. */
        record CodeNeeded() implements Outcome {}

        record CodeRefused(Check why) implements Outcome {}

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
     * What the client sends besides the password, and what to do if the account is not active.
     *
     * @param identityVerificationId wakes a dormant account
     * @param restore undoes a deletion
     * @param code of the second factor, if one is on
     */
    public record Wish(
            @Nullable String identityVerificationId, boolean restore, @Nullable String code) {
        public static final Wish NONE = new Wish(null, false);

        public Wish(@Nullable String identityVerificationId, boolean restore) {
            this(identityVerificationId, restore, null);
        }

        @Override
        public String toString() {
            return "Wish"; // the code must not reach a log
        }
    }

    /**
     * Who wants to log in, and by what.
     *
     * @param use uses the proof up, in the transaction that opens the session; false if it was used
     *     before
     */
    private record Entry(
            Account account, Origin origin, Wish wish, Method method, BooleanSupplier use) {}

    /**
     * A proof that stands for the password.
     *
     * @param use uses it up, in the transaction that opens the session; false if it was used before
     */
    public record Proven(Method method, BooleanSupplier use) {}

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
    private final SecondFactor secondFactor;

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
            ReturnToAccount returning,
            SecondFactor secondFactor) {
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
        this.secondFactor = secondFactor;
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
        return signIn(new Entry(account.orElseThrow(), origin, wish, Method.EMAIL, () -> true));
    }

    /** Logs in somebody who has proven to be the owner of the account. */
    public Outcome runProven(Account account, Origin origin, Wish wish, Proven proven) {
        return signIn(new Entry(account, origin, wish, proven.method(), proven.use()));
    }

    private Outcome wrong(Optional<Account> account, Origin origin) {
        history.failed(
                account.map(Account::id).orElse(null),
                origin,
                Method.EMAIL,
                account.isEmpty() ? Failure.UNKNOWN_EMAIL : Failure.WRONG_PASSWORD);
        return new Outcome.Wrong();
    }

    private Outcome signIn(Entry entry) {
        return switch (entry.account().status()) {
            case ACTIVE -> refusedCode(entry).orElseGet(() -> open(entry));
            case INACTIVE -> refuse(entry, Failure.LOCKED, new Outcome.Locked());
            case DORMANT -> wake(entry);
            case DELETED -> restore(entry);
        };
    }

    private Outcome wake(Entry entry) {
        @Nullable String verificationId = entry.wish().identityVerificationId();
        if (verificationId == null) {
            return refuse(entry, Failure.DORMANT, new Outcome.Dormant());
        }
        return switch (returning.check(entry.account(), verificationId)) {
            case NOT_VERIFIED -> refuse(entry, Failure.DORMANT, new Outcome.NotVerified());
            case OTHER_PERSON -> refuse(entry, Failure.DORMANT, new Outcome.OtherPerson());
            case UNAVAILABLE -> new Outcome.ProviderUnavailable();
            case OWNER ->
                    refusedCode(entry)
                            .orElseGet(() ->
                                    database.inTransaction(() ->
                                            returning.wake(entry.account().id(), verificationId)
                                                    ? open(entry)
                                                    : new Outcome.NotVerified()));
        };
    }

    private Outcome restore(Entry entry) {
        UUID id = entry.account().id();
        Optional<Instant> purgeAt = accounts.purgeAt(id);
        if (purgeAt.isEmpty()) {
            return refuse(entry, Failure.DELETED, new Outcome.Wrong());
        }
        if (!entry.wish().restore()) {
            return refuse(entry, Failure.DELETED, new Outcome.Leaving(purgeAt.get()));
        }
        return refusedCode(entry)
                .orElseGet(() ->
                        database.inTransaction(() ->
                                returning.restore(id)
                                        ? open(entry)
                                        : refuse(entry, Failure.DELETED, new Outcome.Wrong())));
    }

    /** Why the one-time code does not let in; empty if it does, or none is needed. */
    private Optional<Outcome> refusedCode(Entry entry) {
        UUID id = entry.account().id();
        if (!secondFactor.isOn(id)) {
            return Optional.empty();
        }
        @Nullable String code = entry.wish().code();
        if (code == null || code.isBlank()) {
            return Optional.of(new Outcome.CodeNeeded());
        }
        return switch (secondFactor.check(id, code)) {
            case Check.Right _ -> Optional.empty();
            case Check refused ->
                    Optional.of(
                            refuse(entry, Failure.WRONG_CODE, new Outcome.CodeRefused(refused)));
        };
    }

    private Outcome open(Entry entry) {
        Account account = entry.account();
        Origin origin = entry.origin();
        boolean roleWithheld =
                secondFactor.isRequiredFor(account) && !secondFactor.isOn(account.id());
        return database.inTransaction(() -> {
            UUID id = account.id();
            if (!entry.use().getAsBoolean()) {
                return new Outcome.Wrong();
            }
            Set<Suspicion> suspicions = history.suspicions(id, origin, devices.knows(id, origin));
            history.succeeded(id, origin, entry.method(), suspicions);
            return new Outcome.SignedIn(
                    sessions.open(account, roleWithheld, origin),
                    terms.missing(id),
                    devices.remember(id, origin),
                    roleWithheld);
        });
    }

    private Outcome refuse(Entry entry, Failure failure, Outcome outcome) {
        history.failed(entry.account().id(), entry.origin(), entry.method(), failure);
        return outcome;
    }
}
