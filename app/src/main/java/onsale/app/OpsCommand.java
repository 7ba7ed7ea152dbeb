package onsale.app;

import java.util.concurrent.Callable;
import onsale.ops.IntegrityReport;
import onsale.platform.StartFailure;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import org.springframework.dao.DataAccessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tools for operators. */
@Command(
        name = "ops",
        description = "Tools for operators.",
        mixinStandardHelpOptions = true,
        subcommands = {OpsCommand.Check.class, DoctorCommand.class})
final class OpsCommand implements Runnable {

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: check or doctor.");
    }

    @Command(
            name = "check",
            description = {
                "Runs every integrity check on the rows of a platform and prints what it found.",
                "Give its addresses with --config; those of an embedded one are in"
                        + " addresses.properties of its data directory. Exit code 1 is an alarm."
            },
            mixinStandardHelpOptions = true)
    static final class Check implements Callable<Integer> {

        @Mixin SettingsOptions settings = new SettingsOptions();

        @Spec CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            Settings known = Settings.load(settings.asProperties());
            PostgresSettings postgres = known.get(PostgresSettings.class);
            if (postgres.url().isEmpty()) {
                throw new StartFailure(
                        "There is nothing to look at: give onsale.postgres.* and onsale.secret with --config or --set.");
            }
            Databases databases = new Databases(postgres, known.get(ServerSettings.class).secret());
            try (Database reader = databases.reader()) {
                return IntegrityReport.print(reader, spec.commandLine().getOut()) ? 0 : 1;
            } catch (DataAccessException e) {
                throw new StartFailure("The checks cannot look: " + e.getMessage(), e);
            }
        }
    }
}
