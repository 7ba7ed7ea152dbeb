package onsale.ops;

import java.time.Instant;
import java.util.List;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of all contexts. */
final class JobStore {

    /**
     * A job.
     *
     * @param context whose job it is
     * @param late whether no node has run it although it was due long ago
     * @param failures runs in a row that threw
     * @param lastError the types of the last failure; null after a success
     * @param backlog rows that waited after the last run; null if the job counts none
     */
    record JobView(
            String context,
            String job,
            boolean running,
            boolean late,
            int failures,
            @Nullable String lastError,
            @Nullable Long everySeconds,
            Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable Instant succeededAt,
            @Nullable Long tookMillis,
            Instant dueAt,
            @Nullable Long backlog) {}

    /** A job that no node has run for so long was renamed or dropped by a newer version. */
    private static final String RETIRED = "l.lease_until < now() - interval '30 days'";

    private static final String JOBS =
            """
            select regexp_replace(l.service, '_svc_user$', '') as context, l.job,
                   l.lease_until > now() as running,
                   l.lease_until < now()
                       and now() > l.due_at + greatest(3 * coalesce(l.every_ms, 0), 60000)
                                              * interval '1 ms' as late,
                   l.failures, l.last_error, ceil(l.every_ms / 1000.0)::bigint as every_seconds,
                   l.started_at, l.ended_at, l.succeeded_at, l.took_ms as took_millis, l.due_at,
                   l.backlog
            from common.job_leases l
            where not (%s)
            order by 1, 2
            """
                    .formatted(RETIRED);

    private final Database reader;

    JobStore(Database reader) {
        this.reader = reader;
    }

    List<JobView> all() {
        return reader.sql().sql(JOBS).query(JobView.class).list();
    }

    List<JobView> page(int page, int size) {
        return reader.sql()
                .sql(JOBS + "limit ? offset ?")
                .params(size, (long) page * size)
                .query(JobView.class)
                .list();
    }

    long count() {
        return reader.sql()
                .sql("select count(*) from common.job_leases l where not (" + RETIRED + ")")
                .query(Long.class)
                .single();
    }
}
