package onsale.platform.db;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.ResultSet;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.RowMapperResultSetExtractor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A context's own door to its schema: a bounded pool, plain SQL, explicit transactions. */
public final class Database implements AutoCloseable {

    private final ContextSchema schema;
    private final HikariDataSource pool;
    private final JdbcTemplate jdbc;
    private final JdbcClient sql;
    private final TransactionTemplate transactions;

    Database(ContextSchema schema, HikariDataSource pool) {
        this.schema = schema;
        this.pool = pool;
        this.jdbc = new JdbcTemplate(pool);
        this.sql = JdbcClient.create(jdbc);
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(pool));
    }

    public ContextSchema schema() {
        return schema;
    }

    public HikariDataSource dataSource() {
        return pool;
    }

    public JdbcClient sql() {
        return sql;
    }

    /**
     * A statement and a query in one round trip. The query sees what is committed when its turn
     * comes, after whatever the statement waited for.
     *
     * @param params of the statement, then of the query
     */
    public <T> List<T> queryAfter(
            String statement, String query, RowMapper<T> mapper, Object... params) {
        PreparedStatementCreator both =
                connection -> connection.prepareStatement(statement + ";\n" + query);
        return Objects.requireNonNull(
                jdbc.execute(
                        both,
                        prepared -> {
                            new ArgumentPreparedStatementSetter(params).setValues(prepared);
                            prepared.execute();
                            prepared.getMoreResults();
                            try (ResultSet rows = prepared.getResultSet()) {
                                return new RowMapperResultSetExtractor<>(mapper).extractData(rows);
                            }
                        }));
    }

    /** All or nothing; any exception rolls back. Joins a transaction that is already open. */
    public <T> T inTransaction(Supplier<T> work) {
        return transactions.execute(status -> work.get());
    }

    public void inTransaction(Runnable work) {
        transactions.executeWithoutResult(status -> work.run());
    }

    /**
     * The database's time, which all nodes share; in a transaction that of its start. For rules
     * that several nodes must agree on, where a node's own clock may be wrong.
     */
    public Instant now() {
        return sql.sql("select now()").query(OffsetDateTime.class).single().toInstant();
    }

    @Override
    public void close() {
        pool.close();
    }
}
