package onsale.checker;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Temporary tables next to the rows that are checked. */
final class Tables {

    private static final int BATCH = 1_000;

    private final Connection connection;

    Tables(Connection connection) {
        this.connection = connection;
    }

    void create(String name, String columns) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create temporary table %s (%s)".formatted(name, columns));
        }
    }

    Rows into(String table, int columns) throws SQLException {
        return new Rows(
                connection.prepareStatement(
                        "insert into %s values (?%s)".formatted(table, ", ?".repeat(columns - 1))));
    }

    /** Runs an action for each row of a query, such as for each schedule to read from Redis. */
    void each(String sql, ForRow action) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                action.accept(rows.getString(1));
            }
        }
    }

    interface ForRow {
        void accept(String first) throws SQLException;
    }

    static final class Rows implements AutoCloseable {

        private final PreparedStatement insert;
        private int waiting;

        private Rows(PreparedStatement insert) {
            this.insert = insert;
        }

        void add(@Nullable Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.addBatch();
            if (++waiting == BATCH) {
                insert.executeBatch();
                waiting = 0;
            }
        }

        @Override
        public void close() throws SQLException {
            insert.executeBatch();
            insert.close();
        }
    }
}
