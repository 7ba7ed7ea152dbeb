package onsale.app;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import onsale.platform.StartFailure;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.settings.Check;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the payment provider's stand-in as a process of its own, which may be killed. */
@Command(
        name = "simulator",
        description = {
            "Starts the payment provider's stand-in alone.",
            "Secrets, store and channel are those of the settings onsale.portone.*; where they are"
                    + " not given they are fixed and known to everybody."
        },
        mixinStandardHelpOptions = true)
final class SimulatorCommand implements Runnable {

    @Option(names = "--host", description = "Address to listen on; default ${DEFAULT-VALUE}.")
    String host = "127.0.0.1";

    @Option(names = "--port", description = "Port to listen on; default a free one.")
    int port;

    @Option(
            names = "--data-dir",
            description = "Where the state is kept over restarts; default in memory only.")
    @Nullable Path dataDir;

    @Option(names = "--webhook-url", description = "Who is told of payments; default nobody.")
    @Nullable URI webhookUrl;

    @Option(
            names = "--webhook-minute",
            description =
                    "How long the provider's minute lasts, e.g. 100ms; webhooks are repeated after"
                            + " 1, 4, 16, … of it. Default ${DEFAULT-VALUE}.")
    String webhookMinute = "1m";

    @Option(
            names = "--payments-max",
            description =
                    "How many payments are remembered, about 3 KB each; default ${DEFAULT-VALUE}.")
    int paymentsMax = 50_000;

    @Option(
            names = "--return-to",
            description =
                    "Origin that people may be sent back to, e.g. https://shop.example; may be given"
                            + " several times. Default pages on the same host only.")
    List<String> returnTo = new ArrayList<>();

    @Mixin SettingsOptions settings = new SettingsOptions();

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        Check.range("--payments-max", paymentsMax, 1, 10_000_000);
        PortOneSettings known = Settings.load(settings.asProperties()).get(PortOneSettings.class);
        Options options =
                Options.of(
                                or(known.secret().value(), "simulator-secret"),
                                or(known.storeId(), "store-simulator"),
                                or(known.channelKey(), "channel-key-simulator"),
                                known.webhookSecrets().isEmpty()
                                        ? "whsec_c2ltdWxhdG9yLXdlYmhvb2stc2VjcmV0"
                                        : known.webhookSecrets().getFirst().value())
                        .withAddress(host, port)
                        .withDirectory(dataDir)
                        .withWebhooks(webhookUrl, minute())
                        .withMemory(paymentsMax, 2 * paymentsMax);
        PortOneSimulator simulator = start(options);
        returnTo.forEach(simulator::allowReturnsTo);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    simulator.close();
                                    stopped.countDown();
                                },
                                "stop"));
        PrintWriter out = spec.commandLine().getOut();
        out.println("The PortOne simulator is ready at " + simulator.url());
        out.flush();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration minute() {
        try {
            return DurationStyle.detectAndParse(webhookMinute);
        } catch (IllegalArgumentException e) {
            throw new StartFailure("--webhook-minute must be like 100ms, 2s or 1m.", e);
        }
    }

    private static PortOneSimulator start(Options options) {
        try {
            return PortOneSimulator.start(options);
        } catch (UncheckedIOException e) {
            throw new StartFailure(
                    "The simulator cannot start: " + e.getMessage() + " (" + e.getCause() + ").",
                    e);
        }
    }

    private static String or(String given, String otherwise) {
        return given.isEmpty() ? otherwise : given;
    }
}
