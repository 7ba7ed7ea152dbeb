package onsale.ops;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import onsale.platform.db.Database;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The periodic work of all contexts, for operators: last and next run. */
@RestController
class JobsController {

    private final Database reader;

    /**
     * @param reader may read the leases of all contexts
     */
    JobsController(Database reader) {
        this.reader = reader;
    }

    /**
     * A job.
     *
     * @param context the context's role in the database
     * @param startedAt when it ran last; a job that runs often keeps its lease between the runs
     * @param dueAt when it runs next
     * @param running whether a node has the lease
     * @param failures runs in a row that failed
     */
    record JobView(
            String context,
            String job,
            Instant startedAt,
            Instant dueAt,
            boolean running,
            int failures) {}

    record JobPage(List<JobView> items, int page, int size, long total) {}

    /** Lists jobs, those that fail first. */
    @GetMapping("/api/admin/jobs")
    JobPage jobs(
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "50") @Min(1) @Max(100) int size) {
        List<JobView> items =
                reader.sql()
                        .sql(
                                """
                                select service as context, job, started_at, due_at,
                                       lease_until > now() as running, failures
                                from common.job_leases
                                order by failures desc, service, job limit ? offset ?
                                """)
                        .params(size, (long) page * size)
                        .query(JobView.class)
                        .list();
        long total =
                reader.sql()
                        .sql("select count(*) from common.job_leases")
                        .query(Long.class)
                        .single();
        return new JobPage(items, page, size, total);
    }
}
