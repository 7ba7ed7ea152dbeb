package onsale.platform.db;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The access of a context to its schema: a bounded pool, plain SQL, explicit transactions. */
public final class Database implements AutoCloseable {

    private final ContextSchema schema;
    private final HikariDataSource pool;
    private final DataSource traced;
    private final JdbcTemplate jdbc;
    private final JdbcClient sql;
    private final TransactionTemplate transactions;

    Database(ContextSchema schema, HikariDataSource pool) {
        this.schema = schema;
        this.pool = pool;
        this.traced = new TracedDataSource(pool, schema.schema());
        this.jdbc = new JdbcTemplate(traced);
        this.sql = JdbcClient.create(jdbc);
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(traced));
    }

    public ContextSchema schema() {
        return schema;
    }

    /** Whether it reads the schemas of others and has none of its own. */
    public boolean isReader() {
        return schema.equals(Bootstrap.READER);
    }

    public HikariDataSource dataSource() {
        return pool;
    }

    /** Opens a connection for statements that are sent together; the caller closes it. */
    public Connection connect() throws SQLException {
        return traced.getConnection();
    }

    public JdbcClient sql() {
        return sql;
    }

    /**
     * Runs a statement and a query in one round trip. The query sees what is committed when it
     * starts, after any lock that the statement waited for.
     *
     * @param params those of the statement, then those of the query
     */
    public <T> List<T> queryAfter(
            String statement, String query, RowMapper<T> mapper, Object... params) {
        return queryTogether(List.of(statement, query), mapper, params);
    }

    /**
     * Runs statements in one round trip and returns the rows of the last one. Each sees what is
     * committed when it starts, after any lock that those before it waited for. Outside a
     * transaction they are one: all of them commit, or none.
     *
     * @param params those of the first statement, then those of the next, and so on
     */
    public <T> List<T> queryTogether(
            List<String> statements, RowMapper<T> mapper, @Nullable Object... params) {
        return together(
                String.join(";\n", statements),
                results -> results.skip(statements.size() - 1).next(mapper),
                params);
    }

    /** As {@link #queryTogether}, for a caller who reads more than the last result. */
    public <T> T together(String statements, Results.Reader<T> reader, @Nullable Object... params) {
        PreparedStatementCreator all = connection -> connection.prepareStatement(statements);
        return Objects.requireNonNull(
                jdbc.execute(
                        all,
                        prepared -> {
                            new ArgumentPreparedStatementSetter(params).setValues(prepared);
                            prepared.execute();
                            return reader.read(new Results(prepared));
                        }));
    }

    /** Runs work in a transaction, or in the one that is open; any exception rolls it back. */
    public <T> T inTransaction(Supplier<T> work) {
        return transactions.execute(status -> work.get());
    }

    public void inTransaction(Runnable work) {
        transactions.executeWithoutResult(status -> work.run());
    }

    /**
     * The database's time, within a transaction that of its start. All nodes share it, so rules on
     * which they must agree use it rather than their own clocks.
     */
    public Instant now() {
        return sql.sql("select now()").query(OffsetDateTime.class).single().toInstant();
    }

    @Override
    public void close() {
        pool.close();
    }
}
