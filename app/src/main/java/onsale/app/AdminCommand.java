package onsale.app;

import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.Function;
import onsale.platform.StartFailure;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.settings.Secret;
import onsale.user.UserModule;
import onsale.user.UserSettings;
import onsale.user.admin.Administrators;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Makes and unmakes administrators at the database itself: the first one has nobody to ask. Exit
 * codes: 0 done, 1 not done with a sentence why, 2 wrong usage.
 */
@Command(
        name = "admin",
        description = {
            "Makes and unmakes administrators, operators and organisers.",
            "On the database of the settings (--config, --set), or on the embedded one of a data"
                    + " directory, whether a process uses it at the moment or not."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            AdminCommand.Create.class,
            AdminCommand.Grant.class,
            AdminCommand.Revoke.class
        })
final class AdminCommand implements Runnable {

    private static final String PASSWORD = "ONSALE_ADMIN_PASSWORD";

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
    }

    /** The role to give. */
    static final class RoleOption {

        @Option(
                names = "--role",
                description = "ORGANISER, OPERATOR or ADMIN; default ${DEFAULT-VALUE}.")
        String role = CurrentUser.ADMIN;
    }

    /** What all of them need. */
    abstract static class OnDatabase implements Callable<Integer> {

        @Parameters(paramLabel = "EMAIL", description = "Whose account.")
        String email = "";

        @Option(names = "--data-dir", description = "Of the embedded database; default ./data.")
        @Nullable Path dataDir;

        @Mixin SettingsOptions options = new SettingsOptions();

        @Spec CommandSpec spec = CommandSpec.create();

        abstract Administrators.Outcome run(Administrators administrators);

        @Override
        public final Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            String said =
                    switch (withAdministrators(this::run)) {
                        case Administrators.Outcome.Done done -> done.sentence();
                        case Administrators.Outcome.Refused refused ->
                                throw new StartFailure(refused.sentence());
                    };
            out.println(said);
            out.flush();
            return 0;
        }

        private Administrators.Outcome withAdministrators(
                Function<Administrators, Administrators.Outcome> work) {
            return OwnDatabase.with(
                    options.asProperties(), dataDir, settings -> on(settings, work));
        }

        private static Administrators.Outcome on(
                Settings settings, Function<Administrators, Administrators.Outcome> work) {
            Secret secret = settings.get(ServerSettings.class).secret();
            Databases databases = new Databases(settings.get(PostgresSettings.class), secret);
            try {
                databases.bootstrap(java.util.List.of(UserModule.SCHEMA));
                try (Administrators administrators =
                        Administrators.open(databases, settings.get(UserSettings.class), secret)) {
                    return work.apply(administrators);
                }
            } catch (RuntimeException e) {
                throw StartFailures.explain(e);
            }
        }
    }

    /** A new account. */
    @Command(
            name = "create",
            description = {
                "Makes a new account with a role.",
                "The password is read from "
                        + PASSWORD
                        + " or asked for; where nobody can be asked one is made up and printed once."
            },
            mixinStandardHelpOptions = true)
    static final class Create extends OnDatabase {

        @Option(names = "--name", description = "Of the person; default the e-mail.")
        String name = "";

        @Mixin RoleOption wanted = new RoleOption();

        @Override
        Administrators.Outcome run(Administrators administrators) {
            @Nullable String password = password();
            String shown = name.isBlank() ? email : name.strip();
            return password == null
                    ? administrators.createWithNewPassword(email, shown, wanted.role)
                    : administrators.create(email, shown, password, wanted.role);
        }

        /** Null if one is to be made up. */
        private static @Nullable String password() {
            @Nullable String given = System.getenv(PASSWORD);
            @Nullable Console console = System.console();
            if (given != null || console == null || !console.isTerminal()) {
                return given;
            }
            char[] first = console.readPassword("Password (empty for one made up): ");
            if (first == null || first.length == 0) {
                return null;
            }
            char[] second = console.readPassword("The same again: ");
            if (!Arrays.equals(first, second)) {
                throw new StartFailure("The two passwords differ: try again.");
            }
            return new String(first);
        }
    }

    /** An account that exists gets a role. */
    @Command(
            name = "grant",
            description = "Gives the account a role and ends its sessions.",
            mixinStandardHelpOptions = true)
    static final class Grant extends OnDatabase {

        @Mixin RoleOption wanted = new RoleOption();

        @Override
        Administrators.Outcome run(Administrators administrators) {
            return administrators.grant(email, wanted.role);
        }
    }

    /** A member of staff becomes a user like any other. */
    @Command(
            name = "revoke",
            description = "Takes the role from the account and ends its sessions.",
            mixinStandardHelpOptions = true)
    static final class Revoke extends OnDatabase {
        @Override
        Administrators.Outcome run(Administrators administrators) {
            return administrators.revoke(email);
        }
    }
}
