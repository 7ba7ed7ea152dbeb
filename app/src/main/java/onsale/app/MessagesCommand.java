package onsale.app;

import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import onsale.ops.OperatorMessages;
import onsale.ops.OperatorMessages.DeadLetter;
import onsale.ops.OpsModule;
import onsale.platform.StartFailure;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Messages between contexts, for whoever runs the platform. */
@Command(
        name = "messages",
        description = {
            "Looks at messages that were given up, and has messages told again.",
            "Of which platform: the settings, as for serve (--config, --set); that of a data"
                    + " directory with --config=data/addresses.properties."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            MessagesCommand.Dead.class,
            MessagesCommand.Redrive.class,
            MessagesCommand.Republish.class
        })
final class MessagesCommand implements Runnable {

    private static final int LISTED_MAX = 1_000;

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what: dead, redrive or republish.");
    }

    private static <T> T with(SettingsOptions options, Function<OperatorMessages, T> work) {
        Settings settings = Settings.load(options.asProperties());
        PostgresSettings postgres = settings.get(PostgresSettings.class);
        if (postgres.url().isEmpty()) {
            throw new StartFailure(
                    "Of which platform? Give onsale.postgres.url and onsale.secret with --config or --set.");
        }
        Databases databases = new Databases(postgres, settings.get(ServerSettings.class).secret());
        try (Database database = databases.open(OpsModule.SCHEMA)) {
            return work.apply(new OperatorMessages(database));
        }
    }

    @Command(
            name = "dead",
            description = "Lists messages that were given up, the oldest first.",
            mixinStandardHelpOptions = true)
    static final class Dead implements Callable<Integer> {

        @Mixin SettingsOptions settings = new SettingsOptions();

        @Spec CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            List<DeadLetter> dead = with(settings, messages -> messages.deadLetters(LISTED_MAX));
            PrintWriter out = spec.commandLine().getOut();
            for (DeadLetter letter : dead) {
                out.printf(
                        "%s %s %s %s %s %s%s: %s%n",
                        letter.id(),
                        letter.deadAt(),
                        letter.kind(),
                        letter.consumer() == null ? letter.service() : letter.consumer(),
                        letter.topic(),
                        letter.type(),
                        letter.redriveAsked() ? " (asked for)" : "",
                        letter.error().lines().findFirst().orElse(""));
            }
            out.println(dead.size() + " dead letters.");
            out.flush();
            return 0;
        }
    }

    @Command(
            name = "redrive",
            description = "Has dead letters sent or handled again, by running nodes.",
            mixinStandardHelpOptions = true)
    static final class Redrive implements Callable<Integer> {

        /** Exactly one of them. */
        static final class Which {
            @Option(names = "--id", description = "One dead letter.", required = true)
            @Nullable UUID id;

            @Option(names = "--all", description = "All of them.", required = true)
            boolean all;
        }

        @ArgGroup(multiplicity = "1")
        Which which = new Which();

        @Mixin SettingsOptions settings = new SettingsOptions();

        @Spec CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            @Nullable UUID id = which.id;
            long asked =
                    with(
                            settings,
                            messages ->
                                    id == null
                                            ? messages.redriveAll()
                                            : messages.redrive(List.of(id)));
            spec.commandLine().getOut().println(asked + " dead letters are tried again.");
            if (id != null && asked == 0) {
                throw new StartFailure("There is no dead letter " + id + ".");
            }
            return 0;
        }
    }

    @Command(
            name = "republish",
            description = {
                "Tells messages again that were recorded since a time.",
                "Safe to repeat: consumers drop what they have had. Needed only if Kafka has lost"
                        + " messages and nodes have not noticed by themselves."
            },
            mixinStandardHelpOptions = true)
    static final class Republish implements Callable<Integer> {

        @Option(
                names = "--since",
                required = true,
                paramLabel = "TIME",
                description = "Such as 2026-05-01T20:00:00+09:00, or how long ago, such as PT2H.")
        String since = "";

        @Mixin SettingsOptions settings = new SettingsOptions();

        @Spec CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            Instant from = parse();
            long count = with(settings, messages -> messages.republish(from));
            spec.commandLine().getOut().println(count + " messages are told again.");
            return 0;
        }

        private Instant parse() {
            try {
                return since.startsWith("P")
                        ? Instant.now().minus(Duration.parse(since))
                        : OffsetDateTime.parse(since).toInstant();
            } catch (DateTimeException e) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--since is a time with its zone, such as 2026-05-01T20:00:00+09:00, or a duration, such as PT2H.");
            }
        }
    }
}
