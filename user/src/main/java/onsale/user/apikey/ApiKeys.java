package onsale.user.apikey;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.access.Actor;
import onsale.platform.access.ApiAccess;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.session.Sessions;
import org.jspecify.annotations.Nullable;

/**
 * Makes, rotates and revokes keys for organisers, and gives access tokens for them. A token is good
 * for minutes and says what its key allows, so every process can check it by itself; the end of a
 * key voids its tokens as the end of a session does.
 */
public final class ApiKeys {

    static final Duration TOKEN_FOR = Duration.ofMinutes(10);

    private static final int KEYS_MAX = 20;

    /** The outcome of a change. */
    sealed interface Outcome {
        record Done(ApiKey key, KeyText text) implements Outcome {}

        record NoKey() implements Outcome {}

        record TooMany() implements Outcome {}
    }

    /** An access token. */
    record Granted(String accessToken, Set<String> scopes) {
        @Override
        public String toString() {
            return "Granted" + scopes;
        }
    }

    private final Database database;
    private final ApiKeyStore keys;
    private final AccountStore accounts;
    private final Sessions sessions;
    private final AuditTrail audit;
    private final Ids ids;
    private final SecureRandom random = new SecureRandom();

    public ApiKeys(
            Database database,
            AccountStore accounts,
            Sessions sessions,
            AuditTrail audit,
            Ids ids) {
        this.database = database;
        this.keys = new ApiKeyStore(database);
        this.accounts = accounts;
        this.sessions = sessions;
        this.audit = audit;
        this.ids = ids;
    }

    List<ApiKey> list(Actor actor, int page, int size) {
        return keys.list(owner(actor), page, size);
    }

    long count(Actor actor) {
        return keys.count(owner(actor));
    }

    Outcome create(
            Actor actor,
            String name,
            Set<String> scopes,
            int perMinute,
            @Nullable Instant expiresAt) {
        KeyText text = KeyText.create(ids.next(), random);
        return database.inTransaction(() -> {
            if (!keys.insert(text, actor.userId(), name, scopes, perMinute, expiresAt, KEYS_MAX)) {
                return new Outcome.TooMany();
            }
            ApiKey created = keys.lock(text.id(), actor.userId()).orElseThrow();
            audit.record(actor, "api-key.create", text.id().toString(), null, created);
            return new Outcome.Done(created, text);
        });
    }

    /** Gives the key a new secret; the one before stays good for that long. */
    Outcome rotate(Actor actor, UUID id, Duration oldFor) {
        KeyText text = KeyText.create(id, random);
        return database.inTransaction(() -> {
            Optional<ApiKey> before = keys.lock(id, owner(actor));
            if (before.isEmpty()) {
                return new Outcome.NoKey();
            }
            keys.rotate(text, oldFor);
            ApiKey after = keys.lock(id, null).orElseThrow();
            audit.record(actor, "api-key.rotate", id.toString(), before.get(), after);
            return new Outcome.Done(after, text);
        });
    }

    /** Ends a key and every token it got. Returns false if there is none. */
    boolean revoke(Actor actor, UUID id) {
        Optional<List<UUID>> ended =
                database.inTransaction(() ->
                        keys.lock(id, owner(actor))
                                .map(key -> {
                                    keys.revoke(id);
                                    audit.record(actor, "api-key.revoke", id.toString(), key, null);
                                    return sessions.revokeOfKey(id);
                                }));
        ended.ifPresent(sessions::publish);
        return ended.isPresent();
    }

    /**
     * A token for a key. Empty if the key is not good, or its owner is no organiser or
     * administrator any more.
     */
    Optional<Granted> exchange(String text) {
        return KeyText.parse(text)
                .flatMap(key -> database.inTransaction(() -> keys.use(key).flatMap(this::granted)));
    }

    private Optional<Granted> granted(ApiKey key) {
        return accounts.byId(key.userId())
                .filter(Account::isActive)
                .filter(Account::isStaff)
                .map(account -> {
                    ApiAccess access = new ApiAccess(key.id(), key.scopes(), key.perMinute());
                    return new Granted(sessions.open(account, access, TOKEN_FOR), key.scopes());
                });
    }

    private static @Nullable UUID owner(Actor actor) {
        return actor.isAdministrator() ? null : actor.userId();
    }
}
