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
 * Creates roles, schemas and grants as administrator. The role of each context owns its schema and
 * may use no other. The tables of {@code common} belong to the administrator, and row-level
 * security shows each role only its own rows. One more role, {@link #READER}, may read several
 * schemas and write none.
 */
final class Bootstrap {

    /** The key of the advisory lock that nodes take when they start at the same time. */
    private static final long LOCK = 0x6f6e_7361_6c65L;

    private static final int ATTEMPTS_MAX = 20;

    /** The role of ops, by the name that the functions for operators know too. */
    private static final String AUDITOR = "ops_svc_user";

    /** The role of integrity checks. It has no schema of its own. */
    static final ContextSchema READER = new ContextSchema("ops_reader", "ops_read_user");

    /** The schemas that it may read: none with personal data or keys. */
    private static final Set<String> READABLE =
            Set.of(
                    "event_service",
                    "queue_service",
                    "reservation_service",
                    "payment_service",
                    "ops");

    private static final List<String> READABLE_IN_COMMON =
            List.of(
                    "outbox_events",
                    "processed_events",
                    "dlq_events",
                    "job_leases",
                    "index_rebuilds",
                    "audit");

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
                            schemas.forEach(
                                    schema -> createSchema(schema, passwords.apply(schema)));
                            grantReading(schemas, passwords.apply(READER));
                        });
                return;
            } catch (DataAccessException e) {
                if (attempt == ATTEMPTS_MAX || !isRoleInUse(e)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Roles belong to the server, but the lock to one of its databases, so a deployment in another
     * database may be changing the same role. PostgreSQL then reports that the role exists or, for
     * lack of a better code, an internal error.
     */
    private static boolean isRoleInUse(DataAccessException e) {
        return e.getMostSpecificCause() instanceof SQLException cause
                && Set.of("42710", "23505", "XX000").contains(cause.getSQLState());
    }

    private void role(String role, Secret password) {
        boolean exists =
                sql.sql("select exists (select from pg_roles where rolname = :role)")
                        .param("role", role)
                        .query(Boolean.class)
                        .single();
        // Quoted, because DDL takes no parameters.
        String quoted = "'" + password.value().replace("'", "''") + "'";
        execute(
                "%s role %s login password %s"
                        .formatted(exists ? "alter" : "create", role, quoted));
    }

    private void grantReading(List<ContextSchema> schemas, Secret password) {
        String reader = READER.role();
        role(reader, password);
        execute("alter role %s set default_transaction_read_only = on".formatted(reader));
        execute("grant usage on schema common to " + reader);
        for (String table : READABLE_IN_COMMON) {
            execute("grant select on common.%s to %s".formatted(table, reader));
            boolean exists =
                    sql.sql(
                                    """
                                    select exists (select from pg_policies
                                                   where schemaname = 'common' and tablename = :table
                                                     and policyname = 'read_all')
                                    """)
                            .param("table", table)
                            .query(Boolean.class)
                            .single();
            if (!exists) {
                execute(
                        "create policy read_all on common.%s for select to %s using (true)"
                                .formatted(table, reader));
            }
        }
        for (ContextSchema schema : schemas) {
            if (READABLE.contains(schema.schema())) {
                execute("grant usage on schema %s to %s".formatted(schema.schema(), reader));
                execute(
                        "grant select on all tables in schema %s to %s"
                                .formatted(schema.schema(), reader));
                execute(
                        "alter default privileges for role %s in schema %s grant select on tables to %s"
                                .formatted(schema.role(), schema.schema(), reader));
            }
        }
    }

    private void createSchema(ContextSchema schema, Secret password) {
        role(schema.role(), password);
        execute(
                "create schema if not exists %s authorization %s"
                        .formatted(schema.schema(), schema.role()));
        execute("revoke all on schema %s from public".formatted(schema.schema()));
        execute("grant usage on schema common to " + schema.role());
        execute(
                "grant select, insert, update, delete on all tables in schema common to "
                        + schema.role());
        execute("grant usage on all sequences in schema common to " + schema.role());
        execute("grant execute on function common.pgstatindex(regclass) to " + schema.role());
        restrictAudit(schema.role());
    }

    /** A context may add to the audit and no more; ops moves entries into it and reads it. */
    private void restrictAudit(String role) {
        execute("revoke all on common.audit, common.audit_entries from " + role);
        execute("grant insert on common.audit_entries to " + role);
        if (role.equals(AUDITOR)) {
            execute("grant select, delete on common.audit_entries to " + role);
            execute("grant select, insert on common.audit to " + role);
        }
    }

    private void execute(String ddl) {
        sql.sql(ddl).update();
    }
}
