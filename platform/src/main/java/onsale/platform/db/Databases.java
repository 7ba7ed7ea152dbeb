package onsale.platform.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Opens a context's database: role and schema exist, migrations are applied by the role itself, the
 * pool is ready.
 */
public final class Databases {

    /** Connections PostgreSQL keeps for administrators, plus room for one of each tool. */
    private static final int CONNECTIONS_SPARED = 10;

    private final PostgresSettings settings;
    private final Secret secret;

    public Databases(PostgresSettings settings, Secret secret) {
        this.settings = settings;
        this.secret = secret;
    }

    /** Creates what only an administrator may: roles, schemas, {@code common}. Safe to repeat. */
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

    /**
     * Bitmap scans are off because they look at every row that an index has ever pointed to and
     * vacuum has not yet removed: in queues such as the outbox, where a row leaves the index soon
     * after it came, that is nearly all. A plain scan notes which are gone and passes them over.
     */
    private static String session(ContextSchema schema) {
        return "set search_path to %s, common; set enable_bitmapscan to off"
                .formatted(schema.schema());
    }

    private void checkConnections(JdbcClient sql, int pools) {
        int allowed =
                sql.sql("select current_setting('max_connections')::int")
                        .query(Integer.class)
                        .single();
        int wanted = pools * settings.poolMax() + CONNECTIONS_SPARED;
        if (wanted > allowed) {
            throw new StartFailure(
                    "%d pools of %d connections do not fit PostgreSQL's max_connections of %d: lower onsale.postgres.pool-max or raise the server's limit."
                            .formatted(pools, settings.poolMax(), allowed));
        }
    }

    public Database open(ContextSchema schema) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(schema.schema());
        config.setJdbcUrl(settings.url());
        config.setUsername(schema.role());
        config.setPassword(password(schema).value());
        config.setMaximumPoolSize(settings.poolMax());
        config.setMinimumIdle(settings.poolIdle());
        config.setConnectionTimeout(settings.connectionTimeout().toMillis());
        config.setLeakDetectionThreshold(settings.leakDetection().toMillis());
        // As strings: the driver passes over values of any other type without a word.
        config.addDataSourceProperty("ApplicationName", "onsale/" + schema.schema());
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("connectTimeout", "5");
        config.addDataSourceProperty("socketTimeout", "" + settings.socketTimeout().toSeconds());
        config.setConnectionInitSql(session(schema));
        HikariDataSource pool = new HikariDataSource(config);
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
