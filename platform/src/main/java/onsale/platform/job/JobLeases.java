package onsale.platform.job;

import java.sql.Types;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.UUID;
import onsale.platform.db.Database;

/**
 * The rows of {@code common.job_leases}. Each decision is one statement, by the database's clock.
 */
final class JobLeases {

    private final Database database;

    JobLeases(Database database) {
        this.database = database;
    }

    /**
     * Takes the lease if it is free and the job is due. The job stays due until a run has finished,
     * so that the run of a node that died is repeated when its lease is over. Returns how often the
     * job has failed in a row, or empty if the lease was not taken.
     */
    OptionalInt take(String job, UUID runId, Duration lease) {
        return database.sql()
                .sql(
                        """
                        insert into common.job_leases (job, run_id, lease_until, due_at, started_at)
                        values (:job, :runId, now() + :lease * interval '1 ms', now(), now())
                        on conflict (service, job) do update
                        set run_id = excluded.run_id,
                            lease_until = excluded.lease_until,
                            started_at = excluded.started_at
                        where job_leases.lease_until <= now() and job_leases.due_at <= now()
                        returning failures
                        """)
                .param("job", job)
                .param("runId", runId)
                .param("lease", lease.toMillis())
                .query(Integer.class)
                .optional()
                .map(OptionalInt::of)
                .orElseGet(OptionalInt::empty);
    }

    /** Extends the lease by its full length; false if another run has taken it. */
    boolean renew(String job, UUID runId, Duration lease) {
        return database.sql()
                        .sql(
                                """
                                update common.job_leases
                                set lease_until = now() + :lease * interval '1 ms'
                                where job = :job and run_id = :runId
                                """)
                        .param("job", job)
                        .param("runId", runId)
                        .param("lease", lease.toMillis())
                        .update()
                == 1;
    }

    /** Ends the run: the job is due again one interval after the start of this run. */
    void finish(String job, UUID runId, Duration interval, Ended ended) {
        update(
                job,
                runId,
                interval,
                ended,
                """
                lease_until = now(), due_at = started_at + :interval * interval '1 ms',
                failures = case when :error::text is null then 0 else failures + 1 end,
                """);
    }

    /** Extends the lease between two runs; false if another run has taken it. */
    boolean keep(String job, UUID runId, Duration lease, Duration interval, Ended ended) {
        return update(
                job,
                runId,
                interval,
                ended,
                "lease_until = now() + %d * interval '1 ms',".formatted(lease.toMillis()));
    }

    private boolean update(
            String job, UUID runId, Duration interval, Ended ended, String leaseAndDue) {
        return database.sql()
                        .sql(
                                "update common.job_leases set "
                                        + leaseAndDue
                                        + """
                                         every_ms = :interval, ended_at = now(), took_ms = :took,
                                        succeeded_at = case when :error::text is null then now()
                                                            else succeeded_at end,
                                        last_error = :error, backlog = :backlog
                                        where job = :job and run_id = :runId
                                        """)
                        .param("interval", interval.toMillis())
                        .param("took", ended.took().toMillis())
                        .param("error", ended.error(), Types.VARCHAR)
                        .param("backlog", ended.backlog(), Types.BIGINT)
                        .param("job", job)
                        .param("runId", runId)
                        .update()
                == 1;
    }

    /** Gives the lease back with the work unfinished, so that another node may start at once. */
    void handOver(String job, UUID runId) {
        database.sql()
                .sql(
                        """
                        update common.job_leases set lease_until = now()
                        where job = :job and run_id = :runId
                        """)
                .param("job", job)
                .param("runId", runId)
                .update();
    }

    /** The time until the lease can be taken, as the row says now. */
    Duration untilFree(String job) {
        return database.sql()
                .sql(
                        """
                        select ceil(extract(epoch from greatest(lease_until, due_at) - now()) * 1000)::bigint
                        from common.job_leases where job = :job
                        """)
                .param("job", job)
                .query(Long.class)
                .optional()
                .map(Duration::ofMillis)
                .orElse(Duration.ZERO);
    }
}
