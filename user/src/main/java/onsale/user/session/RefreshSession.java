package onsale.user.session;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.user.UserSettings;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.KeyedHash;
import onsale.user.session.SessionStore.Reason;
import onsale.user.session.SessionStore.Session;
import onsale.user.session.SessionStore.TokenState;
import onsale.user.token.AccessTokenIssuer;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges a refresh token for new tokens of the same session.
 *
 * <p>A refresh token is used once; its successor is an HMAC of it. A client that repeats a token
 * within the grace period, because it sent two requests at once or lost the response, gets the same
 * successor again: a chain of tokens never forks. A thief who is quick enough gets that successor
 * too; then whichever of the two uses it second, after the grace period, is detected. A token that
 * is repeated after its grace period ends the whole session, including every access token of it.
 *
 * <p>The tabs of a browser share one cookie, and responses may arrive in another order than they
 * were made: an old response that arrives last would put a used token back into the cookie. So a
 * token in a cookie is answered with itself while it is young, for twice the grace period. All
 * responses that can be under way at the same time then carry the same token.
 */
public final class RefreshSession {

    /** The outcome of a refresh. */
    public sealed interface Outcome {
        record Refreshed(Tokens tokens) implements Outcome {}

        /** The token is unknown or expired, or its session has ended. */
        record Over() implements Outcome {}

        /** The token was used before. This has just ended its session. */
        record Reused() implements Outcome {}

        record TooOften() implements Outcome {}
    }

    /** What the transaction decided. */
    private sealed interface Decision {
        record Continue(Account account, UUID session, RefreshToken token) implements Decision {}

        record Stolen(UUID session) implements Decision {}

        record Refuse(Outcome outcome) implements Decision {}
    }

    /** Rotations beyond one a minute. Each leaves a row behind until the token expires. */
    private static final int ROTATIONS_BURST = 60;

    private final Database database;
    private final SessionStore store;
    private final AccountStore accounts;
    private final KeyedHash keyedHash;
    private final AccessTokenIssuer issuer;
    private final Revocations revocations;
    private final Duration refreshFor;
    private final Duration grace;
    private final Duration sessionFor;

    public RefreshSession(
            Database database,
            SessionStore store,
            AccountStore accounts,
            KeyedHash keyedHash,
            AccessTokenIssuer issuer,
            Revocations revocations,
            UserSettings settings) {
        this.database = database;
        this.store = store;
        this.accounts = accounts;
        this.keyedHash = keyedHash;
        this.issuer = issuer;
        this.revocations = revocations;
        this.refreshFor = settings.refreshFor();
        this.grace = settings.refreshGrace();
        this.sessionFor = settings.sessionFor();
    }

    /** For a client that alone has its token. */
    public Outcome run(String refreshToken) {
        return run(refreshToken, Duration.ZERO);
    }

    /** For a token in a cookie, which the tabs of a browser share. */
    public Outcome runShared(String refreshToken) {
        return run(refreshToken, grace.multipliedBy(2));
    }

    private Outcome run(String refreshToken, Duration youngFor) {
        @Nullable RefreshToken token = RefreshToken.parse(refreshToken);
        if (token == null) {
            return new Outcome.Over();
        }
        Decision decision = database.inTransaction(() -> decide(token, youngFor));
        return switch (decision) { // signing takes a while, so it is not in the transaction
            case Decision.Continue go ->
                    new Outcome.Refreshed(
                            Tokens.issue(issuer, go.account(), go.session(), go.token()));
            case Decision.Stolen stolen -> {
                revocations.publish(stolen.session());
                yield new Outcome.Reused();
            }
            case Decision.Refuse refuse -> refuse.outcome();
        };
    }

    private Decision decide(RefreshToken token, Duration youngFor) {
        byte[] hash = token.hash();
        Optional<Session> found = store.lockSessionOf(hash, ROTATIONS_BURST, sessionFor);
        if (found.isEmpty() || found.get().revoked()) {
            return new Decision.Refuse(new Outcome.Over());
        }
        Session session = found.get();
        TokenState state = store.tokenState(hash);
        Optional<Account> owner =
                accounts.byId(session.userId())
                        .filter(Account::isActive)
                        .map(account -> session.roleWithheld() ? account.withoutRole() : account);
        if (state.expired() || owner.isEmpty()) {
            return new Decision.Refuse(new Outcome.Over());
        }
        RefreshToken successor = token.successor(keyedHash);
        if (!state.isUsed()) {
            if (state.isYoungerThan(youngFor)) {
                return new Decision.Continue(owner.get(), session.id(), token);
            }
            if (session.tooBusy()) {
                return new Decision.Refuse(new Outcome.TooOften());
            }
            store.rotate(session.id(), hash);
            store.insertToken(session.id(), successor.hash(), refreshFor);
        } else if (state.wasUsedLongerAgoThan(grace)) {
            store.revoke(session.id(), Reason.REUSE);
            return new Decision.Stolen(session.id());
        }
        return new Decision.Continue(owner.get(), session.id(), successor);
    }
}
