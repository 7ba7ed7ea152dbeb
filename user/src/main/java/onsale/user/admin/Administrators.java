package onsale.user.admin;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.settings.Secret;
import onsale.user.UserModule;
import onsale.user.UserSettings;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.DataKeys;
import onsale.user.account.KeyedHash;
import onsale.user.account.NewAccount;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import onsale.user.account.PersonalData;
import onsale.user.session.SessionStore;
import onsale.user.session.SessionStore.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Creates administrators, and grants and revokes their role, directly in the database. It is for
 * the operator, who has the keys of the platform, and works while the platform is stopped. Accounts
 * created here belong to no verified person.
 */
public final class Administrators implements AutoCloseable {

    /** The outcome of a change, with a sentence for the operator. */
    public sealed interface Outcome {
        String sentence();

        record Done(String sentence) implements Outcome {}

        record Refused(String sentence) implements Outcome {}
    }

    private static final int PASSWORD_CHARACTERS_MIN = 12;
    private static final int PASSWORD_BYTES = 15;
    private static final int EMAIL_CHARACTERS_MAX = 254;
    private static final int NAME_CHARACTERS_MAX = 100;
    private static final Duration PASSWORD_WAIT_MAX = Duration.ofMinutes(1);

    private final Database database;
    private final AccountStore accounts;
    private final SessionStore sessions;
    private final Passwords passwords;
    private final Ids ids;
    private final SecureRandom random = new SecureRandom();

    public Administrators(
            Database database,
            AccountStore accounts,
            SessionStore sessions,
            Passwords passwords,
            Ids ids) {
        this.database = database;
        this.accounts = accounts;
        this.sessions = sessions;
        this.passwords = passwords;
        this.ids = ids;
    }

    /** Opens the database and migrates its tables if they are old. */
    public static Administrators open(Databases databases, UserSettings settings, Secret secret) {
        DataKeys keys = DataKeys.of(settings.dataKeyset(), secret);
        PersonalData personal = new PersonalData(keys, KeyedHash.of(settings, secret));
        Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
        Database database = databases.open(UserModule.SCHEMA);
        return new Administrators(
                database,
                new AccountStore(database, personal),
                new SessionStore(database),
                new Passwords(settings.passwordStrength(), 1, 1, PASSWORD_WAIT_MAX),
                ids);
    }

    /** Makes up a password, which only the sentence of the outcome tells. */
    public Outcome createWithNewPassword(String email, String name) {
        byte[] bytes = new byte[PASSWORD_BYTES];
        random.nextBytes(bytes);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return switch (create(email, name, password)) {
            case Outcome.Done done ->
                    new Outcome.Done(
                            "%s The password, which is not shown again: %s"
                                    .formatted(done.sentence(), password));
            case Outcome.Refused refused -> refused;
        };
    }

    public Outcome create(String email, String name, String password) {
        if (!email.matches("[^\\s@]+@[^\\s@]+\\.[^\\s@]+")
                || email.length() > EMAIL_CHARACTERS_MAX
                || name.length() > NAME_CHARACTERS_MAX) {
            return new Outcome.Refused(
                    "Give an e-mail address, and a name of at most 100 letters.");
        }
        if (password.length() < PASSWORD_CHARACTERS_MIN || !Passwords.fits(password)) {
            return new Outcome.Refused(
                    "The password of an administrator has at least %d characters and at most %d bytes."
                            .formatted(PASSWORD_CHARACTERS_MIN, Passwords.BYTES_MAX));
        }
        String normal = PersonalData.normalEmail(email);
        NewAccount account =
                new NewAccount(
                        ids.next(),
                        normal,
                        hash(password),
                        name,
                        "",
                        "administrator:" + normal,
                        "",
                        CurrentUser.ADMIN);
        return accounts.insert(account)
                ? new Outcome.Done("%s is an administrator.".formatted(email))
                : new Outcome.Refused(
                        "%s has an account: \"onsale admin grant\" makes it an administrator's."
                                .formatted(email));
    }

    public Outcome grant(String email) {
        return accounts.setRole(email, CurrentUser.ADMIN)
                ? new Outcome.Done("%s is an administrator.".formatted(email))
                : noAccount(email);
    }

    /** Also ends the sessions of the account, because its access tokens still say ADMIN. */
    public Outcome revoke(String email) {
        return database.inTransaction(() -> {
            Optional<Account> account = accounts.byEmail(email);
            if (account.isEmpty()) {
                return noAccount(email);
            }
            accounts.setRole(email, CurrentUser.USER);
            sessions.revokeAll(List.of(account.get().id()), Reason.WITHDRAWN);
            String sentence = "%s is no longer an administrator.".formatted(email);
            return new Outcome.Done(
                    accounts.hasAdministrator()
                            ? sentence
                            : sentence + " There is no administrator now.");
        });
    }

    private static Outcome noAccount(String email) {
        return new Outcome.Refused("%s has no account.".formatted(email));
    }

    private String hash(String password) {
        try (@Nullable Permit permit = passwords.tryAcquire()) {
            if (permit == null) {
                throw new IllegalStateException("more than one command at a time");
            }
            return permit.hash(password);
        }
    }

    @Override
    public void close() {
        passwords.close();
        database.close();
    }
}
