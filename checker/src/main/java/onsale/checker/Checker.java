package onsale.checker;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import onsale.checker.CheckResult.Finding;
import org.jspecify.annotations.Nullable;

/**
 * Checks a system at rest. Redis, Kafka and the provider's books are read into temporary tables
 * next to the rows of one database snapshot; then every rule is a query that must return no rows.
 *
 * <p>A system that is still working shows differences that are no violations: {@link #settled}
 * repeats the check until all rules hold or the time is over.
 */
public final class Checker {

    private static final int EXAMPLES_MAX = 10;
    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);

    private final Sources sources;
    private final Evidence evidence;

    /**
     * Creates a checker.
     *
     * @param evidence what fans were told; may be empty
     */
    public Checker(Sources sources, Evidence evidence) {
        this.sources = sources;
        this.evidence = evidence;
    }

    /** Returns the first result that waiting cannot improve, or the last one in time. */
    public CheckResult settled(Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            @Nullable CheckResult result = null;
            @Nullable CannotLook away = null;
            try {
                result = check();
                if (result.isFinal()) {
                    return result;
                }
            } catch (CannotLook e) {
                away = e;
            }
            if (System.nanoTime() - end >= 0) {
                if (result == null) {
                    throw away == null ? new IllegalStateException() : away;
                }
                return result;
            }
            Thread.sleep(BETWEEN_CHECKS);
        }
    }

    /** Checks once. */
    public CheckResult check() {
        try (Connection connection =
                DriverManager.getConnection(
                        sources.jdbcUrl(), sources.jdbcUser(), sources.jdbcPassword())) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try {
                return check(connection);
            } finally {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw new CannotLook("PostgreSQL: " + e.getMessage(), e);
        }
    }

    private CheckResult check(Connection connection) throws SQLException {
        requireAllRows(connection);
        List<String> notes = new ArrayList<>();
        Set<String> known = new HashSet<>();
        Tables tables = new Tables(connection);
        // after the snapshot has begun, so that Kafka has what its rows call published
        if (sources.kafkaServers() == null) {
            notes.add("Kafka was not looked at: no address.");
        } else {
            Topics.read(sources, tables);
            known.add("topics");
        }
        if (sources.redisUrl() == null) {
            notes.add("Redis was not looked at: no address.");
        } else {
            Gate.read(sources.redisUrl(), tables);
            known.add("gate");
        }
        if (sources.providerUrl() == null) {
            notes.add("The provider's books were not looked at: no address.");
        } else {
            Books.read(sources.providerUrl(), sources.providerSecret(), tables);
            known.add("books");
        }
        tables.create("promises", "reservation_id text, what text");
        try (Tables.Rows rows = tables.into("promises", 2)) {
            for (Promise promise : evidence.promises()) {
                rows.add(promise.reservationId().toString(), promise.what().name());
            }
        }
        known.add("promises");
        waits(tables);
        known.add("waits");
        List<Finding> findings = new ArrayList<>();
        for (Rule rule : Rule.ALL) {
            if (rule.needs().map(known::contains).orElse(true)) {
                findings.add(apply(rule, connection));
            }
        }
        return new CheckResult(findings, notes);
    }

    /** Refuses a user from whom row-level security hides rows: violations would be missed. */
    private static void requireAllRows(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                """
                                select rolname from pg_roles
                                where rolname = current_user and not (rolsuper or rolbypassrls)
                                """)) {
            if (row.next()) {
                throw new CannotLook(
                        "The database user %s does not see all rows: use one with BYPASSRLS."
                                .formatted(row.getString(1)));
            }
        }
    }

    private void waits(Tables tables) throws SQLException {
        tables.create(
                "waits",
                """
                schedule_id uuid, place bigint, live_since timestamptz, waiting_at timestamptz,
                not_called_at timestamptz, admitted_at timestamptz, lost text
                """);
        try (Tables.Rows rows = tables.into("waits", 7)) {
            for (Wait wait : evidence.waits()) {
                rows.add(
                        wait.scheduleId(),
                        wait.place(),
                        time(wait.liveSince()),
                        time(wait.waitingAt()),
                        time(wait.notCalledAt()),
                        time(wait.admittedAt()),
                        wait.lost());
            }
        }
        tables.create(
                "insides", "schedule_id uuid, at timestamptz, active bigint, max_active bigint");
        try (Tables.Rows rows = tables.into("insides", 4)) {
            for (Evidence.Inside inside : evidence.insides()) {
                rows.add(inside.scheduleId(), time(inside.at()), inside.active(), inside.limit());
            }
        }
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    private static Finding apply(Rule rule, Connection connection) throws SQLException {
        List<String> examples = new ArrayList<>();
        long count = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(rule.sql())) {
            while (rows.next()) {
                if (count++ < EXAMPLES_MAX) {
                    examples.add(rows.getString(1));
                }
            }
        }
        return new Finding(rule.name(), rule.promise(), count, rule.heals(), examples);
    }
}
