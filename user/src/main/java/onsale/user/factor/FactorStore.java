package onsale.user.factor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.user.account.DataKeys;

/** The SQL of second factors and recovery codes. */
public final class FactorStore {

    /**
     * The second factor of an account.
     *
     * @param lastStep the step of the last code that was used
     * @param failures wrong codes since the last right one
     * @param blockedFor how long codes are not looked at; zero if they are
     */
    record Factor(
            byte[] secret, boolean confirmed, long lastStep, int failures, Duration blockedFor) {

        @Override
        public String toString() {
            return "Factor"; // the secret must not reach a log
        }
    }

    private final Database database;
    private final DataKeys keys;

    public FactorStore(Database database, DataKeys keys) {
        this.database = database;
        this.keys = keys;
    }

    /** Puts a new secret in place of one that was not confirmed; false if one was. */
    boolean enrol(UUID userId, byte[] secret) {
        return database.sql()
                        .sql(
                                """
                                insert into second_factors (user_id, secret) values (:user, :secret)
                                on conflict (user_id) do update
                                set secret = excluded.secret, created_at = now(), last_step = 0,
                                    failures = 0, blocked_until = null
                                where second_factors.confirmed_at is null
                                """)
                        .param("user", userId)
                        .param("secret", keys.encrypt(secret, context(userId)))
                        .update()
                == 1;
    }

    boolean isConfirmed(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select exists (select from second_factors
                                       where user_id = ? and confirmed_at is not null)
                        """)
                .param(userId)
                .query(Boolean.class)
                .single();
    }

    /** Finds the factor and locks it, so that a code is used once. */
    Optional<Factor> lock(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select secret, confirmed_at is not null as confirmed, last_step, failures,
                               greatest(0, coalesce(extract(epoch from
                                   blocked_until - clock_timestamp()), 0)) * 1000 as blocked_millis
                        from second_factors where user_id = ? for update
                        """)
                .param(userId)
                .query((row, n) ->
                        new Factor(
                                keys.decrypt(row.getBytes("secret"), context(userId)),
                                row.getBoolean("confirmed"),
                                row.getLong("last_step"),
                                row.getInt("failures"),
                                Duration.ofMillis(row.getBigDecimal("blocked_millis").longValue())))
                .optional();
    }

    void succeeded(UUID userId, long step) {
        database.sql()
                .sql(
                        """
                        update second_factors set last_step = greatest(last_step, ?), failures = 0,
                               blocked_until = null
                        where user_id = ?
                        """)
                .params(step, userId)
                .update();
    }

    void failed(UUID userId, int failures, Duration blockFor) {
        database.sql()
                .sql(
                        """
                        update second_factors set failures = ?,
                               blocked_until = clock_timestamp() + ? * interval '1 ms'
                        where user_id = ?
                        """)
                .params(failures, blockFor.toMillis(), userId)
                .update();
    }

    void confirm(UUID userId, List<byte[]> recoveryHashes) {
        database.sql()
                .sql("update second_factors set confirmed_at = now() where user_id = ?")
                .param(userId)
                .update();
        for (byte[] hash : recoveryHashes) {
            database.sql()
                    .sql("insert into recovery_codes (user_id, code_hash) values (?, ?)")
                    .params(userId, hash)
                    .update();
        }
    }

    /** Uses a recovery code; false if there is none like this that is unused. */
    boolean useRecoveryCode(UUID userId, byte[] hash) {
        return database.sql()
                        .sql(
                                """
                                update recovery_codes set used_at = now()
                                where user_id = ? and code_hash = ? and used_at is null
                                """)
                        .params(userId, hash)
                        .update()
                == 1;
    }

    int recoveryCodesLeft(UUID userId) {
        return database.sql()
                .sql("select count(*) from recovery_codes where user_id = ? and used_at is null")
                .param(userId)
                .query(Integer.class)
                .single();
    }

    void remove(UUID userId) {
        database.sql().sql("delete from second_factors where user_id = ?").param(userId).update();
    }

    private record Encrypted(UUID userId, byte[] secret) {}

    /** Encrypts secrets anew that another data key than the primary has encrypted. */
    public void reencrypt() {
        database
                .sql()
                .sql("select user_id, secret from second_factors")
                .query((row, n) ->
                        new Encrypted(row.getObject("user_id", UUID.class), row.getBytes("secret")))
                .stream()
                .filter(one -> !keys.isCurrent(one.secret()))
                .toList()
                .forEach(this::reencrypt);
    }

    private void reencrypt(Encrypted old) {
        String context = context(old.userId());
        database.sql()
                .sql("update second_factors set secret = ? where user_id = ? and secret = ?")
                .params(
                        keys.encrypt(keys.decrypt(old.secret(), context), context),
                        old.userId(),
                        old.secret())
                .update();
    }

    private static String context(UUID userId) {
        return "second_factors.secret:" + userId;
    }
}
