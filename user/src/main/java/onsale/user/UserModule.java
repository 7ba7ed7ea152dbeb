package onsale.user;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import onsale.platform.Ids;
import onsale.platform.access.TokenBlacklist;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.job.Jobs;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.settings.Secret;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wiring of the user context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({UserSettings.class, RehearsalSettings.class})
@Import({AuthController.class, ProfileController.class, KeysController.class})
public class UserModule {

    public static final ContextSchema SCHEMA = new ContextSchema("user_service", "user_svc_user");

    private static final Duration JOBS_EVERY = Duration.ofMinutes(10);
    private static final Duration JOBS_LEASE = Duration.ofMinutes(5);
    private static final int ROWS_AT_ONCE = 500;

    @Bean
    Database userDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean
    DataKeys dataKeys(UserSettings settings, @Value("${onsale.secret:}") Secret secret) {
        return DataKeys.of(settings.dataKeyset(), secret);
    }

    @Bean
    PersonalData personalData(
            UserSettings settings, @Value("${onsale.secret:}") Secret secret, DataKeys keys) {
        return PersonalData.of(settings, secret, keys);
    }

    @Bean
    UserStore userStore(Database userDatabase, PersonalData personal, Ids ids) {
        return new UserStore(userDatabase, personal, ids);
    }

    @Bean
    SessionStore sessionStore(Database userDatabase) {
        return new SessionStore(userDatabase);
    }

    @Bean
    LoginHistory loginHistory(Database userDatabase, Ids ids) {
        return new LoginHistory(userDatabase, ids);
    }

    @Bean
    Passwords passwords(UserSettings settings) {
        return Passwords.of(settings);
    }

    @Bean
    IdentityProvider identityProvider(PortOneSettings portOne, UserSettings settings) {
        return new IdentityProvider(
                portOne, settings.identityWithin(), settings.identityCallsMax());
    }

    @Bean
    SigningKeys signingKeys(
            Database userDatabase, DataKeys keys, UserSettings settings, Clock clock) {
        return new SigningKeys(new SigningKeyStore(userDatabase, keys), settings, clock);
    }

    /** Issuer and audience are what the edge of every process expects (AuthSettings). */
    @Bean
    AccessTokenIssuer accessTokenIssuer(
            SigningKeys keys,
            UserSettings settings,
            Clock clock,
            @Value("${onsale.auth.issuer:onsale}") String issuer,
            @Value("${onsale.auth.audience:onsale}") String audience) {
        return new AccessTokenIssuer(
                keys, issuer, audience, settings.accessFor(), clock, new SecureRandom());
    }

    @Bean
    Revocations revocations(
            SessionStore sessionStore, TokenBlacklist blacklist, UserSettings settings) {
        return new Revocations(sessionStore, blacklist, settings.accessFor());
    }

    @Bean
    Sessions sessions(
            Database userDatabase,
            SessionStore store,
            UserStore users,
            PersonalData personal,
            AccessTokenIssuer issuer,
            Revocations revocations,
            UserSettings settings,
            Ids ids) {
        return new Sessions(
                userDatabase, store, users, personal, issuer, revocations, settings, ids);
    }

    @Bean
    SignUp signUp(
            Database userDatabase,
            UserStore users,
            IdentityProvider identities,
            Passwords passwords,
            UserSettings settings,
            Ids ids,
            Clock clock) {
        return new SignUp(
                userDatabase, users, identities, passwords, settings.identityFor(), ids, clock);
    }

    @Bean
    Login login(
            Database userDatabase,
            UserStore users,
            Passwords passwords,
            Sessions sessions,
            LoginHistory history) {
        return new Login(userDatabase, users, passwords, sessions, history);
    }

    @Bean
    DemoAccounts demoAccounts(
            Database userDatabase, UserStore users, Passwords passwords, Ids ids) {
        return new DemoAccounts(userDatabase, users, passwords, ids);
    }

    @Bean
    @Conditional(RehearsalEnabled.class)
    RehearsalController rehearsalController(
            Database userDatabase,
            UserStore users,
            SessionStore sessionStore,
            Sessions sessions,
            PersonalData personal,
            AccessTokenIssuer issuer,
            Ids ids,
            RehearsalSettings settings) {
        return new RehearsalController(
                new RehearsalFans(
                        userDatabase,
                        new RehearsalStore(userDatabase, personal),
                        users,
                        sessionStore,
                        sessions,
                        personal,
                        issuer,
                        ids,
                        settings));
    }

    @Bean
    Jobs userJobs(
            Database userDatabase,
            SigningKeys keys,
            UserStore users,
            SessionStore sessions,
            LoginHistory history,
            UserSettings settings) {
        Jobs jobs = new Jobs(userDatabase);
        jobs.every("signing-keys", JOBS_EVERY, JOBS_LEASE, lease -> keys.rotate());
        jobs.every(
                "newest-data-key",
                JOBS_EVERY,
                JOBS_LEASE,
                lease -> {
                    while (users.reencrypt(ROWS_AT_ONCE) > 0 && lease.stillMine()) {
                        // the next portion
                    }
                });
        jobs.every(
                "purge-sessions",
                JOBS_EVERY,
                JOBS_LEASE,
                lease -> {
                    while (sessions.deleteEnded(settings.accessFor().multipliedBy(2), ROWS_AT_ONCE)
                                    > 0
                            && lease.stillMine()) {
                        // the next portion
                    }
                });
        jobs.every(
                "purge-logins",
                JOBS_EVERY,
                JOBS_LEASE,
                lease -> {
                    while (history.deleteOld(settings.loginsKeptFor(), ROWS_AT_ONCE) > 0
                            && lease.stillMine()) {
                        // the next portion
                    }
                });
        return jobs;
    }
}
