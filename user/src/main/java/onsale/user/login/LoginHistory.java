package onsale.user.login;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.attempt.Origin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table {@code login_history}: logins, successful or not, and where they came from. The table
 * is bounded under any load: an account keeps its latest rows, a job drops old months and deletes
 * rows of e-mails without an account, and a node writes a limited number of failures per minute.
 */
public final class LoginHistory {

    /** The successes, and also the failures, that an account keeps. */
    static final int PER_ACCOUNT = 50;

    /** The rows kept of e-mails without an account. */
    public static final int WITHOUT_ACCOUNT = 10_000;

    /** The failures that a node writes per minute. */
    static final int FAILURES_PER_MINUTE = 600;

    /** Failures since the last success from which a login counts as unusual. */
    static final int MANY_FAILURES = 5;

    private static final Logger LOG = LoggerFactory.getLogger(LoginHistory.class);

    /** What a login was made with. */
    public enum Method {
        /** E-mail and password. */
        EMAIL,
        KAKAO,
        NAVER,
        GOOGLE
    }

    /** Why a login failed. */
    enum Failure {
        UNKNOWN_EMAIL,
        WRONG_PASSWORD,
        WRONG_CODE,
        LOCKED,
        DORMANT,
        DELETED
    }

    private final Database database;
    private final Ids ids;
    private final Clock clock;
    private final LoginPartitions partitions;
    private Instant minuteStart = Instant.MIN;
    private int failuresInMinute;

    public LoginHistory(Database database, Ids ids, Clock clock) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.partitions = new LoginPartitions(database);
    }

    /** What is unusual about a login that has just succeeded. */
    public enum Suspicion {
        NEW_DEVICE,
        NEW_NETWORK,
        MANY_FAILURES
    }

    /** A login as its owner sees it. */
    public record LoginEntry(
            Instant at,
            String address,
            String userAgent,
            String method,
            boolean success,
            List<Suspicion> suspicions) {}

    /** The logins of an account, the latest first. */
    public List<LoginEntry> of(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select created_at, ip_address, user_agent, login_method, success, suspicions
                        from login_history where user_id = :userId
                        order by created_at desc, id desc limit :max
                        """)
                .param("userId", userId)
                .param("max", 2 * PER_ACCOUNT)
                .query((row, n) ->
                        new LoginEntry(
                                Times.read(row, "created_at"),
                                row.getString("ip_address"),
                                row.getString("user_agent"),
                                row.getString("login_method"),
                                row.getBoolean("success"),
                                Stream.of((String[]) row.getArray("suspicions").getArray())
                                        .map(Suspicion::valueOf)
                                        .toList()))
                .list();
    }

    /**
     * What is unusual about a login, compared with the rows that are kept. The first login of an
     * account is never unusual.
     */
    Set<Suspicion> suspicions(UUID userId, Origin origin, boolean isKnownDevice) {
        return database.sql()
                .sql(
                        """
                        select count(*) filter (where success) > 0 as seen,
                               count(*) filter (where success and network = :network) > 0 as here,
                               count(*) filter (where not success and created_at > coalesce(
                                   (select max(created_at) from login_history
                                    where user_id = :userId and success), '-infinity')) as failures
                        from login_history where user_id = :userId
                        """)
                .param("userId", userId)
                .param("network", origin.network())
                .query((row, n) -> {
                    Set<Suspicion> found = EnumSet.noneOf(Suspicion.class);
                    if (row.getBoolean("seen") && !isKnownDevice) {
                        found.add(Suspicion.NEW_DEVICE);
                    }
                    if (row.getBoolean("seen") && !row.getBoolean("here")) {
                        found.add(Suspicion.NEW_NETWORK);
                    }
                    if (row.getInt("failures") >= MANY_FAILURES) {
                        found.add(Suspicion.MANY_FAILURES);
                    }
                    return found;
                })
                .single();
    }

    void succeeded(UUID userId, Origin origin, Method method, Set<Suspicion> suspicions) {
        insert(userId, origin, method, null, suspicions);
        deleteExcess(userId, true);
        database.sql()
                .sql(
                        """
                        update users set last_login_at = :now, dormancy_notice_at = null
                        where id = :id
                        """)
                .param("now", Times.param(clock.instant()))
                .param("id", userId)
                .update();
    }

    void failed(@Nullable UUID userId, Origin origin, Method method, Failure failure) {
        if (!mayWriteFailure()) {
            return;
        }
        insert(userId, origin, method, failure, Set.of());
        if (userId != null) {
            deleteExcess(userId, false);
        }
    }

    /** Makes the partitions of the months to come and drops the months that are too old. */
    public void maintain(Duration keptFor) {
        partitions.maintain(clock.instant(), keptFor);
    }

    /** Deletes rows of e-mails without an account, except the latest ones. */
    public int deleteWithoutAccount(int keptMax, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from login_history where id in (
                            select id from login_history where user_id is null
                            order by created_at desc offset :kept limit :max)
                        """)
                .param("kept", keptMax)
                .param("max", rowsMax)
                .update();
    }

    private synchronized boolean mayWriteFailure() {
        Instant now = clock.instant();
        if (minuteStart.equals(Instant.MIN)
                || !now.isBefore(minuteStart.plus(Duration.ofMinutes(1)))) {
            if (failuresInMinute > FAILURES_PER_MINUTE) {
                LOG.warn(
                        "{} failed logins were not recorded",
                        failuresInMinute - FAILURES_PER_MINUTE);
            }
            minuteStart = now;
            failuresInMinute = 0;
        }
        failuresInMinute++;
        return failuresInMinute <= FAILURES_PER_MINUTE;
    }

    private void deleteExcess(UUID userId, boolean success) {
        database.sql()
                .sql(
                        """
                        delete from login_history where id in (
                            select id from login_history
                            where user_id = :userId and success = :success
                            order by created_at desc, id desc offset :kept)
                        """)
                .param("userId", userId)
                .param("success", success)
                .param("kept", PER_ACCOUNT)
                .update();
    }

    private void insert(
            @Nullable UUID userId,
            Origin origin,
            Method method,
            @Nullable Failure failure,
            Set<Suspicion> suspicions) {
        Instant now = clock.instant();
        partitions.ensure(now);
        database.sql()
                .sql(
                        """
                        insert into login_history
                            (id, user_id, ip_address, network, user_agent, login_method, success,
                             failure_reason, suspicions, created_at)
                        values (:id, :userId, :address, :network, :agent, :method, :success, :reason,
                                :suspicions, :now)
                        """)
                .param("id", ids.next())
                .param("userId", userId)
                .param("address", origin.address())
                .param("network", origin.network())
                .param("agent", origin.userAgent())
                .param("method", method.name())
                .param("now", Times.param(now))
                .param("success", failure == null)
                .param("reason", failure == null ? null : failure.name())
                .param(
                        "suspicions",
                        suspicions.stream().map(Suspicion::name).toArray(String[]::new))
                .update();
    }
}
