package onsale.user;

import java.security.SecureRandom;
import java.time.Clock;
import onsale.platform.Ids;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.platform.redis.revocation.TokenBlacklist;
import onsale.platform.warmup.WarmUp;
import onsale.user.account.AccountStore;
import onsale.user.account.DataKeys;
import onsale.user.account.KeyedHash;
import onsale.user.lock.LockAccount;
import onsale.user.lock.LockController;
import onsale.user.session.RefreshSession;
import onsale.user.session.Revocations;
import onsale.user.session.SessionStore;
import onsale.user.session.Sessions;
import onsale.user.token.AccessTokenIssuer;
import onsale.user.token.SigningKeyStore;
import onsale.user.token.SigningKeys;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires access tokens and sessions, and what ends them. */
@Configuration(proxyBeanMethods = false)
class SessionWiring {

    @Bean
    SigningKeys signingKeys(
            Database userDatabase, DataKeys keys, UserSettings settings, Clock clock) {
        return new SigningKeys(new SigningKeyStore(userDatabase, keys), settings, clock);
    }

    /** Issuer and audience are those that the front of every process expects (AuthSettings). */
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
    WarmUp userWarmUp(AccessTokenIssuer issuer) {
        return new UserWarmUp(issuer);
    }

    @Bean
    Revocations revocations(
            SessionStore sessionStore, TokenBlacklist blacklist, UserSettings settings) {
        return new Revocations(sessionStore, blacklist, settings.accessFor());
    }

    @Bean
    Sessions sessions(
            SessionStore store,
            AccessTokenIssuer issuer,
            Revocations revocations,
            UserSettings settings,
            Ids ids) {
        return new Sessions(store, issuer, revocations, settings, ids);
    }

    @Bean
    RefreshSession refreshSession(
            Database userDatabase,
            SessionStore store,
            AccountStore accounts,
            KeyedHash hash,
            AccessTokenIssuer issuer,
            Revocations revocations,
            UserSettings settings) {
        return new RefreshSession(
                userDatabase, store, accounts, hash, issuer, revocations, settings);
    }

    @Bean
    LockController lockController(Database userDatabase, Sessions sessions, AuditTrail userAudit) {
        return new LockController(new LockAccount(userDatabase, sessions, userAudit));
    }
}
