package onsale.platform.db;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import onsale.platform.settings.Secret;
import org.flywaydb.core.Flyway;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Fences: each context's role owns its schema and may enter no other. The tables of {@code common}
 * belong to the administrator, and row-level security shows each role only its own rows.
 */
final class Bootstrap {

    /** Any number will do as long as nobody else uses it; several nodes start at once. */
    private static final long LOCK = 0x6f6e_7361_6c65L;

    private static final int ATTEMPTS_MAX = 20;

    private final DataSource admin;
    private final JdbcClient sql;

    Bootstrap(DataSource admin) {
        this.admin = admin;
        this.sql = JdbcClient.create(admin);
    }

    void run(List<ContextSchema> schemas, Function<ContextSchema, Secret> passwords) {
        Flyway.configure()
                .dataSource(admin)
                .locations("classpath:db/common")
                .defaultSchema("common")
                .load()
                .migrate();
        for (int attempt = 1; ; attempt++) {
            try {
                new TransactionTemplate(new JdbcTransactionManager(admin))
                        .executeWithoutResult(status -> {
                            sql.sql("select pg_advisory_xact_lock(:lock)")
                                    .param("lock", LOCK)
                                    .query(row -> {});
                            schemas.forEach(schema -> fence(schema, passwords.apply(schema)));
                        });
                return;
            } catch (DataAccessException e) {
                if (attempt == ATTEMPTS_MAX || !isOfARoleInUse(e)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Roles belong to the server, the lock to one of its databases: an installation in another one
     * may be at the same role. PostgreSQL says so by a role that exists already or, having no
     * better code for it, by an internal error.
     */
    private static boolean isOfARoleInUse(DataAccessException e) {
        return e.getMostSpecificCause() instanceof SQLException cause
                && Set.of("42710", "23505", "XX000").contains(cause.getSQLState());
    }

    private void fence(ContextSchema schema, Secret password) {
        boolean exists =
                sql.sql("select exists (select from pg_roles where rolname = :role)")
                        .param("role", schema.role())
                        .query(Boolean.class)
                        .single();
        // Passwords are ours or an operator's: quoted, because DDL takes no parameters.
        String quoted = "'" + password.value().replace("'", "''") + "'";
        execute(
                "%s role %s login password %s"
                        .formatted(exists ? "alter" : "create", schema.role(), quoted));
        execute(
                "create schema if not exists %s authorization %s"
                        .formatted(schema.schema(), schema.role()));
        execute("revoke all on schema %s from public".formatted(schema.schema()));
        execute("grant usage on schema common to " + schema.role());
        execute(
                "grant select, insert, update, delete on all tables in schema common to "
                        + schema.role());
        execute("grant usage on all sequences in schema common to " + schema.role());
    }

    private void execute(String ddl) {
        sql.sql(ddl).update();
    }
}
