package onsale.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One process.
 *
 * @param roles "all" or some of the roles
 * @param port of the public listener; 0 takes 8080 or, if that is taken, the next free one
 * @param managementPort of health and metrics; 0 takes a free one
 * @param dataDir where the embedded servers keep their data
 * @param demo whether an empty embedded database gets something to show
 * @param secret passwords and keys derive from it; made and kept in the data directory when
 *     PostgreSQL is embedded
 * @param logFormat auto (text on a terminal, else json), text or json
 * @param shutdownWithin how long requests under way may take to finish after a stop was asked for
 */
@ConfigurationProperties("onsale")
record ServerSettings(
        @DefaultValue("all") List<String> roles,
        @DefaultValue("0") int port,
        @DefaultValue("0") int managementPort,
        @DefaultValue("data") Path dataDir,
        @DefaultValue("true") boolean demo,
        @DefaultValue("") Secret secret,
        @DefaultValue("auto") String logFormat,
        @DefaultValue("20s") Duration shutdownWithin) {

    ServerSettings {
        Role.parse(roles);
        Check.port("onsale.port", port);
        Check.port("onsale.management-port", managementPort);
        Check.range("onsale.shutdown-within", shutdownWithin, "1s", "10m");
        if (!List.of("auto", "text", "json").contains(logFormat)) {
            throw new StartFailure("onsale.log-format must be auto, text or json.");
        }
    }

    boolean jsonLogs() {
        return switch (logFormat) {
            case "json" -> true;
            case "text" -> false;
            default -> System.console() == null || !System.console().isTerminal();
        };
    }
}
