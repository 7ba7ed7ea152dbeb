package onsale.platform.node;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code common.node_reports}: every process writes its row, ops reads all of them. */
public final class NodeReports {

    /** More processes than this are not shown. */
    private static final int NODES_MAX = 500;

    /** A process that has not reported for so long is forgotten by its neighbours. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

    private static final JsonMapper JSON =
            JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private final Database database;

    public NodeReports(Database database) {
        this.database = database;
    }

    /**
     * A report and its age.
     *
     * @param at when it was written, by the database's clock
     */
    public record Reported(NodeReport report, Instant at, Duration age) {}

    public void write(NodeReport report) {
        database.sql()
                .sql(
                        """
                        insert into common.node_reports (node, report) values (?, ?)
                        on conflict (node) do update set report = excluded.report, at = now()
                        """)
                .params(report.node(), JSON.writeValueAsString(report))
                .update();
    }

    public void remove(UUID node) {
        database.sql().sql("delete from common.node_reports where node = ?").param(node).update();
    }

    /** Forgets processes that have ended without a word; each role forgets those it wrote for. */
    public int forgetSilent() {
        return database.sql()
                .sql("delete from common.node_reports where at < now() - ? * interval '1 second'")
                .param(FORGOTTEN_AFTER.toSeconds())
                .update();
    }

    /** The reports of all processes, the newest process last. Only ops may see them all. */
    public List<Reported> all() {
        return database.sql()
                .sql(
                        """
                        select report, at, extract(epoch from now() - at) * 1000 as age_millis
                        from common.node_reports order by node limit ?
                        """)
                .param(NODES_MAX)
                .query((row, n) ->
                        new Reported(
                                JSON.readValue(row.getString("report"), NodeReport.class),
                                Times.read(row, "at"),
                                Duration.ofMillis(Math.max(0, row.getLong("age_millis")))))
                .list();
    }
}
