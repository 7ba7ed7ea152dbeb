package onsale.platform.db;

import java.time.Duration;
import java.util.Map;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How PostgreSQL is reached.
 *
 * @param url JDBC URL; empty starts the embedded server
 * @param port of the embedded server; 0 takes a free one
 * @param adminUser creates roles and schemas at the start; empty if they exist already
 * @param passwords by schema; a schema without one gets its password derived from onsale.secret
 * @param poolMax the most connections of each context
 */
@ConfigurationProperties("onsale.postgres")
public record PostgresSettings(
        @DefaultValue("") String url,
        @DefaultValue("0") int port,
        @DefaultValue("") String adminUser,
        @DefaultValue("") Secret adminPassword,
        @DefaultValue Map<String, Secret> passwords,
        @DefaultValue("5") int poolMax,
        @DefaultValue("1") int poolIdle,
        @DefaultValue("3s") Duration connectionTimeout,
        @DefaultValue("30s") Duration socketTimeout,
        @DefaultValue("60s") Duration leakDetection) {

    public PostgresSettings {
        Check.port("onsale.postgres.port", port);
        Check.range("onsale.postgres.pool-max", poolMax, 2, 100); // migrations take two
        Check.range("onsale.postgres.pool-idle", poolIdle, 0, poolMax);
        Check.range("onsale.postgres.connection-timeout", connectionTimeout, "250ms", "60s");
        Check.range("onsale.postgres.socket-timeout", socketTimeout, "1s", "10m");
        Check.range("onsale.postgres.leak-detection", leakDetection, "2s", "1h");
        passwords = Map.copyOf(passwords);
    }
}
