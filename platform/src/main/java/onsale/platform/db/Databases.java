package onsale.platform.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import javax.sql.DataSource;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Opens the database of a context: creates role and schema, applies the migrations as that role,
 * and fills the pool.
 */
public final class Databases {

    /** Connections left for administrators and tools. */
    private static final int CONNECTIONS_SPARED = 10;

    private static final int READER_POOL_MAX = 2;

    private final PostgresSettings settings;
    private final Secret secret;

    public Databases(PostgresSettings settings, Secret secret) {
        this.settings = settings;
        this.secret = secret;
    }

    /** Creates what only an administrator may: roles, schemas and {@code common}. Repeatable. */
    public void bootstrap(List<ContextSchema> schemas) {
        if (settings.adminUser().isEmpty()) {
            return;
        }
        PGSimpleDataSource admin = new PGSimpleDataSource();
        admin.setUrl(settings.url());
        admin.setUser(settings.adminUser());
        admin.setPassword(settings.adminPassword().value());
        new Bootstrap(admin).run(schemas, this::password);
        checkConnections(JdbcClient.create(admin), schemas.size());
    }

    private void checkConnections(JdbcClient sql, int pools) {
        int allowed =
                sql.sql("select current_setting('max_connections')::int")
                        .query(Integer.class)
                        .single();
        int wanted = pools * settings.poolMax() + READER_POOL_MAX + CONNECTIONS_SPARED;
        if (wanted > allowed) {
            throw new StartFailure(
                    "%d pools of %d connections do not fit PostgreSQL's max_connections of %d: lower onsale.postgres.pool-max or raise the server's limit."
                            .formatted(pools, settings.poolMax(), allowed));
        }
    }

    public Database open(ContextSchema schema) {
        HikariDataSource pool = new HikariDataSource(config(schema));
        try {
            migrate(schema, pool);
        } catch (FlywayException e) {
            pool.close();
            throw new StartFailure(
                    "The schema %s cannot be migrated: %s"
                            .formatted(schema.schema(), e.getMessage()),
                    e);
        }
        return new Database(schema, pool);
    }

    /**
     * Opens a database that reads the schemas of several contexts and writes none, for integrity
     * checks. It connects when it is first used.
     */
    public Database reader() {
        HikariConfig config = config(Bootstrap.READER);
        config.setMaximumPoolSize(READER_POOL_MAX);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setReadOnly(true);
        return new Database(Bootstrap.READER, new HikariDataSource(config));
    }

    /**
     * Opens empty temporary copies of a context's tables and of the outbox. The usual statements
     * work on them; no other connection sees them, and they vanish with this one.
     */
    public Database scratch(ContextSchema schema) {
        HikariConfig config = config(schema);
        config.setPoolName(schema.schema() + "-scratch");
        config.setMinimumIdle(1);
        config.setMaximumPoolSize(1); // a temporary table belongs to one connection
        config.setMaxLifetime(0);
        HikariDataSource pool = new HikariDataSource(config);
        Database scratch = new Database(schema, pool);
        for (String table : tables(scratch.sql(), schema.schema())) {
            scratch.sql()
                    .sql(
                            "create temp table %2$s (like %1$s.%2$s including all)"
                                    .formatted(schema.schema(), table))
                    .update();
        }
        for (String sequence : sequences(scratch.sql(), schema.schema())) {
            scratch.sql().sql("create temp sequence " + sequence).update();
        }
        scratch.sql()
                .sql("create temp table outbox_events (like common.outbox_events including all)")
                .update();
        return scratch;
    }

    private static List<String> tables(JdbcClient sql, String schema) {
        return sql.sql("select tablename from pg_tables where schemaname = ?")
                .param(schema)
                .query(String.class)
                .list();
    }

    private static List<String> sequences(JdbcClient sql, String schema) {
        return sql.sql("select sequencename from pg_sequences where schemaname = ?")
                .param(schema)
                .query(String.class)
                .list();
    }

    private HikariConfig config(ContextSchema schema) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(schema.schema());
        config.setJdbcUrl(settings.url());
        config.setUsername(schema.role());
        config.setPassword(password(schema).value());
        config.setMaximumPoolSize(settings.poolMax());
        config.setMinimumIdle(settings.poolIdle());
        config.setConnectionTimeout(settings.connectionTimeout().toMillis());
        config.setLeakDetectionThreshold(settings.leakDetection().toMillis());
        // As strings: the driver ignores values of other types silently.
        config.addDataSourceProperty("ApplicationName", "onsale/" + schema.schema());
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("connectTimeout", "5");
        config.addDataSourceProperty("socketTimeout", "" + settings.socketTimeout().toSeconds());
        config.setConnectionInitSql("set search_path to %s, common".formatted(schema.schema()));
        return config;
    }

    /** Makes a probe, which connects when it is first asked. */
    public DatabaseProbe probe(ContextSchema schema) {
        return new DatabaseProbe(single(schema));
    }

    /** Single connections without a limit of time, for upkeep that takes minutes. */
    public DataSource patient(ContextSchema schema) {
        PGSimpleDataSource server = single(schema);
        server.setApplicationName("onsale/upkeep");
        server.setTcpKeepAlive(true);
        return server;
    }

    private PGSimpleDataSource single(ContextSchema schema) {
        PGSimpleDataSource server = new PGSimpleDataSource();
        server.setUrl(settings.url());
        server.setUser(schema.role());
        server.setPassword(password(schema).value());
        return server;
    }

    private static void migrate(ContextSchema schema, HikariDataSource pool) {
        Flyway.configure()
                .dataSource(pool)
                .locations("classpath:db/" + schema.schema())
                .defaultSchema(schema.schema())
                .createSchemas(false)
                .load()
                .migrate();
    }

    private Secret password(ContextSchema schema) {
        Secret given = settings.passwords().get(schema.schema());
        if (given != null) {
            return given;
        }
        if (secret.isEmpty()) {
            throw new StartFailure(
                    "There is no password for the schema %1$s: set onsale.postgres.passwords.%1$s or onsale.secret."
                            .formatted(schema.schema()));
        }
        return secret.derive("postgres/" + schema.role());
    }
}
