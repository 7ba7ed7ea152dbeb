package onsale.app;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import onsale.testkit.Stores;
import onsale.testkit.Wait;

/** The rows of all tables, once nothing changes them any more. */
record QuietTables(Stores stores) {

    TableRows read() throws Exception {
        try (Connection admin = stores.admin()) {
            return TableRows.read(admin);
        }
    }

    /** Messages of the preparations have arrived, and the clock has opened the sales. */
    void awaitQuiet() throws Exception {
        Quiet quiet = new Quiet(read());
        Wait.until(
                "all messages have had their effect",
                Duration.ofSeconds(60),
                () ->
                        quiet.lasts(read())
                                && count(
                                                """
                                                select (select count(*) from common.outbox_events
                                                        where not published)
                                                     + (select count(*) from event_service.event_schedules
                                                        where status = 'UPCOMING' and sale_start_at < now())
                                                """)
                                        == 0);
    }

    int count(String sql) throws Exception {
        try (Connection admin = stores.admin();
                var statement = admin.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Whether nothing has changed for a while. */
    private static final class Quiet {
        private TableRows last;
        private Instant since = Instant.now();

        Quiet(TableRows first) {
            last = first;
        }

        boolean lasts(TableRows now) {
            if (!now.changedSince(last).isEmpty()) {
                last = now;
                since = Instant.now();
            }
            return since.plusSeconds(2).isBefore(Instant.now());
        }
    }
}
