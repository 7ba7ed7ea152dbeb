package onsale.platform.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds indexes of which more than half is air, while they are used: at most one in six hours,
 * the largest first. A rebuild that broke off leaves an invalid index, which costs every write and
 * helps no read; it is dropped before the next one.
 */
public final class RebuildIndexes {

    private static final Duration EVERY = Duration.ofHours(6);

    /** Longer than the one statement that is not repeated within the lease. */
    private static final Duration LEASE = Duration.ofMinutes(45);

    private static final Duration STATEMENT_WITHIN = Duration.ofMinutes(30);

    /** How long a rebuild waits for transactions that use the table; nobody waits behind it. */
    private static final Duration LOCK_WITHIN = Duration.ofMinutes(5);

    /** Of smaller ones the air costs nothing. */
    private static final long BYTES_MIN = 10L << 20;

    private static final double AIR_MAX = 0.5;

    /** An index is not rebuilt before it has grown by so much since its last rebuild. */
    private static final double GROWN_BY = 1.5;

    private static final int LOOKED_AT_MAX = 50;
    private static final Logger LOG = LoggerFactory.getLogger(RebuildIndexes.class);

    private final Database database;
    private final DataSource patient;
    private final long bytesMin;
    private volatile int waiting;

    /**
     * @param patient connects as the context, with an answer awaited for as long as a rebuild takes
     */
    public RebuildIndexes(Database database, DataSource patient) {
        this(database, patient, BYTES_MIN);
    }

    RebuildIndexes(Database database, DataSource patient, long bytesMin) {
        this.database = database;
        this.patient = patient;
        this.bytesMin = bytesMin;
    }

    public void start(Jobs jobs) {
        jobs.every("rebuild-indexes", EVERY, LEASE, this::run, () -> waiting);
    }

    /**
     * An index.
     *
     * @param name with its schema, quoted where needed
     * @param air the share of it that is empty
     */
    record Index(String name, long bytes, double air) {}

    void run(Lease lease) throws SQLException {
        dropLeftovers();
        List<Index> bloated = bloated(); // reads the indexes, so once in a run
        waiting = bloated.size();
        if (!bloated.isEmpty() && lease.stillMine()) {
            rebuild(bloated.getFirst());
            waiting = bloated.size() - 1;
        }
    }

    /** Indexes that are to be rebuilt, the largest first. */
    List<Index> bloated() {
        return database
                .sql()
                .sql(
                        """
                        select large.name, large.bytes,
                               1 - (s.leaf_pages * s.avg_leaf_density / 100) * 8192
                                   / (s.index_size * 0.9) as air
                        from (select c.oid, c.oid::regclass::text as name, pg_relation_size(c.oid) as bytes
                              from pg_index i
                              join pg_class c on c.oid = i.indexrelid
                              join pg_am a on a.oid = c.relam
                              where c.relnamespace = current_schema()::regnamespace
                                and c.relkind = 'i' and a.amname = 'btree' and i.indisvalid
                                and pg_relation_size(c.oid) >= :min
                              order by 3 desc limit :max) large
                        left join common.index_rebuilds r on r.index_name = large.name
                        cross join lateral common.pgstatindex(large.oid::regclass) s
                        where s.leaf_pages > 0
                          and (r.bytes_after is null or large.bytes > r.bytes_after * :grown)
                        order by large.bytes desc
                        """)
                .param("min", bytesMin)
                .param("max", LOOKED_AT_MAX)
                .param("grown", GROWN_BY)
                .query(Index.class)
                .list()
                .stream()
                .filter(index -> index.air() > AIR_MAX)
                .toList();
    }

    private void rebuild(Index index) throws SQLException {
        execute("reindex index concurrently " + index.name());
        long after =
                database.sql()
                        .sql(
                                """
                                insert into common.index_rebuilds (index_name, bytes_after)
                                values (:name, pg_relation_size(:name::regclass))
                                on conflict (service, index_name) do update
                                set rebuilt_at = now(), bytes_after = excluded.bytes_after
                                returning bytes_after
                                """)
                        .param("name", index.name())
                        .query(Long.class)
                        .single();
        LOG.info(
                "Index {} is rebuilt: {} MiB before, {} MiB after",
                index.name(),
                index.bytes() >> 20,
                after >> 20);
    }

    /** What PostgreSQL keeps of a rebuild that broke off, by the names that it gives. */
    private void dropLeftovers() throws SQLException {
        List<String> leftovers =
                database.sql()
                        .sql(
                                """
                                select c.oid::regclass::text from pg_index i
                                join pg_class c on c.oid = i.indexrelid
                                where c.relnamespace = current_schema()::regnamespace
                                  and not i.indisvalid and c.relname ~ '_cc(new|old)[0-9]*$'
                                """)
                        .query(String.class)
                        .list();
        for (String leftover : leftovers) {
            execute("drop index concurrently if exists " + leftover);
            LOG.info("Dropped {}, left by a rebuild that broke off", leftover);
        }
    }

    /** On a connection of its own and in no transaction, as these statements need it. */
    private void execute(String ddl) throws SQLException {
        try (Connection connection = patient.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("set search_path to " + database.schema().schema() + ", common");
            statement.execute("set lock_timeout to '" + LOCK_WITHIN.toSeconds() + "s'");
            statement.execute("set statement_timeout to '" + STATEMENT_WITHIN.toSeconds() + "s'");
            statement.execute(ddl);
        }
    }
}
