package onsale.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import onsale.platform.StartFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * The command line. Exit codes: 0 done, 1 failed with a sentence why, 2 wrong usage, 3 an embedded
 * server could not be kept running.
 */
@Command(
        name = "onsale",
        description = "Sells reserved seats when far more people come than there are seats.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {
            ServeCommand.class,
            ServersCommand.class,
            SimulatorCommand.class,
            RushCommand.class,
            OpsCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            MessagesCommand.class,
            ConfigCommand.class,
            ImportCommand.class,
            AdminCommand.class,
            KeysCommand.class
        })
public final class Main {

    private static final int FAILED = 1;
    private static final int SERVERS_DIE = 3;

    private Main() {}

    public static void main(String[] args) {
        // The framework looks for files of this name; see Settings for who overrides whom.
        System.setProperty("spring.config.name", "onsale");
        quietUntilLoggingIsConfigured();
        CommandLine commandLine = new CommandLine(new Main());
        commandLine.setExecutionExceptionHandler((exception, line, parsed) -> {
            if (!(exception instanceof StartFailure)) {
                throw exception;
            }
            line.getErr().println(exception.getMessage());
            return FAILED;
        });
        int status = args.length == 0 ? usage(commandLine) : commandLine.execute(args);
        if (status != 0) {
            System.exit(status);
        }
    }

    /** Ends the process because it cannot go on; everything is stopped in order meanwhile. */
    static void giveUp(String sentence) {
        System.err.println(sentence);
        Thread.ofPlatform().name("give-up").start(() -> System.exit(SERVERS_DIE));
    }

    /** Before the framework reads its settings the logging library would print everything. */
    private static void quietUntilLoggingIsConfigured() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            logback.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.ERROR);
        }
    }

    private static int usage(CommandLine commandLine) {
        commandLine.usage(System.err);
        return CommandLine.ExitCode.USAGE;
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws Exception {
            var properties = new java.util.Properties();
            try (var in = Main.class.getResourceAsStream("/META-INF/build-info.properties")) {
                if (in != null) {
                    properties.load(in);
                }
            }
            return new String[] {
                "onsale " + properties.getProperty("build.version", "(not built)")
            };
        }
    }
}
