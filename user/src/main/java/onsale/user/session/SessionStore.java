package onsale.user.session;

import java.math.BigDecimal;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.attempt.Origin;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code token_families}, one row per session, and {@code auth_tokens}, the refresh
 * tokens. All times are those of the database's clock.
 */
public final class SessionStore {

    /** Why a session was ended before its last refresh token expired. */
    public enum Reason {
        LOGOUT,
        REUSE,
        /** An operator locked the account or took its role away. */
        WITHDRAWN,
        /** The password was changed. */
        PASSWORD,
        /** The account was closed. */
        DELETED,
        /** Its old address refused a change of the e-mail. */
        REFUSED
    }

    /**
     * The row of a session.
     *
     * @param revoked or older than a session may become
     * @param tooBusy whether it was refreshed more often than once a minute of its life and a burst
     * @param roleWithheld whether its tokens say nothing of the account's role
     */
    record Session(UUID id, UUID userId, boolean revoked, boolean tooBusy, boolean roleWithheld) {}

    /**
     * The state of a refresh token.
     *
     * @param usedAgo null if it has not been used
     */
    record TokenState(boolean expired, Duration issuedAgo, @Nullable Duration usedAgo) {

        boolean isUsed() {
            return usedAgo != null;
        }

        boolean isYoungerThan(Duration age) {
            return issuedAgo.compareTo(age) < 0;
        }

        boolean wasUsedLongerAgoThan(Duration ago) {
            return usedAgo != null && usedAgo.compareTo(ago) > 0;
        }
    }

    private final Database database;

    public SessionStore(Database database) {
        this.database = database;
    }

    /** A session that can still be refreshed, and where it was opened. */
    record Living(UUID id, Instant openedAt, Instant usedAt, String address, String userAgent) {}

    /** For sessions that no login has opened. */
    public void insertSession(UUID id, UUID userId, boolean roleWithheld) {
        insertSession(id, userId, roleWithheld, new Origin("", ""));
    }

    void insertSession(UUID id, UUID userId, boolean roleWithheld, Origin origin) {
        database.sql()
                .sql(
                        """
                        insert into token_families (id, user_id, role_withheld, address, user_agent)
                        values (:id, :userId, :roleWithheld, :address, :agent)
                        """)
                .param("address", origin.address())
                .param("agent", origin.userAgent())
                .param("id", id)
                .param("userId", userId)
                .param("roleWithheld", roleWithheld)
                .update();
    }

    /** A session of a program: it has no refresh token, and ends with its key. */
    void insertSessionOfKey(UUID id, UUID userId, UUID apiKeyId) {
        database.sql()
                .sql("insert into token_families (id, user_id, api_key_id) values (?, ?, ?)")
                .params(id, userId, apiKeyId)
                .update();
    }

    /** Returns the sessions that are over now. */
    List<UUID> revokeOfKey(UUID apiKeyId, Reason reason) {
        return database.sql()
                .sql(
                        """
                        update token_families set revoked_at = now(), revoked_reason = :reason
                        where api_key_id = :key and revoked_at is null
                        returning id
                        """)
                .param("reason", reason.name())
                .param("key", apiKeyId)
                .query(UUID.class)
                .list();
    }

    void insertToken(UUID session, byte[] hash, Duration life) {
        database.sql()
                .sql(
                        """
                        insert into auth_tokens (token_hash, token_family, expires_at)
                        values (:hash, :family, now() + :life * interval '1 s')
                        """)
                .param("hash", hash)
                .param("family", session)
                .param("life", life.toSeconds())
                .update();
    }

    /** The session of a refresh token, locked until the transaction ends. */
    Optional<Session> lockSessionOf(byte[] hash, int burst, Duration lifeMax) {
        return database.sql()
                .sql(
                        """
                        select id, user_id, role_withheld,
                               revoked_at is not null
                                   or created_at <= now() - :lifeMax * interval '1 s' as revoked,
                               rotations > :burst + extract(epoch from now() - created_at) / 60 as busy
                        from token_families
                        where id = (select token_family from auth_tokens where token_hash = :hash)
                        for update
                        """)
                .param("hash", hash)
                .param("burst", burst)
                .param("lifeMax", lifeMax.toSeconds())
                .query((row, n) ->
                        new Session(
                                row.getObject("id", UUID.class),
                                row.getObject("user_id", UUID.class),
                                row.getBoolean("revoked"),
                                row.getBoolean("busy"),
                                row.getBoolean("role_withheld")))
                .optional();
    }

    /** Uses clock_timestamp(): now() is the start of the transaction, before it had the lock. */
    TokenState tokenState(byte[] hash) {
        return database.sql()
                .sql(
                        """
                        select expires_at <= clock_timestamp() as expired,
                               extract(epoch from clock_timestamp() - issued_at) * 1000 as issued_ago,
                               extract(epoch from clock_timestamp() - rotated_at) * 1000 as rotated_ago
                        from auth_tokens where token_hash = :hash
                        """)
                .param("hash", hash)
                .query((row, n) -> {
                    @Nullable BigDecimal ago = row.getBigDecimal("rotated_ago");
                    return new TokenState(
                            row.getBoolean("expired"),
                            Duration.ofMillis(row.getBigDecimal("issued_ago").longValue()),
                            ago == null ? null : Duration.ofMillis(ago.longValue()));
                })
                .single();
    }

    /** Marks a refresh token as used. */
    void rotate(UUID session, byte[] hash) {
        database.sql()
                .sql(
                        """
                        with used as (
                            update auth_tokens set rotated_at = clock_timestamp() where token_hash = :hash
                        )
                        update token_families set rotations = rotations + 1 where id = :family
                        """)
                .param("hash", hash)
                .param("family", session)
                .update();
    }

    /** The sessions of a user that can still be refreshed, the one used last first. */
    List<Living> living(UUID userId, Duration lifeMax, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        select f.id, f.created_at, t.issued_at, f.address, f.user_agent
                        from token_families f
                        join auth_tokens t on t.token_family = f.id and t.rotated_at is null
                        where f.user_id = :userId and f.revoked_at is null
                          and f.created_at > now() - :lifeMax * interval '1 s'
                          and t.expires_at > now()
                        order by t.issued_at desc, f.id limit :max
                        """)
                .param("userId", userId)
                .param("lifeMax", lifeMax.toSeconds())
                .param("max", rowsMax)
                .query((row, n) ->
                        new Living(
                                row.getObject("id", UUID.class),
                                Times.read(row, "created_at"),
                                Times.read(row, "issued_at"),
                                row.getString("address"),
                                row.getString("user_agent")))
                .list();
    }

    /** Returns false if the user has no such session, or it has been revoked before. */
    boolean revokeOf(UUID userId, UUID session, Reason reason) {
        return database.sql()
                        .sql(
                                """
                                update token_families set revoked_at = now(), revoked_reason = :reason
                                where id = :id and user_id = :userId and revoked_at is null
                                """)
                        .param("reason", reason.name())
                        .param("id", session)
                        .param("userId", userId)
                        .update()
                == 1;
    }

    /** Returns false if the session does not exist or has been revoked before. */
    boolean revoke(UUID session, Reason reason) {
        return database.sql()
                        .sql(
                                """
                                update token_families set revoked_at = now(), revoked_reason = :reason
                                where id = :id and revoked_at is null
                                """)
                        .param("reason", reason.name())
                        .param("id", session)
                        .update()
                == 1;
    }

    /** Revokes all sessions of these users. {@link Revocations} of every node reads the rows. */
    public void revokeAll(List<UUID> userIds, Reason reason) {
        if (userIds.isEmpty()) {
            return;
        }
        database.sql()
                .sql(
                        """
                        update token_families set revoked_at = now(), revoked_reason = :reason
                        where user_id in (:users) and revoked_at is null
                        """)
                .param("reason", reason.name())
                .param("users", userIds)
                .update();
    }

    /**
     * Revokes the sessions of a user and returns them.
     *
     * @param except a session that goes on; null for none
     */
    List<UUID> revokeAllOf(UUID userId, @Nullable UUID except, Reason reason) {
        return database.sql()
                .sql(
                        """
                        update token_families set revoked_at = now(), revoked_reason = :reason
                        where user_id = :userId and revoked_at is null
                          and id is distinct from :except
                        returning id
                        """)
                .param("reason", reason.name())
                .param("userId", userId)
                .param("except", except, Types.OTHER)
                .query(UUID.class)
                .list();
    }

    Optional<UUID> sessionOf(byte[] hash) {
        return database.sql()
                .sql("select token_family from auth_tokens where token_hash = :hash")
                .param("hash", hash)
                .query(UUID.class)
                .optional();
    }

    Instant now() {
        return database.now();
    }

    /** The sessions revoked since then, each with the time its last access token expires. */
    Map<String, Instant> revokedSince(Instant since, Duration tokensFor) {
        Map<String, Instant> endBySession = new HashMap<>();
        database.sql()
                .sql("select id, revoked_at from token_families where revoked_at >= :since")
                .param("since", Times.param(since))
                .query(row -> {
                    endBySession.put(
                            row.getString("id"), Times.read(row, "revoked_at").plus(tokensFor));
                });
        return endBySession;
    }

    /** Deletes tokens that expired so long ago, and sessions without refresh and access tokens. */
    public int deleteEnded(Duration ago, int rowsMax) {
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
        int sessions =
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
        return tokens + sessions;
    }
}
