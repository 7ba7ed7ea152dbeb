package onsale.user;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import onsale.platform.Ids;
import onsale.platform.access.TokenBlacklist;
import onsale.platform.db.Database;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;
import onsale.user.LoginHistory.Origin;
import onsale.user.Sessions.Tokens;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** One node's user context on real servers, without HTTP of its own. */
final class World implements AutoCloseable {

    static final Origin ORIGIN = new Origin("203.0.113.7", "a browser");
    static final Secret SECRET = new Secret("a secret of this test");

    /** The cheapest BCrypt there is: these tests are about everything else. */
    private static final int STRENGTH = 4;

    final Database database;
    final UserSettings settings;
    final PersonalData personal;
    final UserStore users;
    final SessionStore sessionStore;
    final SigningKeys keys;
    final TokenBlacklist blacklist;
    final Revocations revocations;
    final Sessions sessions;
    final Passwords passwords = new Passwords(STRENGTH, 2, 1_000, Duration.ofMinutes(1));
    final SignUp signUp;
    final Login login;

    private final Provider provider = new Provider();

    World(Stores stores, Redis redis, Map<String, String> given) {
        this(stores.database(UserModule.SCHEMA), redis, given);
    }

    World(Database database, Redis redis, Map<String, String> given) {
        this.database = database;
        Clock clock = Clock.systemUTC();
        Ids ids = new Ids(clock, new SecureRandom());
        settings = settings(given);
        DataKeys dataKeys = DataKeys.of(settings.dataKeyset(), SECRET);
        personal = PersonalData.of(settings, SECRET, dataKeys);
        users = new UserStore(database, personal, ids);
        sessionStore = new SessionStore(database);
        keys = new SigningKeys(new SigningKeyStore(database, dataKeys), settings, clock);
        blacklist = new TokenBlacklist(redis, clock).start();
        revocations = new Revocations(sessionStore, blacklist, settings.accessFor());
        var issuer =
                new AccessTokenIssuer(
                        keys, "onsale", "onsale", settings.accessFor(), clock, new SecureRandom());
        sessions =
                new Sessions(
                        database,
                        sessionStore,
                        users,
                        personal,
                        issuer,
                        revocations,
                        settings,
                        ids);
        signUp = signUp(provider.settings());
        login = new Login(database, users, passwords, sessions, new LoginHistory(database, ids));
    }

    static UserSettings settings(Map<String, String> given) {
        return new Binder(new MapConfigurationPropertySource(given))
                .bindOrCreate("onsale.user", UserSettings.class);
    }

    /** With another provider than the one that is there. */
    SignUp signUp(PortOneSettings portOne) {
        Clock clock = Clock.systemUTC();
        return new SignUp(
                database,
                users,
                new IdentityProvider(portOne, Duration.ofSeconds(5), 300),
                passwords,
                settings.identityFor(),
                new Ids(clock, new SecureRandom()),
                clock);
    }

    Provider provider() {
        return provider;
    }

    /** Signed up. */
    Person member() {
        Person person = Person.somebody();
        SignUp.Outcome outcome = signUp.run(person.signUp(provider.verified(person)));
        if (!(outcome instanceof SignUp.Outcome.Created)) {
            throw new AssertionError(outcome);
        }
        return person;
    }

    Tokens signedIn(Person person) {
        Login.Outcome outcome = login.run(person.email(), Person.PASSWORD, ORIGIN);
        if (outcome instanceof Login.Outcome.SignedIn in) {
            return in.tokens();
        }
        throw new AssertionError(outcome);
    }

    @Override
    public void close() {
        revocations.close();
        blacklist.close();
        passwords.close();
        provider.close();
    }
}
