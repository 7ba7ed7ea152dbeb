package onsale.rush.platform;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Finds the statements that took most of PostgreSQL's time. */
public final class Costs {

    private static final int TOP = 8;

    private Costs() {}

    public record Cost(String statement, long calls, double seconds, double meanMillis) {}

    public static void begin(OwnPlatform platform) {
        platform.sql("create extension if not exists pg_stat_statements");
        platform.sql("select pg_stat_statements_reset()");
    }

    public static List<Cost> top(OwnPlatform platform) {
        List<Cost> top = new ArrayList<>();
        try (Connection connection = platform.connect();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                """
                                select regexp_replace(query, '\\s+', ' ', 'g') as query, calls,
                                       total_exec_time / 1000 as seconds, mean_exec_time as mean
                                from pg_stat_statements order by total_exec_time desc limit %d
                                """
                                        .formatted(TOP))) {
            while (rows.next()) {
                top.add(
                        new Cost(
                                rows.getString("query"),
                                rows.getLong("calls"),
                                rows.getDouble("seconds"),
                                rows.getDouble("mean")));
            }
        } catch (SQLException e) {
            return List.of(); // the report does without them
        }
        return top;
    }
}
