package onsale.platform.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Checks whether PostgreSQL answers, over a connection of its own: a pool that is exhausted because
 * the node is busy says nothing about the server.
 */
public final class DatabaseProbe implements AutoCloseable {

    /** The limit of each step: connecting, logging in, answering. */
    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final PGSimpleDataSource server;
    private @Nullable Connection kept;

    DatabaseProbe(PGSimpleDataSource server) {
        this.server = server;
        int seconds = Math.toIntExact(WITHIN.toSeconds());
        server.setApplicationName("onsale/probe");
        server.setConnectTimeout(seconds);
        server.setLoginTimeout(seconds);
        server.setSocketTimeout(seconds);
    }

    /** Returns PostgreSQL's time; a connection that has broken since the last call is replaced. */
    public synchronized Instant now() throws SQLException {
        @Nullable Connection connection = kept;
        if (connection != null) {
            try {
                return ask(connection);
            } catch (SQLException e) {
                close();
            }
        }
        connection = server.getConnection();
        kept = connection;
        return ask(connection);
    }

    private static Instant ask(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select now()")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).toInstant();
        }
    }

    @Override
    public synchronized void close() {
        @Nullable Connection connection = kept;
        kept = null;
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                // it is closed because it is broken
            }
        }
    }
}
