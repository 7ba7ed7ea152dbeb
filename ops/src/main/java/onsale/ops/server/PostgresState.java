package onsale.ops.server;

import onsale.platform.db.Database;

/**
 * The state of the server and of our database in it.
 *
 * @param connections of all clients
 * @param connectionsMax how many clients the server takes
 * @param longestTransactionSeconds the age of the oldest open transaction
 * @param waitingForLocks sessions that wait for a lock
 * @param idAge transactions since the oldest frozen row; at two billion PostgreSQL stops
 * @param replicationLagSeconds of the replica that is furthest behind; 0 without one
 * @param deadlocks since the statistics were reset
 * @param cacheHitRatio reads that needed no disk; 1 without any
 */
public record PostgresState(
        long connections,
        long connectionsMax,
        double longestTransactionSeconds,
        long waitingForLocks,
        long idAge,
        double replicationLagSeconds,
        long sizeBytes,
        long deadlocks,
        long commits,
        long rollbacks,
        double cacheHitRatio) {

    /** As any role may read it: no other session's statement. */
    public static PostgresState read(Database reader) {
        return reader.sql()
                .sql(
                        """
                        select (select count(*) from pg_stat_activity
                                where backend_type = 'client backend') as connections,
                               current_setting('max_connections')::bigint as connections_max,
                               coalesce((select max(extract(epoch from clock_timestamp() - granted.at))
                                         from (select min(a.xact_start) as at from pg_stat_activity a
                                               where a.backend_type = 'client backend') granted),
                                        0)::float8 as longest_transaction_seconds,
                               (select count(*) from pg_locks where not granted) as waiting_for_locks,
                               age(d.datfrozenxid)::bigint as id_age,
                               coalesce((select max(extract(epoch from replay_lag))
                                         from pg_stat_replication), 0)::float8
                                   as replication_lag_seconds,
                               pg_database_size(d.oid) as size_bytes,
                               s.deadlocks, s.xact_commit as commits, s.xact_rollback as rollbacks,
                               case when s.blks_hit + s.blks_read = 0 then 1
                                    else s.blks_hit::float8 / (s.blks_hit + s.blks_read) end
                                   as cache_hit_ratio
                        from pg_database d join pg_stat_database s on s.datid = d.oid
                        where d.datname = current_database()
                        """)
                .query(PostgresState.class)
                .single();
    }
}
