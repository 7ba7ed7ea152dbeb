package onsale.rush;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the report of a rehearsal: one self-contained HTML file, and the same numbers as JSON. */
final class Report {

    private Report() {}

    static void write(Result result, Path directory) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("report.html"), ReportPage.html(result));
            Files.writeString(directory.resolve("report.json"), ReportJson.json(result));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
