package onsale.user;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.Sha256;
import onsale.platform.db.Database;
import onsale.user.Account.Status;
import onsale.user.SessionStore.Family;
import onsale.user.SessionStore.Reason;
import onsale.user.SessionStore.Token;
import org.jspecify.annotations.Nullable;

/**
 * Sessions: one login, a chain of refresh tokens, and the access tokens that came of them.
 *
 * <p>A refresh token is used once; its successor is an HMAC of it. So whoever repeats a token
 * within the grace – an honest client that sent two requests at once, or lost the answer – gets the
 * same successor and not a second one: a chain never forks. A thief who is quick enough gets that
 * same successor too, and then the next to use it after the other is found out. A token that comes
 * again after its grace ends the whole session, and with it every access token of it.
 */
final class Sessions {

    record Tokens(String accessToken, String refreshToken, long expiresInSeconds) {
        @Override
        public String toString() {
            return "Tokens"; // never in a log
        }
    }

    sealed interface Refresh {
        record Refreshed(Tokens tokens) implements Refresh {}

        /** The token is unknown, expired or of a session that has ended. */
        record Over() implements Refresh {}

        /** The token was used before: the session has just been ended. */
        record Reused() implements Refresh {}

        record TooOften() implements Refresh {}
    }

    private static final int TOKEN_BYTES = 32;

    /** Rotations beyond one a minute; what is left of each is a row until it expires. */
    private static final int ROTATIONS_BURST = 60;

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final Database database;
    private final SessionStore store;
    private final UserStore users;
    private final PersonalData personal;
    private final AccessTokenIssuer issuer;
    private final Revocations revocations;
    private final Duration refreshFor;
    private final Duration grace;
    private final Ids ids;
    private final SecureRandom random = new SecureRandom();

    Sessions(
            Database database,
            SessionStore store,
            UserStore users,
            PersonalData personal,
            AccessTokenIssuer issuer,
            Revocations revocations,
            UserSettings settings,
            Ids ids) {
        this.database = database;
        this.store = store;
        this.users = users;
        this.personal = personal;
        this.issuer = issuer;
        this.revocations = revocations;
        this.refreshFor = settings.refreshFor();
        this.grace = settings.refreshGrace();
        this.ids = ids;
    }

    /** Joins the transaction of the login. */
    Tokens open(Account account) {
        UUID session = ids.next();
        byte[] token = new byte[TOKEN_BYTES];
        random.nextBytes(token);
        store.insertFamily(session, account.id());
        store.insertToken(session, Sha256.of(token), refreshFor);
        return tokens(account, session, token);
    }

    Refresh refresh(String refreshToken) {
        byte @Nullable [] token = decode(refreshToken);
        if (token == null) {
            return new Refresh.Over();
        }
        Used used = database.inTransaction(() -> use(token));
        return switch (used) { // signing takes a while: not in the transaction
            case Used.Next next ->
                    new Refresh.Refreshed(tokens(next.account(), next.session(), next.token()));
            case Used.Stolen stolen -> {
                revocations.tell(stolen.session());
                yield new Refresh.Reused();
            }
            case Used.Refused refused -> refused.why();
        };
    }

    /** Ends a session by its refresh token. Says nothing about whether there was one. */
    void end(String refreshToken) {
        byte @Nullable [] token = decode(refreshToken);
        if (token != null) {
            store.familyOf(Sha256.of(token)).ifPresent(this::end);
        }
    }

    void end(UUID session) {
        if (store.revoke(session, Reason.LOGOUT)) {
            revocations.tell(session);
        }
    }

    private sealed interface Used {
        record Next(Account account, UUID session, byte[] token) implements Used {}

        record Stolen(UUID session) implements Used {}

        record Refused(Refresh why) implements Used {}
    }

    private Used use(byte[] token) {
        byte[] hash = Sha256.of(token);
        Optional<Family> found = store.lockFamilyOf(hash, ROTATIONS_BURST);
        if (found.isEmpty() || found.get().revoked()) {
            return new Used.Refused(new Refresh.Over());
        }
        Family family = found.get();
        Token known = store.token(hash);
        Optional<Account> owner =
                users.byId(family.userId()).filter(account -> account.status() == Status.ACTIVE);
        if (known.expired() || owner.isEmpty()) {
            return new Used.Refused(new Refresh.Over());
        }
        byte[] successor = personal.successor(token);
        @Nullable Duration rotatedAgo = known.rotatedAgo();
        if (rotatedAgo == null) {
            if (family.tooBusy()) {
                return new Used.Refused(new Refresh.TooOften());
            }
            store.rotate(family.id(), hash);
            store.insertToken(family.id(), Sha256.of(successor), refreshFor);
        } else if (rotatedAgo.compareTo(grace) > 0) {
            store.revoke(family.id(), Reason.REUSE);
            return new Used.Stolen(family.id());
        }
        return new Used.Next(owner.get(), family.id(), successor);
    }

    private Tokens tokens(Account account, UUID session, byte[] token) {
        return new Tokens(
                issuer.issue(account, session),
                ENCODER.encodeToString(token),
                issuer.accessFor().toSeconds());
    }

    private static byte @Nullable [] decode(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return bytes.length == TOKEN_BYTES ? bytes : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
