package onsale.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the platform until it is told to stop. */
@Command(
        name = "serve",
        description = "Starts the platform, with embedded servers where no address is configured.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Runnable {

    @Option(
            names = "--roles",
            split = ",",
            paramLabel = "ROLE",
            description = "What this process does: all (default) or some of the roles.")
    @Nullable List<String> roles;

    @Option(
            names = "--port",
            description = "Public port; default 8080 or, if that is taken, the next free one.")
    @Nullable Integer port;

    @Option(names = "--management-port", description = "Health and metrics; default a free one.")
    @Nullable Integer managementPort;

    @Option(
            names = "--data-dir",
            description = "Where embedded servers keep their data; default ./data.")
    @Nullable Path dataDir;

    @Option(
            names = "--no-demo",
            description =
                    "Run for real: no demo data or accounts, no simulated provider, no weak secrets.")
    boolean noDemo;

    @Option(
            names = "--play-money",
            description =
                    "Without demo data: simulate the provider if none is configured, and believe one"
                            + " that is not reached by https.")
    boolean playMoney;

    @Option(names = "--no-warm-up", description = "Be ready sooner, and slower for the first fans.")
    boolean noWarmUp;

    @Mixin SettingsOptions options = new SettingsOptions();

    @Override
    public void run() {
        Map<String, Object> properties = options.asProperties();
        put(properties, "onsale.roles", roles == null ? null : String.join(",", roles));
        put(properties, "onsale.port", port);
        put(properties, "onsale.management-port", managementPort);
        put(properties, "onsale.data-dir", dataDir);
        put(properties, "onsale.demo", noDemo ? "false" : null);
        put(properties, "onsale.play-money", playMoney ? "true" : null);
        put(properties, "onsale.warm-up", noWarmUp ? "0s" : null);
        new OnsaleProcess(properties).run();
    }

    private static void put(Map<String, Object> into, String name, @Nullable Object value) {
        if (value != null) {
            into.put(name, value.toString());
        }
    }
}
