package onsale.ops.doctor;

import java.util.List;
import onsale.ops.server.PostgresState;
import onsale.platform.db.Database;

/** Looks at PostgreSQL: daily at its state, weekly at indexes and vacuum, monthly at its size. */
public final class PostgresExam {

    private static final String RUNBOOK = "docs/runbooks/postgres.md";
    private static final double CONNECTIONS_MAX = 0.8;
    private static final double TRANSACTION_SECONDS_MAX = 300;
    private static final long ID_AGE_MAX = 1_000_000_000;
    private static final double LAG_SECONDS_MAX = 5;
    private static final double CACHE_HITS_MIN = 0.9;
    private static final int NAMED_MAX = 5;

    private final Database reader;
    private final Findings findings;

    public PostgresExam(Database reader, Findings findings) {
        this.reader = reader;
        this.findings = findings;
    }

    public void daily() {
        PostgresState state = PostgresState.read(reader);
        findings.judge(
                state.connections() <= state.connectionsMax() * CONNECTIONS_MAX,
                "PostgreSQL connections",
                state.connections() + " of " + state.connectionsMax(),
                "Fewer nodes, smaller pools, or a higher limit: " + RUNBOOK);
        findings.judge(
                state.longestTransactionSeconds() <= TRANSACTION_SECONDS_MAX,
                "PostgreSQL transactions",
                "the oldest is open for %.0f s".formatted(state.longestTransactionSeconds()),
                "Find out whose it is; it holds up vacuum: " + RUNBOOK);
        findings.judge(
                state.replicationLagSeconds() <= LAG_SECONDS_MAX,
                "PostgreSQL replication",
                "%.0f s behind".formatted(state.replicationLagSeconds()),
                "Look at the replica's network and disk: " + RUNBOOK);
        List<String> invalid =
                names(
                        """
                        select i.indexrelid::regclass::text from pg_index i
                        join pg_class c on c.oid = i.indexrelid
                        where not i.indisvalid and c.relkind = 'i' order by 1
                        """);
        findings.judge(
                invalid.isEmpty(),
                "PostgreSQL invalid indexes",
                listed(invalid),
                "They cost every write and help no read. The job rebuild-indexes drops those that"
                        + " it left itself; rebuild others: reindex index concurrently NAME.");
    }

    public void weekly() {
        List<String> unused =
                names(
                        """
                        select s.schemaname || '.' || s.indexrelname from pg_stat_user_indexes s
                        join pg_index i on i.indexrelid = s.indexrelid
                        join pg_stat_database d on d.datname = current_database()
                        where s.idx_scan = 0 and not i.indisunique
                          and pg_relation_size(s.indexrelid) > 10485760
                          and coalesce(d.stats_reset, pg_postmaster_start_time())
                              < now() - interval '7 days'
                        order by pg_relation_size(s.indexrelid) desc
                        """);
        findings.judge(
                unused.isEmpty(),
                "PostgreSQL unused indexes",
                listed(unused),
                "Nobody has read them for a week. After three months, consider a migration that"
                        + " drops them.");
        List<String> bloated =
                names(
                        """
                        select job || ' of ' || service || ': ' || backlog from common.job_leases
                        where job = 'rebuild-indexes' and backlog > 3
                        """);
        findings.judge(
                bloated.isEmpty(),
                "PostgreSQL bloated indexes",
                bloated.isEmpty() ? "the job keeps up" : String.join(", ", bloated),
                "More than half of them is air, and the job does not get through: "
                        + "docs/runbooks/jobs.md");
        List<String> dead =
                names(
                        """
                        select schemaname || '.' || relname || ' (' || n_dead_tup || ' dead, vacuumed '
                               || coalesce(to_char(greatest(last_vacuum, last_autovacuum),
                                                   'YYYY-MM-DD'), 'never') || ')'
                        from pg_stat_user_tables
                        where n_dead_tup > 100000 and n_dead_tup > 0.3 * n_live_tup
                        order by n_dead_tup desc
                        """);
        findings.judge(
                dead.isEmpty(),
                "PostgreSQL vacuum",
                listed(dead),
                "Vacuum does not keep up: look for old transactions and slots, then vacuum"
                        + " (verbose, analyze) the table. "
                        + RUNBOOK);
        PostgresState state = PostgresState.read(reader);
        findings.judge(
                state.idAge() <= ID_AGE_MAX,
                "PostgreSQL transaction ids",
                "%,d of 2,000,000,000 used".formatted(state.idAge()),
                "Vacuum (freeze) the oldest tables before PostgreSQL stops: " + RUNBOOK);
    }

    public void monthly() {
        PostgresState state = PostgresState.read(reader);
        findings.judge(true, "PostgreSQL size", "%,d MiB".formatted(state.sizeBytes() >> 20), "");
        findings.judge(
                state.cacheHitRatio() >= CACHE_HITS_MIN,
                "PostgreSQL cache",
                "%.0f %% of reads need no disk".formatted(state.cacheHitRatio() * 100),
                "Give it more shared_buffers or memory: " + RUNBOOK);
        List<String> pools =
                names(
                        """
                        select application_name || ' ' || count(*) from pg_stat_activity
                        where application_name like 'onsale/%' group by application_name order by 1
                        """);
        findings.judge(
                true,
                "Connection pools",
                pools.isEmpty() ? "no node is connected" : String.join(", ", pools),
                "");
        findings.judge(
                state.deadlocks() < 100,
                "PostgreSQL deadlocks",
                state.deadlocks() + " since the statistics were reset",
                "Each was ended and repeated; so many are worth a report: " + RUNBOOK);
    }

    private List<String> names(String query) {
        return reader.sql().sql(query).query(String.class).list();
    }

    private static String listed(List<String> names) {
        if (names.isEmpty()) {
            return "none";
        }
        String shown = String.join(", ", names.subList(0, Math.min(NAMED_MAX, names.size())));
        return names.size() > NAMED_MAX
                ? shown + " and " + (names.size() - NAMED_MAX) + " more"
                : shown;
    }
}
