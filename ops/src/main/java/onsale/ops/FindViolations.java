package onsale.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import onsale.platform.db.Database;
import onsale.platform.integrity.Probe;
import onsale.platform.integrity.Probe.Finding;

/** Runs a check with a role that can read all tables and write none. */
final class FindViolations {

    /** Rows beyond this number are not counted: it is an alarm whatever the threshold. */
    static final int FOUND_MAX = 1_000;

    private static final int WITHIN_SECONDS = 60;

    /** The schema of the tables that a check of a context names without a schema. */
    private static final Map<String, String> SCHEMAS =
            Map.of(
                    "catalog", "event_service",
                    "queue", "queue_service",
                    "reservation", "reservation_service",
                    "payment", "payment_service");

    private final Database reader;
    private final List<Probe> probes;

    FindViolations(Database reader, List<Probe> probes) {
        this.reader = reader;
        this.probes = List.copyOf(probes);
    }

    List<Finding> run(IntegrityCheck check) {
        List<Finding> found = new ArrayList<>(rows(check));
        for (Probe probe : probes) {
            if (probe.check().equals(check.name())) {
                found.addAll(probe.find().get());
            }
        }
        return found.subList(0, Math.min(found.size(), FOUND_MAX));
    }

    private List<Finding> rows(IntegrityCheck check) {
        return reader.inTransaction(() -> {
            reader.sql().sql("set local statement_timeout = '" + WITHIN_SECONDS + "s'").update();
            reader.sql()
                    .sql("set local search_path to " + schema(check.context()) + ", common")
                    .update();
            return reader
                    .sql()
                    .sql(check.sql())
                    .withMaxRows(FOUND_MAX)
                    .query()
                    .listOfRows()
                    .stream()
                    .map(FindViolations::finding)
                    .toList();
        });
    }

    private static String schema(String context) {
        return SCHEMAS.getOrDefault(context, "common");
    }

    private static Finding finding(Map<String, Object> row) {
        return new Finding(
                String.valueOf(row.values().iterator().next()),
                row.entrySet().stream()
                        .map(column -> column.getKey() + " " + column.getValue())
                        .collect(Collectors.joining(", ")));
    }
}
