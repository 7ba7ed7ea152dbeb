package onsale.user;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.contracts.Topic;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.messaging.MessageKeySettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.Outbox;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.Redis;
import onsale.platform.redis.revocation.TokenBlacklist;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;
import onsale.user.account.AccountStore;
import onsale.user.account.DataKeys;
import onsale.user.account.KeyedHash;
import onsale.user.account.Passwords;
import onsale.user.account.PersonalData;
import onsale.user.attempt.DeviceStore;
import onsale.user.attempt.LoginDelayStore;
import onsale.user.attempt.LoginFailures;
import onsale.user.attempt.Origin;
import onsale.user.booking.BookingStore;
import onsale.user.botcheck.BotCheck;
import onsale.user.botcheck.ChallengeStore;
import onsale.user.deletion.DeleteAccount;
import onsale.user.email.ChangeEmail;
import onsale.user.email.EmailCodes;
import onsale.user.email.VerifyEmail;
import onsale.user.factor.FactorStore;
import onsale.user.factor.SecondFactor;
import onsale.user.identity.Identities;
import onsale.user.identity.IdentityProvider;
import onsale.user.login.Login;
import onsale.user.login.LoginDelays;
import onsale.user.login.LoginHistory;
import onsale.user.login.ReturnToAccount;
import onsale.user.mail.MailRequests;
import onsale.user.profile.ProfileStore;
import onsale.user.session.RefreshSession;
import onsale.user.session.Revocations;
import onsale.user.session.SessionStore;
import onsale.user.session.Sessions;
import onsale.user.session.Tokens;
import onsale.user.signup.SignUp;
import onsale.user.terms.TermsStore;
import onsale.user.token.AccessTokenIssuer;
import onsale.user.token.SigningKeyStore;
import onsale.user.token.SigningKeys;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The user context of one node on real servers, without its HTTP server. */
public final class UserNode implements AutoCloseable {

    public static final Origin ORIGIN = new Origin("203.0.113.7", "a browser");
    public static final Secret SECRET = new Secret("a secret of this test");

    static final MessageKeys KEYS =
            MessageKeys.of(
                    new MessageKeySettings(List.of()), SECRET, "test", InstantSource.system());

    /** The cheapest strength of BCrypt: these tests are not about its cost. */
    private static final int STRENGTH = 4;

    public final Database database;
    public final UserSettings settings;
    public final Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
    public final KeyedHash hash;
    public final PersonalData personal;
    public final AccountStore accounts;
    public final ProfileStore profiles;
    public final TermsStore terms;
    public final SessionStore sessionStore;
    public final SigningKeys keys;
    public final AccessTokenIssuer issuer;
    public final TokenBlacklist blacklist;
    public final Sessions sessions;
    public final RefreshSession refreshSession;
    public final Passwords passwords = new Passwords(STRENGTH, 2, 1_000, Duration.ofMinutes(1));
    public final IdentitySimulator identities = new IdentitySimulator();
    public final DeviceStore devices;
    public final MailRequests mails;
    public final SignUp signUp;
    public final Login login;

    private final Revocations revocations;

    public UserNode(Stores stores, Redis redis, Map<String, String> given) {
        this(stores.database(UserModule.SCHEMA), redis, given);
    }

    public UserNode(Database database, Redis redis, Map<String, String> given) {
        this.database = database;
        Clock clock = Clock.systemUTC();
        settings = settings(given);
        DataKeys dataKeys = DataKeys.of(settings.dataKeyset(), SECRET);
        hash = KeyedHash.of(settings, SECRET);
        personal = new PersonalData(dataKeys, hash);
        accounts = new AccountStore(database, personal);
        profiles = new ProfileStore(database, personal);
        terms = new TermsStore(database, ids, clock);
        sessionStore = new SessionStore(database);
        keys = new SigningKeys(new SigningKeyStore(database, dataKeys), settings, clock);
        issuer =
                new AccessTokenIssuer(
                        keys, "onsale", "onsale", settings.accessFor(), clock, new SecureRandom());
        blacklist = new TokenBlacklist(redis, clock).start();
        revocations = new Revocations(sessionStore, blacklist, settings.accessFor());
        sessions = new Sessions(sessionStore, issuer, revocations, settings, ids);
        refreshSession =
                new RefreshSession(
                        database, sessionStore, accounts, hash, issuer, revocations, settings);
        devices = new DeviceStore(database);
        mails =
                new MailRequests(
                        database,
                        personal,
                        new Outbox(database, ids::next, KEYS.of(Context.USER)),
                        KEYS.of(Context.USER),
                        ids,
                        true);
        signUp = signUp(identities.settings());
        login = login(clock, passwords);
    }

    /** A login whose delays go by another clock. */
    public Login login(Clock clock) {
        return login(clock, passwords);
    }

    public Login login(Clock clock, Passwords passwords) {
        return login(clock, passwords, botCheck(clock, Map.of("onsale.bot-check.mode", "OFF")));
    }

    /** A login with a bot check, by a clock of its own. */
    public Login login(Clock clock, Passwords passwords, BotCheck botCheck) {
        LoginHistory history = new LoginHistory(database, ids, clock);
        LoginDelayStore store = new LoginDelayStore(database);
        LoginDelays delays = new LoginDelays(store, devices, hash, settings, clock);
        LoginFailures failures = new LoginFailures(store, hash, clock);
        TermsStore terms = new TermsStore(database, ids, clock);
        return new Login(
                database,
                accounts,
                passwords,
                sessions,
                botCheck,
                failures,
                delays,
                devices,
                history,
                terms,
                returnToAccount(clock),
                secondFactor(clock));
    }

    public ReturnToAccount returnToAccount(Clock clock) {
        return new ReturnToAccount(accounts, personal, identities(identities.settings()), clock);
    }

    public EmailCodes emailCodes(Clock clock) {
        return new EmailCodes(database, hash, settings, clock);
    }

    public VerifyEmail verifyEmail(Clock clock) {
        return new VerifyEmail(database, emailCodes(clock), mails, clock);
    }

    public DeleteAccount deleteAccount(Clock clock) {
        return new DeleteAccount(
                database, accounts, new BookingStore(database), mails, sessions, settings, clock);
    }

    public ChangeEmail changeEmail(Clock clock) {
        return new ChangeEmail(database, personal, emailCodes(clock), mails, sessions, ids, clock);
    }

    /** The mails that an account was asked to get, the latest last. */
    public List<Mailed> mailsOf(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select payload, headers from outbox_events
                        where message_key = :user and topic = :topic order by id
                        """)
                .param("user", userId.toString())
                .param("topic", Topic.NOTIFICATION_REQUESTS)
                .query((row, n) -> Mailed.read(row.getBytes("payload"), row.getString("headers")))
                .list();
    }

    /** A second factor by another clock, required of staff if the settings say so. */
    public SecondFactor secondFactor(Clock clock) {
        return new SecondFactor(
                database,
                new FactorStore(database, DataKeys.of(settings.dataKeyset(), SECRET)),
                accounts,
                hash,
                clock,
                settings.secondFactor() == UserSettings.SecondFactorRule.REQUIRED);
    }

    public BotCheck botCheck(Clock clock, Map<String, String> given) {
        BotCheckSettings settings =
                new Binder(new MapConfigurationPropertySource(given))
                        .bindOrCreate("onsale.bot-check", BotCheckSettings.class);
        return new BotCheck(
                settings,
                new ChallengeStore(database),
                new LoginFailures(new LoginDelayStore(database), hash, clock),
                hash,
                clock);
    }

    public static UserSettings settings(Map<String, String> given) {
        return new Binder(new MapConfigurationPropertySource(given))
                .bindOrCreate("onsale.user", UserSettings.class);
    }

    /** A sign-up with another provider than the simulator. */
    public SignUp signUp(PortOneSettings portOne) {
        return signUp(portOne, botCheck(Clock.systemUTC(), Map.of("onsale.bot-check.mode", "OFF")));
    }

    /** A sign-up with a bot check. */
    public SignUp signUp(PortOneSettings portOne, BotCheck botCheck) {
        return new SignUp(
                database,
                accounts,
                terms,
                botCheck,
                identities(portOne),
                passwords,
                ids,
                verifyEmail(Clock.systemUTC()));
    }

    public Identities identities(PortOneSettings portOne) {
        return new Identities(
                new IdentityProvider(
                        portOne, Duration.ofSeconds(5), 300, new SimpleMeterRegistry()),
                database,
                settings.identityFor(),
                Clock.systemUTC());
    }

    public LoginDelays delays(Clock clock) {
        return new LoginDelays(new LoginDelayStore(database), devices, hash, settings, clock);
    }

    /** A person who has just signed up. */
    public Person member() {
        Person person = Person.somebody();
        SignUp.Outcome outcome = signUp.run(person.signUp(identities.verified(person)));
        if (!(outcome instanceof SignUp.Outcome.Created)) {
            throw new AssertionError(outcome);
        }
        return person;
    }

    public UUID idOf(Person person) {
        return accounts.byEmail(person.email()).orElseThrow().id();
    }

    public Tokens signedIn(Person person) {
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
        identities.close();
    }
}
