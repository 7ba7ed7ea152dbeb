package onsale.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import onsale.platform.embedded.PostgresServer;

/**
 * What PostgreSQL has done so far, without what the benchmark itself asked.
 *
 * @param statements without begin, commit and settings of sessions
 * @param commits transactions, those that only read included
 */
record SqlCounts(long statements, long commits) {

    /** Must be called before the first count. */
    static void prepare(BenchServers servers) throws SQLException {
        try (Connection connection = connect(servers);
                Statement statement = connection.createStatement()) {
            statement.execute("create extension if not exists pg_stat_statements");
        }
    }

    static SqlCounts now(BenchServers servers) throws SQLException {
        try (Connection connection = connect(servers);
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                """
                                select (select coalesce(sum(calls), 0) from pg_stat_statements s
                                        join pg_roles r on r.oid = s.userid
                                        where not r.rolsuper and toplevel
                                          and query !~* '^\\s*(begin|commit|rollback|set |show )'),
                                       (select sum(xact_commit) from pg_stat_database)
                                """)) {
            row.next();
            return new SqlCounts(row.getLong(1), row.getLong(2));
        }
    }

    SqlCounts minus(SqlCounts before) {
        return new SqlCounts(statements - before.statements, commits - before.commits);
    }

    private static Connection connect(BenchServers servers) throws SQLException {
        return DriverManager.getConnection(
                servers.postgres().url(),
                PostgresServer.ADMIN,
                servers.servers().postgres().adminPassword().value());
    }
}
