package onsale.user;

import java.util.Optional;
import onsale.platform.db.Database;
import onsale.user.LoginHistory.Failure;
import onsale.user.LoginHistory.Origin;
import onsale.user.Passwords.Place;
import onsale.user.Sessions.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * Signs in by e-mail and password. Nobody learns from the answer or from its time whether an e-mail
 * has an account, and nobody waits for BCrypt with a connection to the database in hand.
 */
final class Login {

    sealed interface Outcome {
        record SignedIn(Tokens tokens) implements Outcome {}

        record Wrong() implements Outcome {}

        record Locked() implements Outcome {}

        record Dormant() implements Outcome {}

        record Busy() implements Outcome {}
    }

    private final Database database;
    private final UserStore users;
    private final Passwords passwords;
    private final Sessions sessions;
    private final LoginHistory history;

    Login(
            Database database,
            UserStore users,
            Passwords passwords,
            Sessions sessions,
            LoginHistory history) {
        this.database = database;
        this.users = users;
        this.passwords = passwords;
        this.sessions = sessions;
        this.history = history;
    }

    Outcome run(String email, String password, Origin origin) {
        Optional<Account> found;
        boolean matches;
        try (@Nullable Place place = passwords.tryEnter()) {
            if (place == null) {
                return new Outcome.Busy();
            }
            found = users.byEmail(email);
            matches = place.matches(password, found.map(Account::passwordHash).orElse(null));
        } catch (Passwords.Busy e) {
            return new Outcome.Busy();
        }
        if (found.isEmpty()) {
            history.failed(null, origin, Failure.UNKNOWN_EMAIL);
            return new Outcome.Wrong();
        }
        Account account = found.get();
        if (!matches) {
            history.failed(account.id(), origin, Failure.WRONG_PASSWORD);
            return new Outcome.Wrong();
        }
        return switch (account.status()) {
            case ACTIVE -> signIn(account, origin);
            case INACTIVE -> refuse(account, origin, Failure.LOCKED, new Outcome.Locked());
            case DORMANT -> refuse(account, origin, Failure.DORMANT, new Outcome.Dormant());
            case DELETED -> refuse(account, origin, Failure.DELETED, new Outcome.Wrong());
        };
    }

    private Outcome signIn(Account account, Origin origin) {
        return database.inTransaction(() -> {
            history.succeeded(account.id(), origin);
            return new Outcome.SignedIn(sessions.open(account));
        });
    }

    private Outcome refuse(Account account, Origin origin, Failure why, Outcome outcome) {
        history.failed(account.id(), origin, why);
        return outcome;
    }
}
