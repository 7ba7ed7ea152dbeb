package onsale.user.email;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.UserSettings;
import onsale.user.account.KeyedHash;

/**
 * The table {@code email_codes}: six digits that are mailed to an address and come back. A code is
 * good for ten minutes and a few tries; how often new ones are mailed is bounded, and so are all
 * guesses together.
 */
public final class EmailCodes {

    /** What a code confirms. */
    public enum Purpose {
        VERIFY,
        CHANGE
    }

    /** The result of making a code. */
    public sealed interface Issue {
        record Issued(String code, Instant until) implements Issue {
            @Override
            public String toString() {
                return Redacted.text(this, "code");
            }
        }

        record TooSoon(Duration pause) implements Issue {}
    }

    /** The result of a code that somebody gives. */
    public sealed interface Check {
        /** It was mailed to the address with this hash. */
        record Right(byte[] emailHash) implements Check {}

        record Wrong(int triesLeft) implements Check {}

        /** There is no code, or no longer. */
        record Expired() implements Check {}
    }

    private record Row(byte[] codeHash, byte[] emailHash, int tries) {}

    private record Sends(Instant sentAt, int sends, Instant since) {}

    private static final int CODES = 1_000_000;
    private static final int TRIES_MAX = 5;
    private static final int SENDS_MAX = 10;
    private static final Duration SENDS_WITHIN = Duration.ofDays(1);

    private final Database database;
    private final KeyedHash hash;
    private final Duration codeFor;
    private final Duration codeEvery;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    public EmailCodes(Database database, KeyedHash hash, UserSettings settings, Clock clock) {
        this.database = database;
        this.hash = hash;
        this.codeFor = settings.codeFor();
        this.codeEvery = settings.codeEvery();
        this.clock = clock;
    }

    /** Makes a code for an address; the one before is void. Joins the caller's transaction. */
    Issue issue(UUID userId, Purpose purpose, byte[] emailHash) {
        String code = "%06d".formatted(random.nextInt(CODES));
        Instant now = clock.instant();
        boolean issued =
                database.sql()
                                .sql(
                                        """
                                        insert into email_codes as c (user_id, purpose, email_hash,
                                            code_hash, sent_at, expires_at, sends_since)
                                        values (:user, :purpose, :email, :code, :now, :expires, :now)
                                        on conflict (user_id, purpose) do update
                                        set email_hash = excluded.email_hash,
                                            code_hash = excluded.code_hash, tries = 0,
                                            sent_at = excluded.sent_at,
                                            expires_at = excluded.expires_at,
                                            sends = case when c.sends_since <= :window then 1
                                                         else c.sends + 1 end,
                                            sends_since = case when c.sends_since <= :window
                                                then excluded.sends_since else c.sends_since end
                                        where c.sent_at <= :sentBefore
                                          and (c.sends < :sendsMax or c.sends_since <= :window)
                                        """)
                                .param("user", userId)
                                .param("purpose", purpose.name())
                                .param("email", emailHash)
                                .param("code", codeHash(userId, purpose, emailHash, code))
                                .param("now", Times.param(now))
                                .param("expires", Times.param(now.plus(codeFor)))
                                .param("window", Times.param(now.minus(SENDS_WITHIN)))
                                .param("sentBefore", Times.param(now.minus(codeEvery)))
                                .param("sendsMax", SENDS_MAX)
                                .update()
                        == 1;
        return issued
                ? new Issue.Issued(code, now.plus(codeFor))
                : new Issue.TooSoon(wait(userId, purpose, now));
    }

    /** Counts a try before it compares, so that no two tries at once are one. */
    Check check(UUID userId, Purpose purpose, String code) {
        Instant now = clock.instant();
        Optional<Row> row =
                database.sql()
                        .sql(
                                """
                                update email_codes set tries = tries + 1
                                where user_id = :user and purpose = :purpose
                                  and expires_at > :now and tries < :max
                                returning code_hash, email_hash, tries
                                """)
                        .param("user", userId)
                        .param("purpose", purpose.name())
                        .param("now", Times.param(now))
                        .param("max", TRIES_MAX)
                        .query((result, n) ->
                                new Row(
                                        result.getBytes("code_hash"),
                                        result.getBytes("email_hash"),
                                        result.getInt("tries")))
                        .optional();
        if (row.isEmpty()) {
            return new Check.Expired();
        }
        byte[] email = row.get().emailHash();
        if (!MessageDigest.isEqual(row.get().codeHash(), codeHash(userId, purpose, email, code))) {
            return new Check.Wrong(TRIES_MAX - row.get().tries());
        }
        database.sql()
                .sql(
                        """
                        update email_codes set expires_at = :now
                        where user_id = :user and purpose = :purpose
                        """)
                .param("now", Times.param(now))
                .param("user", userId)
                .param("purpose", purpose.name())
                .update();
        return new Check.Right(email);
    }

    /** Deletes rows that limit nothing any more. */
    public int deleteOld(int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from email_codes where (user_id, purpose) in (
                            select user_id, purpose from email_codes
                            where sent_at < :before limit :max)
                        """)
                .param("before", Times.param(clock.instant().minus(SENDS_WITHIN.multipliedBy(2))))
                .param("max", rowsMax)
                .update();
    }

    private Duration wait(UUID userId, Purpose purpose, Instant now) {
        Sends sends =
                database.sql()
                        .sql(
                                """
                                select sent_at, sends, sends_since from email_codes
                                where user_id = :user and purpose = :purpose
                                """)
                        .param("user", userId)
                        .param("purpose", purpose.name())
                        .query((row, n) ->
                                new Sends(
                                        Times.read(row, "sent_at"),
                                        row.getInt("sends"),
                                        Times.read(row, "sends_since")))
                        .single();
        Instant next =
                sends.sends() < SENDS_MAX
                        ? sends.sentAt().plus(codeEvery)
                        : sends.since().plus(SENDS_WITHIN);
        return Duration.between(now, next);
    }

    private byte[] codeHash(UUID userId, Purpose purpose, byte[] emailHash, String code) {
        byte[] text = (purpose + ":" + userId + ":" + code).getBytes(StandardCharsets.US_ASCII);
        return hash.compute(
                KeyedHash.Purpose.EMAIL_CODE,
                ByteBuffer.allocate(emailHash.length + text.length)
                        .put(emailHash)
                        .put(text)
                        .array());
    }
}
