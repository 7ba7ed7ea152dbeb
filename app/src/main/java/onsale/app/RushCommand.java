package onsale.app;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import onsale.checker.CannotLook;
import onsale.checker.CheckResult;
import onsale.checker.Checker;
import onsale.checker.Evidence;
import onsale.checker.Sources;
import onsale.platform.StartFailure;
import onsale.platform.db.PostgresSettings;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.RedisSettings;
import onsale.rush.Result;
import onsale.rush.Rush;
import onsale.rush.RushOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Rehearses an on-sale. Exit codes: 0 the result is clean, 1 it is not or there is none, 2 wrong
 * usage.
 */
@Command(
        name = "rush",
        description = {
            "Plays an on-sale with simulated fans, breaks things if asked, and judges what is left.",
            "Without a target it starts a platform of its own, which is gone afterwards. A target"
                    + " needs onsale.rehearsal.enabled, an administrator, a simulated provider"
                    + " (onsale.portone.*) and, to be checked, the addresses of its stores (--config)."
        },
        mixinStandardHelpOptions = true,
        subcommands = RushCommand.CheckCommand.class)
final class RushCommand implements Callable<Integer> {

    private static final String PASSWORD = "ONSALE_ADMIN_PASSWORD";
    private static final int NOT_CLEAN = 1;
    private static final int FANS_MAX = 100_000;
    private static final int NODES_MAX = 10;
    private static final int ROUNDS_MAX = 1_000;

    @Option(names = "--fans", description = "How many come; default ${DEFAULT-VALUE}.")
    int fans = 2_000;

    @Option(
            names = "--schedule",
            paramLabel = "ID",
            description = "What they come for; default a hall made for it.")
    @Nullable String schedule;

    @Option(
            names = "--hall",
            description =
                    "The hall made for it: theatre (1,210 seats) or arena (15,000); default ${DEFAULT-VALUE}.")
    String hall = "theatre";

    @Option(names = "--queued", description = "The hall made for it has a waiting room.")
    boolean queued;

    @Option(names = "--target", paramLabel = "URL", description = "A system that runs already.")
    @Nullable URI target;

    @Option(
            names = "--admin",
            paramLabel = "EMAIL",
            description =
                    "An administrator of the target; the password is read from " + PASSWORD + ".")
    String admin = "";

    @Option(
            names = "--profile",
            description =
                    "How they behave: evening, quick, restless, waiting or a file; default ${DEFAULT-VALUE}.")
    String profile = "evening";

    @Option(
            names = "--chaos",
            description = {
                "What breaks: none, everything, random, loss, or a list such as",
                "\"10s kill redis 2s, 20s pause node2 5s, 30s flush redis 0s\"; default ${DEFAULT-VALUE}."
            })
    String chaos = "none";

    @Option(
            names = "--seed",
            description = "For the same rehearsal again; default ${DEFAULT-VALUE}.")
    long seed = 1;

    @Option(
            names = "--rounds",
            description =
                    "How often, each time with the next seed, on the same platform; default ${DEFAULT-VALUE}.")
    int rounds = 1;

    @Option(names = "--report", paramLabel = "DIR", description = "Default ./rush-report.")
    Path report = Path.of("rush-report");

    @Option(
            names = "--nodes",
            description = "Processes of our own platform; default ${DEFAULT-VALUE}.")
    int nodes = 1;

    @Option(
            names = "--settle",
            paramLabel = "DURATION",
            description =
                    "How long to look again while not all is well; default ${DEFAULT-VALUE} (ISO 8601).")
    Duration settle = Duration.ofMinutes(3);

    @Mixin SettingsOptions settings = new SettingsOptions();

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        if (fans < 1
                || fans > FANS_MAX
                || nodes < 1
                || nodes > NODES_MAX
                || rounds < 1
                || rounds > ROUNDS_MAX
                || settle.isNegative()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--fans is from 1 to %,d, --nodes from 1 to %d, --rounds from 1 to %d, --settle not negative."
                            .formatted(FANS_MAX, NODES_MAX, ROUNDS_MAX));
        }
        PrintWriter out = spec.commandLine().getOut();
        List<Result> results =
                new Rush(
                                new RushOptions(
                                        fans,
                                        schedule,
                                        hall,
                                        queued,
                                        target == null ? null : target(target),
                                        profile,
                                        chaos,
                                        seed,
                                        rounds,
                                        settle,
                                        report,
                                        nodes,
                                        Path.of(
                                                System.getProperty("java.io.tmpdir"),
                                                "onsale-servers"),
                                        List.of(),
                                        target == null ? settings.given : Map.of()),
                                out)
                        .run();
        out.println(rounds == 1 ? results.getFirst().summary() : Result.together(results));
        out.println("The report: " + report.toAbsolutePath());
        out.flush();
        return results.stream().allMatch(Result::isClean) ? 0 : NOT_CLEAN;
    }

    private RushOptions.Target target(URI url) {
        Settings known = Settings.load(settings.asProperties());
        PortOneSettings provider = known.get(PortOneSettings.class);
        @Nullable String password = System.getenv(PASSWORD);
        if (schedule == null || admin.isEmpty() || password == null || !provider.isConfigured()) {
            throw new StartFailure(
                    "A target needs --schedule, --admin, the password in %s and the settings onsale.portone.*."
                            .formatted(PASSWORD));
        }
        return new RushOptions.Target(
                url,
                admin,
                password,
                URI.create(provider.apiUrl()),
                provider.secret().value(),
                known.get(PostgresSettings.class).url().isEmpty() ? null : sources(known));
    }

    static Sources sources(Settings known) {
        PostgresSettings postgres = known.get(PostgresSettings.class);
        RedisSettings redis = known.get(RedisSettings.class);
        KafkaSettings kafka = known.get(KafkaSettings.class);
        PortOneSettings provider = known.get(PortOneSettings.class);
        if (postgres.url().isEmpty()) {
            throw new StartFailure(
                    "There is nothing to look at: give onsale.postgres.* and, if they are to be looked at, onsale.redis.url, onsale.kafka.bootstrap-servers and onsale.portone.* with --config or --set.");
        }
        return new Sources(
                postgres.url(),
                postgres.adminUser(),
                postgres.adminPassword().value(),
                redis.url().isEmpty() ? null : redis.url().value(),
                kafka.bootstrapServers().isEmpty() ? null : kafka.bootstrapServers(),
                kafka.client(),
                kafka.topicPrefix(),
                provider.isConfigured() ? provider.apiUrl() : null,
                provider.secret().value());
    }

    /** The checker alone. */
    @Command(
            name = "check",
            description = {
                "Looks at a system at rest and says what must not be.",
                "Which system: the settings, as for serve (--config, --set)."
            },
            mixinStandardHelpOptions = true)
    static final class CheckCommand implements Callable<Integer> {

        @Mixin SettingsOptions settings = new SettingsOptions();

        @Spec CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            Sources sources = sources(Settings.load(settings.asProperties()));
            CheckResult result;
            try {
                result = new Checker(sources, new Evidence()).check();
            } catch (CannotLook e) {
                throw new StartFailure("The checker cannot look: " + e.getMessage(), e);
            }
            PrintWriter out = spec.commandLine().getOut();
            out.print(result);
            out.println(result.isClean() ? "Clean." : "Not clean.");
            out.flush();
            return result.isClean() ? 0 : NOT_CLEAN;
        }
    }
}
