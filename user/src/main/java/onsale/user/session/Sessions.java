package onsale.user.session;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.access.ApiAccess;
import onsale.user.UserSettings;
import onsale.user.account.Account;
import onsale.user.attempt.Origin;
import onsale.user.session.SessionStore.Living;
import onsale.user.session.SessionStore.Reason;
import onsale.user.token.AccessTokenIssuer;
import org.jspecify.annotations.Nullable;

/**
 * Opens and ends sessions. A session is one login, the chain of refresh tokens that starts with it,
 * and all access tokens issued for it. The end of a session voids all of them.
 */
public final class Sessions {

    /** More than anybody looks at; those used longest ago are not shown. */
    private static final int SHOWN_MAX = 100;

    private final SessionStore store;
    private final AccessTokenIssuer issuer;
    private final Revocations revocations;
    private final Duration refreshFor;
    private final Duration sessionFor;
    private final Ids ids;
    private final SecureRandom random = new SecureRandom();

    public Sessions(
            SessionStore store,
            AccessTokenIssuer issuer,
            Revocations revocations,
            UserSettings settings,
            Ids ids) {
        this.store = store;
        this.issuer = issuer;
        this.revocations = revocations;
        this.refreshFor = settings.refreshFor();
        this.sessionFor = settings.sessionFor();
        this.ids = ids;
    }

    /**
     * Joins the transaction of the login.
     *
     * @param roleWithheld whether the tokens of this session say nothing of the account's role
     */
    public Tokens open(Account account, boolean roleWithheld, Origin origin) {
        UUID session = ids.next();
        RefreshToken token = RefreshToken.random(random);
        store.insertSession(session, account.id(), roleWithheld, origin);
        store.insertToken(session, token.hash(), refreshFor);
        return Tokens.issue(issuer, roleWithheld ? account.withoutRole() : account, session, token);
    }

    /** Opens a session of a program in the transaction of the caller; returns its token. */
    public String open(Account account, ApiAccess byKey, Duration life) {
        UUID session = ids.next();
        store.insertSessionOfKey(session, account.id(), byKey.keyId());
        return issuer.issue(account, session, byKey, life);
    }

    /** Revokes the sessions of a key in the transaction of the caller, who publishes them. */
    public List<UUID> revokeOfKey(UUID apiKeyId) {
        return store.revokeOfKey(apiKeyId, Reason.WITHDRAWN);
    }

    /** Ends the session of a refresh token, if there is one. */
    public void end(String refreshToken) {
        @Nullable RefreshToken token = RefreshToken.parse(refreshToken);
        if (token != null) {
            store.sessionOf(token.hash()).ifPresent(this::end);
        }
    }

    /**
     * Revokes the sessions of a user in the transaction of the caller, who publishes them after the
     * commit.
     *
     * @param except a session that goes on; null for none
     */
    public List<UUID> revokeAll(UUID userId, @Nullable UUID except, Reason reason) {
        return store.revokeAllOf(userId, except, reason);
    }

    /** Voids the access tokens of revoked sessions. */
    public void publish(List<UUID> revoked) {
        revoked.forEach(revocations::publish);
    }

    /** Ends all sessions of a user, on every device. */
    public void endAll(UUID userId) {
        publish(revokeAll(userId, null, Reason.LOGOUT));
    }

    List<Living> living(UUID userId) {
        return store.living(userId, sessionFor, SHOWN_MAX);
    }

    /** Ends one session of a user; returns false if there is no such session. */
    boolean endOwn(UUID userId, UUID session) {
        if (!store.revokeOf(userId, session, Reason.LOGOUT)) {
            return false;
        }
        revocations.publish(session);
        return true;
    }

    public void end(UUID session) {
        if (store.revoke(session, Reason.LOGOUT)) {
            revocations.publish(session);
        }
    }
}
