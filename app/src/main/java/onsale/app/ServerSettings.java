package onsale.app;

import java.net.Inet6Address;
import java.net.InetAddress;
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
 * @param managementHost the address at which health and metrics listen; 0.0.0.0 is every one
 * @param healthDetails whether health tells more than the status: of what, and why
 * @param dataDir where the embedded servers keep their data
 * @param demo whether an embedded database gets something to show; without it the process runs for
 *     real, see {@link Production}
 * @param playMoney whether a process that runs for real may have a simulated provider all the same
 * @param secret passwords and keys derive from it; made and kept in the data directory when
 *     PostgreSQL is embedded
 * @param logFormat auto (text on a terminal, else json), text or json
 * @param shutdownWithin how long requests under way may take to finish after a stop was asked for
 * @param warmUp how long a node plays its own hot paths before it is ready; 0 for not at all
 */
@ConfigurationProperties("onsale")
record ServerSettings(
        @DefaultValue("all") List<String> roles,
        @DefaultValue("0") int port,
        @DefaultValue("0") int managementPort,
        @DefaultValue("127.0.0.1") String managementHost,
        @DefaultValue("false") boolean healthDetails,
        @DefaultValue("data") Path dataDir,
        @DefaultValue("true") boolean demo,
        @DefaultValue("false") boolean playMoney,
        @DefaultValue("") Secret secret,
        @DefaultValue("auto") String logFormat,
        @DefaultValue("20s") Duration shutdownWithin,
        @DefaultValue("5s") Duration warmUp) {

    ServerSettings {
        Role.parse(roles);
        Check.port("onsale.port", port);
        Check.port("onsale.management-port", managementPort);
        address(managementHost);
        Check.range("onsale.shutdown-within", shutdownWithin, "1s", "10m");
        Check.range("onsale.warm-up", warmUp, "0s", "10s");
        if (!List.of("auto", "text", "json").contains(logFormat)) {
            throw new StartFailure("onsale.log-format must be auto, text or json.");
        }
    }

    private static InetAddress address(String managementHost) {
        try {
            return InetAddress.ofLiteral(managementHost);
        } catch (IllegalArgumentException e) {
            throw new StartFailure(
                    "onsale.management-host is %s but must be an IP address, such as 127.0.0.1 or 0.0.0.0."
                            .formatted(managementHost));
        }
    }

    /** Under which health and metrics are reached from here. */
    String managementName() {
        InetAddress address = address(managementHost);
        if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
            return "localhost";
        }
        return address instanceof Inet6Address ? "[" + managementHost + "]" : managementHost;
    }

    boolean jsonLogs() {
        return switch (logFormat) {
            case "json" -> true;
            case "text" -> false;
            default -> System.console() == null || !System.console().isTerminal();
        };
    }
}
