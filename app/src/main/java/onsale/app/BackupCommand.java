package onsale.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import onsale.platform.StartFailure;
import onsale.platform.embedded.Backup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Copies the data of a platform that runs on embedded servers, while it runs. */
@Command(
        name = "backup",
        description = {
            "Copies a data directory, consistently, while the platform runs on it.",
            "The copy has the secret of the platform: keep it where you would keep that."
        },
        mixinStandardHelpOptions = true)
final class BackupCommand implements Runnable {

    @Parameters(paramLabel = "DIRECTORY", description = "Where the copy goes; must not exist yet.")
    Path target = Path.of("backup");

    @Option(names = "--data-dir", description = "What is copied; default ./data.")
    Path dataDir = Path.of("data");

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        Properties addresses = new Properties();
        Path file = dataDir.resolve(EmbeddedSettings.FILE);
        try (var reader = Files.newBufferedReader(file)) {
            addresses.load(reader);
        } catch (IOException e) {
            throw new StartFailure(
                    "%s cannot be read: does a platform run on %s?".formatted(file, dataDir), e);
        }
        Backup.Made made =
                Backup.make(
                        dataDir,
                        target,
                        required(addresses, "onsale.postgres.url"),
                        required(addresses, "onsale.postgres.admin-user"),
                        required(addresses, "onsale.postgres.admin-password"));
        spec.commandLine()
                .getOut()
                .printf(
                        "%s has %,d files, %,d MiB. Restore it with: onsale restore %s --data-dir=NEW%n",
                        target, made.files(), made.bytes() >> 20, target);
        spec.commandLine().getOut().flush();
    }

    private static String required(Properties addresses, String name) {
        String value = addresses.getProperty(name, "");
        if (value.isEmpty()) {
            throw new StartFailure(
                    "This platform has a PostgreSQL of its own: back it up with its own tools, such as pg_basebackup.");
        }
        return value;
    }
}
