package onsale.app;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints every setting as it is in force and where it comes from. */
@Command(
        name = "config",
        description = "Prints all effective settings with their source; secrets are hidden.",
        mixinStandardHelpOptions = true)
final class ConfigCommand implements Runnable {

    @Mixin SettingsOptions options = new SettingsOptions();

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        for (Settings.Effective setting : Settings.load(options.asProperties()).effective()) {
            out.printf(
                    "%-40s %-24s %s%n",
                    setting.name(),
                    setting.value().isEmpty() ? "(none)" : setting.value(),
                    setting.source());
        }
        out.flush();
    }
}
