package onsale.catalog.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import onsale.catalog.transfer.DynamoFile.Item;
import onsale.catalog.transfer.ImportPlan.BadRow;
import onsale.platform.StartFailure;

/** The files of an export, told apart by the table in their names, such as KDT-PLDR-venues.json. */
final class MegaTicketFiles {

    /** The four tables, in the order in which their rows refer to each other. */
    enum Table {
        VENUES,
        PERFORMANCES,
        SCHEDULES,
        RESERVATIONS
    }

    private static final int FILES_MAX = 1_000;
    private static final int DEPTH_MAX = 4;

    private final List<Path> files;

    private MegaTicketFiles(List<Path> files) {
        this.files = files;
    }

    static MegaTicketFiles in(Path directory) {
        try (Stream<Path> all = Files.walk(directory, DEPTH_MAX)) {
            List<Path> files =
                    all.filter(Files::isRegularFile)
                            .filter(file -> name(file).matches(".*\\.json(\\.gz)?"))
                            .sorted()
                            .limit(FILES_MAX)
                            .toList();
            MegaTicketFiles found = new MegaTicketFiles(files);
            for (Table table : List.of(Table.VENUES, Table.PERFORMANCES, Table.SCHEDULES)) {
                if (found.of(table).isEmpty()) {
                    throw new StartFailure(
                            "There is no file of the table %s in %s: its name must contain %s and end with .json or .json.gz."
                                    .formatted(word(table), directory, word(table)));
                }
            }
            return found;
        } catch (IOException e) {
            throw new StartFailure("Cannot read %s: %s".formatted(directory, e.getMessage()));
        }
    }

    void read(Table table, Consumer<Item> items, Consumer<BadRow> badRows) {
        for (Path file : of(table)) {
            try {
                DynamoFile.read(file, items, badRows);
            } catch (IOException e) {
                badRows.accept(new BadRow(name(file), 1, "cannot be read: " + e.getMessage()));
            }
        }
    }

    private List<Path> of(Table table) {
        List<Path> found = new ArrayList<>(files);
        found.removeIf(file -> !name(file).contains(word(table)));
        return found;
    }

    private static String word(Table table) {
        return table.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
