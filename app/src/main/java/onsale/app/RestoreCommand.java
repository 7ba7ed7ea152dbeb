package onsale.app;

import java.nio.file.Path;
import onsale.platform.embedded.Restore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a data directory from a backup. */
@Command(
        name = "restore",
        description = {
            "Makes a new data directory from a backup, after checking every file.",
            "The platform that starts on it has what was committed when the backup ended."
        },
        mixinStandardHelpOptions = true)
final class RestoreCommand implements Runnable {

    @Parameters(paramLabel = "DIRECTORY", description = "The backup.")
    Path backup = Path.of("backup");

    @Option(
            names = "--data-dir",
            required = true,
            description = "The new data directory; must not exist yet, or be empty.")
    Path dataDir = Path.of("data");

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        int files = Restore.run(backup, dataDir);
        spec.commandLine()
                .getOut()
                .printf(
                        "%,d files are restored. Start it with: onsale serve --data-dir=%s%n",
                        files, dataDir);
        spec.commandLine().getOut().flush();
    }
}
