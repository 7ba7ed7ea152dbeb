package onsale.user.admin;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.platform.audit.AuditTrail;
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
import onsale.user.account.PasswordRules;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import onsale.user.account.PersonalData;
import onsale.user.session.SessionStore;
import onsale.user.session.SessionStore.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Creates accounts of staff, and grants and revokes roles, directly in the database. It is for the
 * operator, who has the keys of the platform, and works while the platform is stopped. Accounts
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
    private final AuditTrail audit;
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
        this.audit = new AuditTrail(database);
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
    public Outcome createWithNewPassword(String email, String name, String role) {
        byte[] bytes = new byte[PASSWORD_BYTES];
        random.nextBytes(bytes);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return switch (create(email, name, password, role)) {
            case Outcome.Done done ->
                    new Outcome.Done(
                            "%s The password, which is not shown again: %s"
                                    .formatted(done.sentence(), password));
            case Outcome.Refused refused -> refused;
        };
    }

    public Outcome create(String email, String name, String password, String role) {
        if (!CurrentUser.STAFF.contains(role)) {
            return noRole();
        }
        if (!email.matches("[^\\s@]+@[^\\s@]+\\.[^\\s@]+")
                || email.length() > EMAIL_CHARACTERS_MAX
                || name.length() > NAME_CHARACTERS_MAX) {
            return new Outcome.Refused(
                    "Give an e-mail address, and a name of at most 100 letters.");
        }
        if (password.length() < PASSWORD_CHARACTERS_MIN
                || !PasswordRules.allows(password, email, name)) {
            return new Outcome.Refused(
                    "The password of staff has at least %d characters and at most %d bytes, is not a common one and does not contain the e-mail or the name."
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
                        role);
        return database.inTransaction(() -> {
            if (!accounts.insert(account)) {
                return new Outcome.Refused(
                        "%s has an account: \"onsale admin grant\" gives it a role."
                                .formatted(email));
            }
            record(account.id(), null, role);
            return new Outcome.Done("%s is %s.".formatted(email, role));
        });
    }

    /** Also ends the sessions of the account, because its access tokens say the role before. */
    public Outcome grant(String email, String role) {
        if (!CurrentUser.STAFF.contains(role)) {
            return noRole();
        }
        return database.inTransaction(() -> {
            Optional<Account> account = accounts.byEmail(email);
            if (account.isEmpty()) {
                return noAccount(email);
            }
            change(account.get(), email, role);
            return new Outcome.Done("%s is %s.".formatted(email, role));
        });
    }

    /** Also ends the sessions of the account, because its access tokens still say the role. */
    public Outcome revoke(String email) {
        return database.inTransaction(() -> {
            Optional<Account> account = accounts.byEmail(email);
            if (account.isEmpty()) {
                return noAccount(email);
            }
            change(account.get(), email, CurrentUser.USER);
            String sentence = "%s has no role any more.".formatted(email);
            return new Outcome.Done(
                    accounts.hasAdministrator()
                            ? sentence
                            : sentence + " There is no administrator now.");
        });
    }

    private void change(Account account, String email, String role) {
        accounts.setRole(email, role);
        sessions.revokeAll(List.of(account.id()), Reason.WITHDRAWN);
        record(account.id(), account.role(), role);
    }

    private void record(UUID account, @Nullable String before, String after) {
        audit.record(Actor.commandLine(), "account.role", account.toString(), before, after);
    }

    private static Outcome noRole() {
        return new Outcome.Refused("The role is ORGANISER, OPERATOR or ADMIN.");
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
