package onsale.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import onsale.platform.db.Database;

/** Runs the integrity checks on the tables alone, without any code of the context. */
public final class Checker {

    private static final Path CHECKS = Path.of("src/main/resources/onsale/reservation/checks");

    private Checker() {}

    /** Rows that must not exist, by the name of the check. */
    public static Map<String, List<Map<String, Object>>> findings(Database database) {
        Map<String, List<Map<String, Object>>> findings = new TreeMap<>();
        try (Stream<Path> checks = Files.list(CHECKS)) {
            for (Path check : checks.sorted().toList()) {
                List<Map<String, Object>> rows =
                        database.sql().sql(Files.readString(check)).query().listOfRows();
                if (!rows.isEmpty()) {
                    findings.put(check.getFileName().toString(), rows);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return findings;
    }

    public static void check(Database database) {
        assertThat(findings(database)).isEmpty();
    }
}
