package onsale.app;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import onsale.platform.StartFailure;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.settings.Secret;
import onsale.user.UserModule;
import onsale.user.UserSettings;
import onsale.user.admin.RotateKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Rotates keys without a pause: the new key is known everywhere before it is used, and the old one
 * is kept for as long as something of it lives. Keys of the configuration are printed as the two
 * values to roll out one after the other.
 */
@Command(
        name = "keys",
        description = "Rotates keys while the platform runs.",
        mixinStandardHelpOptions = true,
        subcommands = KeysCommand.Rotate.class)
final class KeysCommand implements Runnable {

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
    }

    /** One kind of key each. */
    @Command(
            name = "rotate",
            description = "Makes the next key of a kind.",
            mixinStandardHelpOptions = true,
            subcommands = {Signing.class, Data.class, Pass.class})
    static final class Rotate implements Runnable {

        @Spec CommandSpec spec = CommandSpec.create();

        @Override
        public void run() {
            spec.commandLine().usage(spec.commandLine().getErr());
        }
    }

    /** What all of them need. */
    abstract static class WithSettings implements Callable<Integer> {

        @Mixin SettingsOptions options = new SettingsOptions();

        @Spec CommandSpec spec = CommandSpec.create();

        abstract String rotate(Settings settings, Secret secret);

        @Override
        public final Integer call() {
            Settings settings = Settings.load(options.asProperties());
            PrintWriter out = spec.commandLine().getOut();
            out.println(rotate(settings, settings.get(ServerSettings.class).secret()));
            out.flush();
            return 0;
        }
    }

    /** The key of access tokens, which is in the database. */
    @Command(
            name = "signing",
            description = "The key of access tokens; it is published at once and signs later.",
            mixinStandardHelpOptions = true)
    static final class Signing extends WithSettings {

        private static final Duration IN_MIN = Duration.ofMinutes(2);

        @Option(
                names = "--in",
                description = "When it begins to sign, at least PT2M; default ${DEFAULT-VALUE}.")
        Duration signsIn = Duration.ofMinutes(15);

        @Override
        String rotate(Settings settings, Secret secret) {
            if (signsIn.compareTo(IN_MIN) < 0) {
                throw new StartFailure(
                        "--in must be at least two minutes: every node reads the new key before it signs.");
            }
            if (settings.get(PostgresSettings.class).url().isEmpty()) {
                throw new StartFailure("Give the settings of the database with --config or --set.");
            }
            UserSettings user = settings.get(UserSettings.class);
            try (Database database =
                    new Databases(settings.get(PostgresSettings.class), secret)
                            .open(UserModule.SCHEMA)) {
                return new RotateKeys(user, secret).signing(database, signsIn)
                        ? "The next key is published and signs in %s. The present one is deleted when its last token has ended."
                                .formatted(signsIn)
                        : "Another key was made at the same moment; it is the next one.";
            } catch (RuntimeException e) {
                throw StartFailures.explain(e);
            }
        }
    }

    /** The key of personal data, which is in the configuration. */
    @Command(
            name = "data",
            description = "The key of personal data: prints the keysets to configure.",
            mixinStandardHelpOptions = true)
    static final class Data extends WithSettings {
        @Override
        String rotate(Settings settings, Secret secret) {
            RotateKeys.DataKeysets rotation =
                    new RotateKeys(settings.get(UserSettings.class), secret).data();
            return """
            1. Set this on every node, one after the other: each can read what the new key encrypts.
            onsale.user.data-keyset: %s
            2. Then set this on every node: the new key encrypts, and a job encrypts all rows anew.
            onsale.user.data-keyset: %s
            Remove older keys from the keyset only when no row of users has another data_key.\
            """
                    .formatted(rotation.known().value(), rotation.primary().value());
        }
    }

    /** The key of passes, which is in the configuration. */
    @Command(
            name = "pass",
            description = "The key of signed passes: prints the lists to configure.",
            mixinStandardHelpOptions = true)
    static final class Pass extends WithSettings {
        @Override
        String rotate(Settings settings, Secret secret) {
            PassKeys.Rotation rotation = PassKeys.rotate(settings.get(PassSettings.class));
            return """
            1. Set this on every node, one after the other: each believes passes of the new key.
            onsale.passes.keys: %s
            2. Then set this on every node: the new key signs.
            onsale.passes.keys: %s
            Remove the older keys a day later, when the last of their passes has expired.\
            """
                    .formatted(list(rotation.known()), list(rotation.first()));
        }

        private static String list(List<Secret> keys) {
            return keys.stream().map(Secret::value).collect(Collectors.joining(","));
        }
    }
}
