package onsale.user;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import onsale.platform.Ids;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.job.Jobs;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.settings.Secret;
import onsale.user.account.AccountStore;
import onsale.user.account.DataKeys;
import onsale.user.account.Dormancy;
import onsale.user.account.KeyedHash;
import onsale.user.account.Passwords;
import onsale.user.account.PersonalData;
import onsale.user.account.ReencryptAccounts;
import onsale.user.apikey.ApiKeyController;
import onsale.user.apikey.ApiKeys;
import onsale.user.apikey.ApiTokenController;
import onsale.user.attempt.DeviceStore;
import onsale.user.attempt.LoginDelayStore;
import onsale.user.attempt.LoginFailures;
import onsale.user.booking.BookingStore;
import onsale.user.botcheck.BotCheck;
import onsale.user.botcheck.ChallengeController;
import onsale.user.botcheck.ChallengeStore;
import onsale.user.browser.BrowserController;
import onsale.user.contact.ContactController;
import onsale.user.contact.ReadContacts;
import onsale.user.deletion.DeletionController;
import onsale.user.deletion.PurgeAccounts;
import onsale.user.demo.DemoAccounts;
import onsale.user.email.ChangeEmail;
import onsale.user.email.EmailCodes;
import onsale.user.email.EmailController;
import onsale.user.email.VerifyEmail;
import onsale.user.factor.FactorStore;
import onsale.user.factor.SecondFactor;
import onsale.user.identity.Identities;
import onsale.user.identity.IdentityController;
import onsale.user.identity.IdentityProvider;
import onsale.user.login.Login;
import onsale.user.login.LoginController;
import onsale.user.login.LoginDelays;
import onsale.user.login.LoginHistory;
import onsale.user.login.ReturnToAccount;
import onsale.user.mail.MailRequests;
import onsale.user.password.ChangePassword;
import onsale.user.password.PasswordController;
import onsale.user.password.ResetPassword;
import onsale.user.profile.ProfileController;
import onsale.user.profile.ProfileStore;
import onsale.user.profile.UpdateProfile;
import onsale.user.rehearsal.RehearsalController;
import onsale.user.rehearsal.RehearsalEnabled;
import onsale.user.rehearsal.RehearsalFans;
import onsale.user.rehearsal.RehearsalSettings;
import onsale.user.rehearsal.RehearsalStore;
import onsale.user.search.AccountSearchController;
import onsale.user.search.FindAccounts;
import onsale.user.session.MySessionsController;
import onsale.user.session.SessionController;
import onsale.user.session.SessionStore;
import onsale.user.session.Sessions;
import onsale.user.signup.SignUp;
import onsale.user.signup.SignUpController;
import onsale.user.social.SocialStore;
import onsale.user.terms.AnswerTerms;
import onsale.user.terms.TermsController;
import onsale.user.terms.TermsStore;
import onsale.user.token.AccessTokenIssuer;
import onsale.user.token.KeysController;
import onsale.user.token.SigningKeys;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the user context. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    UserSettings.class,
    BotCheckSettings.class,
    RehearsalSettings.class
})
@Import({
    SessionWiring.class,
    MailWiring.class,
    SecondFactorWiring.class,
    SocialWiring.class,
    TermsController.class,
    ChallengeController.class,
    SignUpController.class,
    IdentityController.class,
    LoginController.class,
    SessionController.class,
    MySessionsController.class,
    BrowserController.class,
    ProfileController.class,
    PasswordController.class,
    EmailController.class,
    DeletionController.class,
    KeysController.class,
    AccountSearchController.class,
    ContactController.class,
    ApiKeyController.class,
    ApiTokenController.class
})
public class UserModule {

    public static final ContextSchema SCHEMA = new ContextSchema("user_service", "user_svc_user");

    static final String JOBS = "userJobs";

    @Bean
    Database userDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean
    DataKeys dataKeys(UserSettings settings, @Value("${onsale.secret:}") Secret secret) {
        return DataKeys.of(settings.dataKeyset(), secret);
    }

    @Bean
    KeyedHash keyedHash(UserSettings settings, @Value("${onsale.secret:}") Secret secret) {
        return KeyedHash.of(settings, secret);
    }

    @Bean
    PersonalData personalData(DataKeys keys, KeyedHash hash) {
        return new PersonalData(keys, hash);
    }

    @Bean
    AccountStore accountStore(Database userDatabase, PersonalData personal) {
        return new AccountStore(userDatabase, personal);
    }

    @Bean
    FindAccounts findAccounts(Database userDatabase, PersonalData personalData) {
        return new FindAccounts(userDatabase, personalData);
    }

    @Bean
    ProfileStore profileStore(Database userDatabase, PersonalData personal) {
        return new ProfileStore(userDatabase, personal);
    }

    @Bean
    TermsStore termsStore(Database userDatabase, Ids ids, Clock clock) {
        return new TermsStore(userDatabase, ids, clock);
    }

    @Bean
    AuditTrail userAudit(Database userDatabase) {
        return new AuditTrail(userDatabase);
    }

    @Bean
    ApiKeys apiKeys(
            Database userDatabase,
            AccountStore accounts,
            Sessions sessions,
            AuditTrail userAudit,
            Ids ids) {
        return new ApiKeys(userDatabase, accounts, sessions, userAudit, ids);
    }

    @Bean
    ReadContacts readContacts(Database userDatabase, PersonalData personal, AuditTrail userAudit) {
        return new ReadContacts(userDatabase, personal, userAudit);
    }

    @Bean
    AnswerTerms answerTerms(TermsStore terms) {
        return new AnswerTerms(terms);
    }

    @Bean
    SessionStore sessionStore(Database userDatabase) {
        return new SessionStore(userDatabase);
    }

    @Bean
    LoginHistory loginHistory(Database userDatabase, Ids ids, Clock clock) {
        return new LoginHistory(userDatabase, ids, clock);
    }

    @Bean
    LoginDelayStore loginDelayStore(Database userDatabase) {
        return new LoginDelayStore(userDatabase);
    }

    @Bean
    LoginFailures loginFailures(LoginDelayStore store, KeyedHash hash, Clock clock) {
        return new LoginFailures(store, hash, clock);
    }

    @Bean
    BotCheck botCheck(
            BotCheckSettings settings,
            Database userDatabase,
            LoginFailures failures,
            KeyedHash hash,
            Clock clock) {
        return new BotCheck(settings, new ChallengeStore(userDatabase), failures, hash, clock);
    }

    @Bean
    DeviceStore deviceStore(Database userDatabase) {
        return new DeviceStore(userDatabase);
    }

    @Bean
    LoginDelays loginDelays(
            LoginDelayStore store,
            DeviceStore devices,
            KeyedHash hash,
            UserSettings settings,
            Clock clock) {
        return new LoginDelays(store, devices, hash, settings, clock);
    }

    @Bean
    Passwords passwords(UserSettings settings) {
        return Passwords.of(settings);
    }

    @Bean
    IdentityProvider identityProvider(
            PortOneSettings portOne, UserSettings settings, MeterRegistry registry) {
        return new IdentityProvider(
                portOne, settings.identityWithin(), settings.identityCallsMax(), registry);
    }

    @Bean
    Identities identities(
            IdentityProvider provider, Database userDatabase, UserSettings settings, Clock clock) {
        return new Identities(provider, userDatabase, settings.identityFor(), clock);
    }

    @Bean
    UpdateProfile updateProfile(
            Database userDatabase, ProfileStore profiles, Identities identities) {
        return new UpdateProfile(userDatabase, profiles, identities);
    }

    @Bean
    ChangePassword changePassword(
            Database userDatabase,
            AccountStore accounts,
            Passwords passwords,
            LoginDelays delays,
            Sessions sessions) {
        return new ChangePassword(userDatabase, accounts, passwords, delays, sessions);
    }

    @Bean
    ResetPassword resetPassword(
            Database userDatabase,
            AccountStore accounts,
            PersonalData personal,
            Passwords passwords,
            BotCheck botCheck,
            Identities identities,
            LoginDelays delays,
            Sessions sessions,
            Clock clock) {
        return new ResetPassword(
                userDatabase,
                accounts,
                personal,
                passwords,
                botCheck,
                identities,
                delays,
                sessions,
                clock);
    }

    // ---- sign-up and login

    @Bean
    SignUp signUp(
            Database userDatabase,
            AccountStore accounts,
            TermsStore terms,
            BotCheck botCheck,
            Identities identities,
            Passwords passwords,
            Ids ids,
            VerifyEmail verifyEmail) {
        return new SignUp(
                userDatabase, accounts, terms, botCheck, identities, passwords, ids, verifyEmail);
    }

    @Bean
    Login login(
            Database userDatabase,
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
        return new Login(
                userDatabase,
                accounts,
                passwords,
                sessions,
                botCheck,
                failures,
                delays,
                devices,
                history,
                terms,
                returning,
                secondFactor);
    }

    @Bean
    DemoAccounts demoAccounts(
            Database userDatabase,
            AccountStore accounts,
            TermsStore terms,
            SessionStore sessionStore,
            Passwords passwords,
            Ids ids) {
        return new DemoAccounts(userDatabase, accounts, terms, sessionStore, passwords, ids);
    }

    @Bean
    @Conditional(RehearsalEnabled.class)
    RehearsalController rehearsalController(
            Database userDatabase,
            AccountStore accounts,
            SessionStore sessionStore,
            Sessions sessions,
            PersonalData personal,
            AccessTokenIssuer issuer,
            Ids ids,
            AuditTrail userAudit,
            RehearsalSettings settings) {
        return new RehearsalController(
                new RehearsalFans(
                        userDatabase,
                        new RehearsalStore(userDatabase, personal),
                        accounts,
                        sessionStore,
                        sessions,
                        personal,
                        issuer,
                        ids,
                        settings),
                userAudit);
    }

    @Bean(JOBS)
    Jobs userJobs(Database userDatabase) {
        return new Jobs(userDatabase);
    }

    @Bean
    UserJobs startedUserJobs(
            @Qualifier(JOBS) Jobs jobs,
            Database userDatabase,
            SigningKeys keys,
            PersonalData personal,
            SessionStore sessions,
            LoginHistory history,
            LoginDelays delays,
            BotCheck botCheck,
            Identities identities,
            MailRequests mails,
            EmailCodes codes,
            ChangeEmail changeEmail,
            BookingStore bookings,
            FactorStore factors,
            SocialStore social,
            UserSettings settings,
            Clock clock) {
        Dormancy dormancy = new Dormancy(userDatabase, settings, clock, mails);
        ReencryptAccounts reencryptAccounts = new ReencryptAccounts(userDatabase, personal);
        return new UserJobs(
                        keys,
                        reencryptAccounts,
                        factors,
                        sessions,
                        history,
                        delays,
                        botCheck,
                        identities,
                        dormancy,
                        new PurgeAccounts(userDatabase, clock),
                        codes,
                        changeEmail,
                        bookings,
                        social,
                        clock,
                        settings)
                .start(jobs);
    }
}
