package onsale.user.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import onsale.platform.Ids;
import onsale.platform.Redacted;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.settings.Secret;
import onsale.user.account.Account;
import onsale.user.account.Account.Status;
import onsale.user.account.AccountStore;
import onsale.user.account.NewAccount;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import onsale.user.session.SessionStore;
import onsale.user.session.SessionStore.Reason;
import onsale.user.terms.Terms;
import onsale.user.terms.TermsStore;
import onsale.user.terms.TermsVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accounts to try the platform with. The launcher creates them only in an embedded database that it
 * has started itself. Their password is derived from the secret of that instance, so it works
 * nowhere else.
 */
public final class DemoAccounts {

    /** The demo accounts that can sign in, and their password. */
    public record Demo(List<String> emails, String password) {
        @Override
        public String toString() {
            return "Demo"; // the password must not reach a log by accident
        }
    }

    private record Person(String email, String name, String phone, String role) {
        /** Identifies the account as one of the demo, whatever its owner changes. */
        String ci() {
            return "demo-ci-of-" + email;
        }

        @Override
        public String toString() {
            return Redacted.text(this, "email", "name", "phone");
        }
    }

    private static final List<Person> PEOPLE =
            List.of(
                    new Person("fan@onsale.example", "김하늘", "01000000001", CurrentUser.USER),
                    new Person("fan2@onsale.example", "이바다", "01000000002", CurrentUser.USER),
                    new Person("fan3@onsale.example", "박여름", "01000000003", CurrentUser.USER),
                    new Person(
                            "organiser@onsale.example",
                            "정기획",
                            "01000000008",
                            CurrentUser.ORGANISER),
                    new Person("admin@onsale.example", "최가람", "01000000009", CurrentUser.ADMIN));

    private static final Logger LOG = LoggerFactory.getLogger(DemoAccounts.class);
    private static final int PASSWORD_CHARACTERS = 12;

    private final Database database;
    private final AccountStore accounts;
    private final TermsStore terms;
    private final SessionStore sessions;
    private final Passwords passwords;
    private final Ids ids;

    public DemoAccounts(
            Database database,
            AccountStore accounts,
            TermsStore terms,
            SessionStore sessions,
            Passwords passwords,
            Ids ids) {
        this.database = database;
        this.accounts = accounts;
        this.terms = terms;
        this.sessions = sessions;
        this.passwords = passwords;
        this.ids = ids;
    }

    /**
     * Creates the demo accounts if the database has no account at all, and unlocks them. Returns
     * those whose password is still the demo's, if any.
     */
    public Optional<Demo> offer(Secret instance) {
        String password =
                instance.derive("demo/password").value().substring(0, PASSWORD_CHARACTERS);
        if (accounts.isEmpty()) {
            create(password);
        }
        accounts.changeStatus(
                cis(), Status.INACTIVE, Status.ACTIVE); // an earlier start may have locked them
        List<String> usable = new ArrayList<>();
        for (Person person : PEOPLE) {
            Optional<Account> account = accounts.byEmail(person.email());
            if (account.isPresent() && matches(password, account.get().passwordHash())) {
                usable.add(person.email());
            }
        }
        return usable.isEmpty() ? Optional.empty() : Optional.of(new Demo(usable, password));
    }

    /** Locks the demo accounts, for a start without the demo on a database that had it. */
    public void lock() {
        int locked =
                database.inTransaction(() -> {
                    List<UUID> found = accounts.changeStatus(cis(), Status.ACTIVE, Status.INACTIVE);
                    sessions.revokeAll(found, Reason.WITHDRAWN);
                    return found.size();
                });
        if (locked > 0) {
            LOG.info(
                    "{} demo accounts are locked; \"onsale admin create\" creates an administrator",
                    locked);
        }
    }

    private static List<String> cis() {
        return PEOPLE.stream().map(Person::ci).toList();
    }

    private void create(String password) {
        String hash = withPermit(permit -> permit.hash(password));
        List<Terms.Agreement> agreements =
                terms.inForce().stream()
                        .filter(TermsVersion::required)
                        .map(t -> new Terms.Agreement(t.type(), t.version(), true))
                        .toList();
        database.inTransaction(() -> {
            for (Person person : PEOPLE) {
                NewAccount account =
                        new NewAccount(
                                ids.next(),
                                person.email(),
                                hash,
                                person.name(),
                                person.phone(),
                                person.ci(),
                                "demo-di-of-" + person.email(),
                                person.role());
                if (accounts.insert(account)) {
                    terms.insert(account.id(), agreements);
                    accounts.setEmailVerified(account.id());
                }
            }
        });
    }

    private boolean matches(String password, @Nullable String hash) {
        return withPermit(permit -> permit.matches(password, hash));
    }

    private <T> T withPermit(Function<Permit, T> work) {
        try (@Nullable Permit permit = passwords.tryAcquire()) {
            if (permit == null) {
                throw new IllegalStateException("a login before the process is ready");
            }
            return work.apply(permit);
        }
    }
}
