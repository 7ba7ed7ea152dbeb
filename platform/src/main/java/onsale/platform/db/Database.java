package onsale.platform.db;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A context's own door to its schema: a bounded pool, plain SQL, explicit transactions. */
public final class Database implements AutoCloseable {

    private final ContextSchema schema;
    private final HikariDataSource pool;
    private final JdbcClient sql;
    private final TransactionTemplate transactions;

    Database(ContextSchema schema, HikariDataSource pool) {
        this.schema = schema;
        this.pool = pool;
        this.sql = JdbcClient.create(pool);
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
