package onsale.app;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What stands in all tables of all schemas: their number of rows and a hash of their contents. */
record TableRows(Map<String, String> tables) {

    /** Tables that change by themselves, and how they are looked at instead. */
    private static final Map<String, String> MOVING =
            Map.of(
                    // jobs run by the clock: the names of the jobs
                    "common.job_leases", "job",
                    // relays renew their leases
                    "common.outbox_shards", "service || shard",
                    // relays note how far Kafka and the consumers are
                    "common.outbox_positions", "service || topic || topic_partition",
                    // relays mark what is sent
                    "common.outbox_events", "id::text",
                    // webhooks are kept first and looked at when there is time
                    "payment_service.webhooks", "id");

    /** Showing the mailbox of a demo opens addresses, which is audited: a read that leaves rows. */
    private static final String NO_READING = "action <> 'contact.read'";

    private static final Map<String, String> COUNTED =
            Map.of("common.audit_entries", NO_READING, "common.audit", NO_READING);

    /** Written by jobs at their own time, or by nodes about themselves, and by nothing else. */
    private static final Set<String> OF_JOBS =
            Set.of(
                    "common.node_reports",
                    "event_service.event_words",
                    "ops.integrity_results",
                    "ops.integrity_nights",
                    "ops.audit_head",
                    "ops.sale_samples");

    static TableRows read(Connection admin) throws SQLException {
        Map<String, String> tables = new TreeMap<>();
        try (Statement statement = admin.createStatement();
                ResultSet rows = statement.executeQuery(query(names(statement)))) {
            while (rows.next()) {
                tables.put(rows.getString(1), rows.getString(2));
            }
        }
        return new TableRows(tables);
    }

    private static List<String> names(Statement statement) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows =
                statement.executeQuery(
                        """
                        select schemaname || '.' || tablename from pg_tables
                        where schemaname not in ('pg_catalog', 'information_schema')
                          and schemaname !~ '^pg_temp' -- a session's own
                          and not exists ( -- a partition is part of its table
                              select from pg_inherits
                              where inhrelid = format('%I.%I', schemaname, tablename)::regclass)
                        """)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        names.removeAll(OF_JOBS);
        return names;
    }

    private static String query(List<String> names) {
        return String.join(
                " union all ",
                names.stream()
                        .map(name -> {
                            String seen = MOVING.getOrDefault(name, "t::text");
                            return """
                            select '%s', count(*) || ' rows ' || coalesce(md5(string_agg(md5(%s), '' order by md5(%s))), '')
                            from %s t where %s
                            """
                                    .formatted(
                                            name,
                                            seen,
                                            seen,
                                            name,
                                            COUNTED.getOrDefault(name, "true"));
                        })
                        .toList());
    }

    /** Names of the tables that are not as they were. */
    List<String> changedSince(TableRows before) {
        TreeSet<String> names = new TreeSet<>(tables.keySet());
        names.addAll(before.tables.keySet());
        names.removeIf(
                name -> tables.getOrDefault(name, "").equals(before.tables.getOrDefault(name, "")));
        return List.copyOf(names);
    }
}
