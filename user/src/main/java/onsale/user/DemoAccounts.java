package onsale.user;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.settings.Secret;
import onsale.user.Passwords.Place;
import onsale.user.UserStore.NewUser;
import org.jspecify.annotations.Nullable;

/**
 * Accounts to try the platform with. Only the launcher calls this, and only when it has started an
 * embedded database itself; their password derives from that instance's own secret, so there is no
 * password that opens a door anywhere else.
 */
public final class DemoAccounts {

    /** Who can sign in, and with what. */
    public record Demo(List<String> emails, String password) {
        @Override
        public String toString() {
            return "Demo"; // never in a log by accident
        }
    }

    private record Person(String email, String name, String phone, String role) {}

    private static final List<Person> PEOPLE =
            List.of(
                    new Person("fan@onsale.example", "김하늘", "01000000001", CurrentUser.USER),
                    new Person("fan2@onsale.example", "이바다", "01000000002", CurrentUser.USER),
                    new Person("fan3@onsale.example", "박여름", "01000000003", CurrentUser.USER),
                    new Person("admin@onsale.example", "최가람", "01000000009", CurrentUser.ADMIN));

    private static final int PASSWORD_CHARACTERS = 12;

    private final Database database;
    private final UserStore users;
    private final Passwords passwords;
    private final Ids ids;

    DemoAccounts(Database database, UserStore users, Passwords passwords, Ids ids) {
        this.database = database;
        this.users = users;
        this.passwords = passwords;
        this.ids = ids;
    }

    /**
     * Creates them if there is no account at all. Returns those that can be used, also at later
     * starts; none if their owner has taken them over.
     */
    public Optional<Demo> offer(Secret instance) {
        String password =
                instance.derive("demo/password").value().substring(0, PASSWORD_CHARACTERS);
        if (users.isEmpty()) {
            create(password);
        }
        List<String> usable = new ArrayList<>();
        for (Person person : PEOPLE) {
            Optional<Account> account = users.byEmail(person.email());
            if (account.isPresent() && matches(password, account.get().passwordHash())) {
                usable.add(person.email());
            }
        }
        return usable.isEmpty() ? Optional.empty() : Optional.of(new Demo(usable, password));
    }

    private void create(String password) {
        String hash = withPlace(place -> place.hash(password));
        database.inTransaction(() -> {
            for (Person person : PEOPLE) {
                NewUser user =
                        new NewUser(
                                ids.next(),
                                person.email(),
                                hash,
                                person.name(),
                                person.phone(),
                                "demo-ci-of-" + person.email(),
                                "demo-di-of-" + person.email(),
                                person.role());
                if (users.insert(user)) {
                    users.agree(
                            user.id(),
                            List.of(
                                    new Terms.Agreement(Terms.Type.SERVICE, "demo", true),
                                    new Terms.Agreement(Terms.Type.PRIVACY, "demo", true)));
                }
            }
        });
    }

    private boolean matches(String password, @Nullable String hash) {
        return withPlace(place -> place.matches(password, hash));
    }

    private <T> T withPlace(java.util.function.Function<Place, T> work) {
        try (@Nullable Place place = passwords.tryEnter()) {
            if (place == null) {
                throw new IllegalStateException("nobody signs in before the process is ready");
            }
            return work.apply(place);
        }
    }
}
