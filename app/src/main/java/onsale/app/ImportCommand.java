package onsale.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import onsale.catalog.CatalogImports;
import onsale.catalog.CatalogModule;
import onsale.catalog.CatalogSettings;
import onsale.catalog.transfer.ImportPlan;
import onsale.catalog.transfer.ImportShows.Outcome;
import onsale.catalog.transfer.ImportShows.Rollback;
import onsale.catalog.transfer.PlanMegaTicket;
import onsale.platform.CalendarSettings;
import onsale.platform.StartFailure;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeySettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Brings shows in from another system. Without {@code --execute} it only tells what it would do.
 * Exit codes: 0 done, 1 not done with a sentence why, 2 wrong usage.
 */
@Command(
        name = "import",
        description = "Brings shows in from another system.",
        mixinStandardHelpOptions = true,
        subcommands = ImportCommand.MegaTicket.class)
final class ImportCommand implements Runnable {

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
    }

    /** An export of DynamoDB tables. */
    @Command(
            name = "megaticket",
            description = {
                "Imports venues, performances and schedules from DynamoDB exports as JSON, one file"
                        + " or more for each table, named by it (…venues….json, also .gz).",
                "Reads and checks all files, reservations too, and prints the plan; --execute"
                        + " carries it out in one transaction. What comes is in preparation until"
                        + " an organiser opens it. The same rows never come twice.",
                "--rollback tells what undoing the newest import would delete, and deletes it with"
                        + " --execute."
            },
            mixinStandardHelpOptions = true)
    static final class MegaTicket implements Callable<Integer> {

        private static final int BAD_ROWS_SHOWN = 50;
        private static final int NOTES_SHOWN = 20;

        @Parameters(paramLabel = "DIRECTORY", description = "With the files.")
        Path directory = Path.of(".");

        @Option(names = "--execute", description = "Do it, instead of telling what would be done.")
        boolean execute;

        @Option(names = "--rollback", description = "Undo the newest import.")
        boolean rollback;

        @Option(
                names = "--without-reservations",
                description = "Import the shows although seats of theirs are sold at the source.")
        boolean withoutReservations;

        @Option(names = "--data-dir", description = "Of the embedded database; default ./data.")
        @Nullable Path dataDir;

        @Mixin SettingsOptions options = new SettingsOptions();

        @Spec CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            if (rollback) {
                OwnDatabase.with(options.asProperties(), dataDir, settings -> undo(settings, out));
            } else {
                Settings offline = Settings.load(options.asProperties());
                ImportPlan plan =
                        PlanMegaTicket.read(directory, offline.get(CalendarSettings.class).zone());
                print(plan, out);
                if (!plan.badRows().isEmpty()) {
                    out.flush();
                    throw new StartFailure(
                            "%d rows are wrong, so nothing is imported."
                                    .formatted(plan.badRows().size()));
                }
                if (execute) {
                    OwnDatabase.with(
                            options.asProperties(), dataDir, settings -> run(settings, plan, out));
                } else {
                    out.println("Nothing was changed. --execute does it.");
                }
            }
            out.flush();
            return 0;
        }

        private static void print(ImportPlan plan, PrintWriter out) {
            plan.badRows().stream().limit(BAD_ROWS_SHOWN).forEach(out::println);
            if (plan.badRows().size() > BAD_ROWS_SHOWN) {
                out.println("… and %d more".formatted(plan.badRows().size() - BAD_ROWS_SHOWN));
            }
            plan.notes().stream().limit(NOTES_SHOWN).forEach(note -> out.println("Note: " + note));
            out.println(
                    "%d venues, %d performances, %d schedules"
                            .formatted(
                                    plan.venues().size(),
                                    plan.events().size(),
                                    plan.schedules().size()));
            out.println(
                    "%d reservations with %d sold seats, %d held and %d cancelled seats: checked, not imported"
                            .formatted(
                                    plan.sold().reservations(),
                                    plan.sold().seats(),
                                    plan.sold().holds(),
                                    plan.sold().cancelled()));
        }

        private boolean run(Settings settings, ImportPlan plan, PrintWriter out) {
            try (CatalogImports imports = open(settings)) {
                out.println(
                        switch (imports.shows().run(plan, withoutReservations)) {
                            case Outcome.Imported made ->
                                    "Import %s: %d venues, %d events, %d schedules; %d rows were there."
                                            .formatted(
                                                    made.id(),
                                                    made.venues(),
                                                    made.events(),
                                                    made.schedules(),
                                                    made.known());
                            case Outcome.NothingNew nothing ->
                                    "All %d rows were there already.".formatted(nothing.known());
                            case Outcome.Refused refused ->
                                    throw new StartFailure(refused.sentence());
                        });
                return true;
            }
        }

        private boolean undo(Settings settings, PrintWriter out) {
            try (CatalogImports imports = open(settings)) {
                Optional<Rollback> found = imports.shows().rollBack(PlanMegaTicket.SOURCE, execute);
                if (found.isEmpty()) {
                    throw new StartFailure("There is no import to undo.");
                }
                Rollback undone = found.get();
                if (!undone.inUse().isEmpty()) {
                    undone.inUse().forEach(out::println);
                    out.flush();
                    throw new StartFailure(
                            "Import %s is in use, so nothing is deleted.".formatted(undone.id()));
                }
                out.println(
                        "Import %s: %s %s. %s"
                                .formatted(
                                        undone.id(),
                                        undone.rows(),
                                        execute ? "deleted" : "to delete",
                                        execute ? "" : "--execute does it.")
                                .strip());
                return true;
            }
        }

        private static CatalogImports open(Settings settings) {
            Secret secret = settings.get(ServerSettings.class).secret();
            Databases databases = new Databases(settings.get(PostgresSettings.class), secret);
            try {
                databases.bootstrap(List.of(CatalogModule.SCHEMA));
                return CatalogImports.open(
                        databases,
                        settings.get(CatalogSettings.class),
                        settings.get(CalendarSettings.class),
                        MessageKeys.of(
                                settings.get(MessageKeySettings.class),
                                secret,
                                settings.get(KafkaSettings.class).topicPrefix(),
                                Clock.systemUTC()));
            } catch (RuntimeException e) {
                throw StartFailures.explain(e);
            }
        }
    }
}
