package onsale.user;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** The tables {@code token_families} and {@code auth_tokens}. All times are the database's. */
final class SessionStore {

    /** Why a session ended before its time. */
    enum Reason {
        LOGOUT,
        REUSE
    }

    record Family(UUID id, UUID userId, boolean revoked, boolean tooBusy) {}

    /** A refresh token; not used yet if it has no time of rotation. */
    record Token(boolean expired, @Nullable Duration rotatedAgo) {}

    private final Database database;

    SessionStore(Database database) {
        this.database = database;
    }

    void insertFamily(UUID id, UUID userId) {
        database.sql()
                .sql("insert into token_families (id, user_id) values (:id, :userId)")
                .param("id", id)
                .param("userId", userId)
                .update();
    }

    void insertToken(UUID family, byte[] hash, Duration life) {
        database.sql()
                .sql(
                        """
                        insert into auth_tokens (token_hash, token_family, expires_at)
                        values (:hash, :family, now() + :life * interval '1 s')
                        """)
                .param("hash", hash)
                .param("family", family)
                .param("life", life.toSeconds())
                .update();
    }

    /**
     * The family of a token, locked: whoever else works on it waits. It is too busy when it was
     * rotated more often than once a minute of its life and a burst.
     */
    Optional<Family> lockFamilyOf(byte[] hash, int burst) {
        return database.sql()
                .sql(
                        """
                        select id, user_id, revoked_at is not null as revoked,
                               rotations > :burst + extract(epoch from now() - created_at) / 60 as busy
                        from token_families
                        where id = (select token_family from auth_tokens where token_hash = :hash)
                        for update
                        """)
                .param("hash", hash)
                .param("burst", burst)
                .query((row, n) ->
                        new Family(
                                row.getObject("id", UUID.class),
                                row.getObject("user_id", UUID.class),
                                row.getBoolean("revoked"),
                                row.getBoolean("busy")))
                .optional();
    }

    /** By the clock of now, not of the transaction's start: we may have waited for the lock. */
    Token token(byte[] hash) {
        return database.sql()
                .sql(
                        """
                        select expires_at <= clock_timestamp() as expired,
                               extract(epoch from clock_timestamp() - rotated_at) * 1000 as rotated_ago
                        from auth_tokens where token_hash = :hash
                        """)
                .param("hash", hash)
                .query((row, n) -> {
                    @Nullable BigDecimal ago = row.getBigDecimal("rotated_ago");
                    return new Token(
                            row.getBoolean("expired"),
                            ago == null ? null : Duration.ofMillis(ago.longValue()));
                })
                .single();
    }

    void rotate(UUID family, byte[] hash) {
        database.sql()
                .sql(
                        """
                        with used as (
                            update auth_tokens set rotated_at = clock_timestamp() where token_hash = :hash
                        )
                        update token_families set rotations = rotations + 1 where id = :family
                        """)
                .param("hash", hash)
                .param("family", family)
                .update();
    }

    /** False if it had ended before, or never was. */
    boolean revoke(UUID family, Reason reason) {
        return database.sql()
                        .sql(
                                """
                                update token_families set revoked_at = now(), revoked_reason = :reason
                                where id = :id and revoked_at is null
                                """)
                        .param("reason", reason.name())
                        .param("id", family)
                        .update()
                == 1;
    }

    Optional<UUID> familyOf(byte[] hash) {
        return database.sql()
                .sql("select token_family from auth_tokens where token_hash = :hash")
                .param("hash", hash)
                .query(UUID.class)
                .optional();
    }

    Instant now() {
        return database.now();
    }

    /** Sessions revoked since then, each with when the last access token of it ends. */
    Map<String, Instant> revokedSince(Instant since, Duration tokensFor) {
        Map<String, Instant> ends = new HashMap<>();
        database.sql()
                .sql("select id, revoked_at from token_families where revoked_at >= :since")
                .param("since", Times.param(since))
                .query(row -> {
                    ends.put(row.getString("id"), Times.read(row, "revoked_at").plus(tokensFor));
                });
        return ends;
    }

    /** Families without a living token are of no use once their last access token has ended. */
    int deleteEnded(Duration ago, int rowsMax) {
        int tokens =
                database.sql()
                        .sql(
                                """
                                delete from auth_tokens where token_hash in (
                                    select token_hash from auth_tokens
                                    where expires_at < now() - :ago * interval '1 s' limit :max)
                                """)
                        .param("ago", ago.toSeconds())
                        .param("max", rowsMax)
                        .update();
        int families =
                database.sql()
                        .sql(
                                """
                                delete from token_families where id in (
                                    select id from token_families f
                                    where created_at < now() - :ago * interval '1 s'
                                      and (revoked_at is null or revoked_at < now() - :ago * interval '1 s')
                                      and not exists (select from auth_tokens where token_family = f.id)
                                    limit :max)
                                """)
                        .param("ago", ago.toSeconds())
                        .param("max", rowsMax)
                        .update();
        return tokens + families;
    }
}
