package onsale.user.attempt;

import java.time.Instant;
import java.util.Optional;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** The table {@code login_delays}, one row per lane. Times are those of the caller's clock. */
public final class LoginDelayStore {

    /** The failed logins of a lane, and when the next attempt is allowed. */
    public record Failures(int count, Instant failedAt, Instant nextAt) {}

    private final Database database;

    public LoginDelayStore(Database database) {
        this.database = database;
    }

    public Optional<Failures> find(byte[] lane) {
        return database.sql()
                .sql("select failures, failed_at, next_at from login_delays where lane = :lane")
                .param("lane", lane)
                .query((row, n) ->
                        new Failures(
                                row.getInt("failures"),
                                Times.read(row, "failed_at"),
                                Times.read(row, "next_at")))
                .optional();
    }

    /** Counts one failure more than was seen. Returns false if another attempt was first. */
    public boolean countAsNext(byte[] lane, Failures seen, Instant now, Instant next) {
        return database.sql()
                        .sql(
                                """
                                update login_delays
                                set failures = :count + 1, failed_at = :now, next_at = :next
                                where lane = :lane and failures = :count and failed_at = :seenAt
                                """)
                        .param("lane", lane)
                        .param("count", seen.count())
                        .param("seenAt", Times.param(seen.failedAt()))
                        .param("now", Times.param(now))
                        .param("next", Times.param(next))
                        .update()
                == 1;
    }

    /**
     * Counts a failure and returns their number. Starts again at one if the previous failure was
     * before that time.
     */
    public int count(byte[] lane, Instant now, Instant forgottenBefore) {
        return database.sql()
                .sql(
                        """
                        insert into login_delays as known (lane, failures, failed_at, next_at)
                        values (:lane, 1, :now, :now)
                        on conflict (lane) do update set
                            failures = case when known.failed_at < :forgotten then 1
                                            else known.failures + 1 end,
                            failed_at = :now, next_at = greatest(known.next_at, :now)
                        returning failures
                        """)
                .param("lane", lane)
                .param("now", Times.param(now))
                .param("forgotten", Times.param(forgottenBefore))
                .query(Integer.class)
                .single();
    }

    public void delay(byte[] lane, Instant next) {
        database.sql()
                .sql(
                        """
                        update login_delays set next_at = :next where lane = :lane and next_at < :next
                        """)
                .param("lane", lane)
                .param("next", Times.param(next))
                .update();
    }

    public void delete(byte[] lane) {
        database.sql()
                .sql("delete from login_delays where lane = :lane")
                .param("lane", lane)
                .update();
    }

    public int deleteBefore(Instant failedBefore, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from login_delays where lane in (
                            select lane from login_delays where failed_at < :before limit :max)
                        """)
                .param("before", Times.param(failedBefore))
                .param("max", rowsMax)
                .update();
    }
}
