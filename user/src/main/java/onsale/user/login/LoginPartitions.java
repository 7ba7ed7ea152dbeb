package onsale.user.login;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.platform.db.Database;

/** The partitions of {@code login_history}, one for each month in UTC. */
public final class LoginPartitions {

    /** Months that exist before they begin. */
    static final int MONTHS_AHEAD = 3;

    private static final Pattern NAME = Pattern.compile("login_history_(\\d{4})_(\\d{2})");

    /** Of two transactions that make the same partition one waits for the other. */
    private static final long CREATE_LOCK = 0x6c6f_6769_6e73L;

    private final Database database;
    private final Set<YearMonth> known = ConcurrentHashMap.newKeySet();

    public LoginPartitions(Database database) {
        this.database = database;
    }

    /** Makes the partition of that time if it is missing. */
    void ensure(Instant time) {
        YearMonth month = monthOf(time);
        if (known.contains(month)) {
            return;
        }
        database.inTransaction(() -> {
            database.sql()
                    .sql("select pg_advisory_xact_lock(?)")
                    .param(CREATE_LOCK)
                    .query(row -> {});
            if (exists(month)) {
                known.add(month);
            } else { // not known yet: the transaction of the caller may be rolled back
                database.sql().sql(create(month)).update();
            }
        });
    }

    /** Makes the months to come and drops those whose last row is older than that. */
    public void maintain(Instant now, Duration keptFor) {
        for (int n = 0; n <= MONTHS_AHEAD; n++) {
            ensure(monthOf(now).plusMonths(n).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC));
        }
        YearMonth oldest = monthOf(now.minus(keptFor));
        for (YearMonth month : months()) {
            if (month.isBefore(oldest)) {
                known.remove(month);
                database.sql().sql("drop table if exists " + name(month)).update();
            }
        }
    }

    /** The months that have a partition. */
    Set<YearMonth> months() {
        Set<YearMonth> months = new TreeSet<>();
        database.sql()
                .sql(
                        """
                        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
                        where i.inhparent = 'login_history'::regclass
                        """)
                .query(row -> {
                    Matcher name = NAME.matcher(row.getString(1));
                    if (name.matches()) {
                        months.add(
                                YearMonth.of(
                                        Integer.parseInt(name.group(1)),
                                        Integer.parseInt(name.group(2))));
                    }
                });
        return months;
    }

    private boolean exists(YearMonth month) {
        return database.sql()
                .sql("select to_regclass(?) is not null")
                .param(name(month))
                .query(Boolean.class)
                .single();
    }

    private static String create(YearMonth month) {
        return """
        create table %s partition of login_history
            for values from ('%s-01 00:00:00+00') to ('%s-01 00:00:00+00')
        """
                .formatted(name(month), month, month.plusMonths(1));
    }

    private static String name(YearMonth month) {
        return "login_history_%04d_%02d".formatted(month.getYear(), month.getMonthValue());
    }

    private static YearMonth monthOf(Instant time) {
        return YearMonth.from(time.atOffset(ZoneOffset.UTC));
    }
}
