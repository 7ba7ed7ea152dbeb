package onsale.user.apikey;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** The table {@code api_keys}. Times are the database's. */
final class ApiKeyStore {

    private static final String COLUMNS =
            """
            id, user_id, name, scopes, per_minute, created_at, expires_at, last_used_at,
            revoked_at, case when old_hash_until > now() then old_hash_until end as old_until
            """;

    private final Database database;

    ApiKeyStore(Database database) {
        this.database = database;
    }

    /** Returns false if the owner has too many that are not revoked. */
    boolean insert(
            KeyText key,
            UUID userId,
            String name,
            Set<String> scopes,
            int perMinute,
            @Nullable Instant expiresAt,
            int max) {
        database.sql()
                .sql("select pg_advisory_xact_lock(hashtextextended(?, 0))")
                .param("api keys of " + userId)
                .query()
                .listOfRows();
        return database.sql()
                        .sql(
                                """
                                insert into api_keys
                                    (id, user_id, name, scopes, per_minute, hash, expires_at)
                                select :id, :user, :name, :scopes, :perMinute, :hash,
                                       :expires::timestamptz
                                where (select count(*) from api_keys
                                       where user_id = :user and revoked_at is null) < :max
                                """)
                        .param("id", key.id())
                        .param("user", userId)
                        .param("name", name)
                        .param("scopes", scopes.toArray(String[]::new))
                        .param("perMinute", perMinute)
                        .param("hash", key.hash())
                        .param("expires", expiresAt == null ? null : Times.param(expiresAt))
                        .param("max", max)
                        .update()
                == 1;
    }

    /** Of an owner, the newest first; null means of all. */
    List<ApiKey> list(@Nullable UUID userId, int page, int size) {
        return database.sql()
                .sql(
                        """
                        select %s from api_keys where user_id = :user or :user::uuid is null
                        order by created_at desc, id desc limit :size offset :offset
                        """
                                .formatted(COLUMNS))
                .param("user", userId)
                .param("size", size)
                .param("offset", (long) page * size)
                .query(ApiKeyStore::row)
                .list();
    }

    long count(@Nullable UUID userId) {
        return database.sql()
                .sql("select count(*) from api_keys where user_id = :user or :user::uuid is null")
                .param("user", userId)
                .query(Long.class)
                .single();
    }

    /** Locked; empty if it is not that owner's, or revoked. */
    Optional<ApiKey> lock(UUID id, @Nullable UUID userId) {
        return database.sql()
                .sql(
                        """
                        select %s from api_keys
                        where id = :id and (user_id = :user or :user::uuid is null)
                          and revoked_at is null
                        for update
                        """
                                .formatted(COLUMNS))
                .param("id", id)
                .param("user", userId)
                .query(ApiKeyStore::row)
                .optional();
    }

    /** The key if it is good, locked and marked as used. */
    Optional<ApiKey> use(KeyText key) {
        return database.sql()
                .sql(
                        """
                        update api_keys set last_used_at = now()
                        where id = :id and revoked_at is null
                          and (expires_at is null or expires_at > now())
                          and (hash = :hash or (old_hash = :hash and old_hash_until > now()))
                        returning %s
                        """
                                .formatted(COLUMNS))
                .param("id", key.id())
                .param("hash", key.hash())
                .query(ApiKeyStore::row)
                .optional();
    }

    /** The secret before stays good for a while. */
    void rotate(KeyText key, Duration oldFor) {
        database.sql()
                .sql(
                        """
                        update api_keys
                        set old_hash = hash, old_hash_until = now() + :oldFor * interval '1 s',
                            hash = :hash
                        where id = :id
                        """)
                .param("oldFor", oldFor.toSeconds())
                .param("hash", key.hash())
                .param("id", key.id())
                .update();
    }

    void revoke(UUID id) {
        database.sql()
                .sql("update api_keys set revoked_at = now() where id = ?")
                .param(id)
                .update();
    }

    private static ApiKey row(ResultSet row, int n) throws SQLException {
        return new ApiKey(
                row.getObject("id", UUID.class),
                row.getObject("user_id", UUID.class),
                row.getString("name"),
                Set.of((String[]) row.getArray("scopes").getArray()),
                row.getInt("per_minute"),
                Times.read(row, "created_at"),
                Times.readOrNull(row, "expires_at"),
                Times.readOrNull(row, "last_used_at"),
                Times.readOrNull(row, "old_until"),
                Times.readOrNull(row, "revoked_at"));
    }
}
