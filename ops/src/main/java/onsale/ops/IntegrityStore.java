package onsale.ops;

import java.sql.Array;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** Stores the last result of each check. */
final class IntegrityStore {

    /**
     * @param problem why it failed to run; the findings are then those of the run before
     */
    record Result(
            String check,
            int found,
            List<String> sample,
            @Nullable String problem,
            long tookMillis,
            Instant ranAt,
            @Nullable Integer repaired,
            @Nullable Instant repairedAt) {}

    private final Database database;

    IntegrityStore(Database database) {
        this.database = database;
    }

    void found(String check, int found, List<String> sample, long tookMillis) {
        database.sql()
                .sql(
                        """
                        insert into integrity_results (check_name, found, sample, took_millis)
                        values (?, ?, ?, ?)
                        on conflict (check_name) do update
                        set found = excluded.found, sample = excluded.sample, problem = null,
                            took_millis = excluded.took_millis, ran_at = now()
                        """)
                .params(check, found, sample.toArray(new String[0]), tookMillis)
                .update();
    }

    void couldNotLook(String check, String problem, long tookMillis) {
        database.sql()
                .sql(
                        """
                        insert into integrity_results (check_name, found, problem, took_millis)
                        values (?, 0, left(?, 500), ?)
                        on conflict (check_name) do update
                        set problem = excluded.problem, took_millis = excluded.took_millis,
                            ran_at = now()
                        """)
                .params(check, problem, tookMillis)
                .update();
    }

    void repaired(String check, int count) {
        database.sql()
                .sql(
                        """
                        update integrity_results set repaired = ?, repaired_at = now()
                        where check_name = ?
                        """)
                .params(count, check)
                .update();
    }

    Map<String, Result> all() {
        return database
                .sql()
                .sql(
                        """
                        select check_name, found, sample, problem, took_millis, ran_at, repaired,
                               repaired_at
                        from integrity_results
                        """)
                .query((row, number) -> {
                    Array sample = row.getArray("sample");
                    return new Result(
                            row.getString("check_name"),
                            row.getInt("found"),
                            List.of((String[]) sample.getArray()),
                            row.getString("problem"),
                            row.getLong("took_millis"),
                            Times.read(row, "ran_at"),
                            row.getObject("repaired", Integer.class),
                            Times.readOrNull(row, "repaired_at"));
                })
                .list()
                .stream()
                .collect(Collectors.toMap(Result::check, Function.identity()));
    }

    /** Returns the night whose run is due, if any. */
    Optional<LocalDate> dueNight(int hour, String zone) {
        return database.sql()
                .sql(
                        """
                        select day from (select (now() at time zone :zone)::date as day,
                                                extract(hour from now() at time zone :zone) as hour) n
                        where hour >= :hour
                          and not exists (select from integrity_nights d where d.day = n.day)
                        """)
                .param("zone", zone)
                .param("hour", hour)
                .query(LocalDate.class)
                .optional();
    }

    void finishNight(LocalDate day) {
        database.sql()
                .sql("insert into integrity_nights (day) values (?) on conflict do nothing")
                .param(day)
                .update();
    }
}
