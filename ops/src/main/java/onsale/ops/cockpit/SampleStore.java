package onsale.ops.cockpit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** The table {@code sale_samples}: what sales looked like, every ten seconds. */
final class SampleStore {

    /** How long samples are kept. */
    static final Duration KEPT_FOR = Duration.ofDays(30);

    private final Database database;

    SampleStore(Database database) {
        this.database = database;
    }

    /**
     * What a sale looked like between a moment and the next sample.
     *
     * @param waiting the most, as are {@code inside}, {@code held}, {@code holdMillis} and {@code
     *     payMillis}
     * @param admitted how many were called since the line was opened, as of the end
     * @param errors their sum
     */
    record Sample(
            Instant at,
            long waiting,
            long inside,
            long admitted,
            int held,
            int sold,
            long revenueWon,
            int errors,
            int holdMillis,
            int payMillis,
            int nodes) {}

    /** Keeps a sample; another one of the same ten seconds stays. */
    void add(SaleFigures figures) {
        SaleFigures.SaleLine line = figures.line();
        database.sql()
                .sql(
                        """
                        insert into sale_samples (schedule_id, at, waiting, inside, admitted, held,
                            sold, revenue_won, errors, hold_millis, pay_millis, nodes)
                        values (?, date_bin('10 seconds', ?, timestamptz 'epoch'), ?, ?, ?, ?, ?, ?,
                                ?, ?, ?, ?)
                        on conflict do nothing
                        """)
                .params(
                        figures.scheduleId(),
                        Times.param(figures.at()),
                        line == null ? 0L : line.waiting(),
                        figures.inside(),
                        line == null ? 0L : line.admitted(),
                        figures.held(),
                        figures.sold(),
                        figures.revenueWon(),
                        figures.requests().failed(),
                        figures.requests().holdMillis(),
                        figures.requests().payMillis(),
                        figures.nodes().size())
                .update();
    }

    /** The samples of a time, some of them together so that there are not too many. */
    List<Sample> between(UUID scheduleId, Instant from, Instant to, Duration each) {
        return database.sql()
                .sql(
                        """
                        select date_bin(:each * interval '1 second', at, timestamptz 'epoch') as at,
                               max(waiting) as waiting, max(inside) as inside,
                               max(admitted) as admitted, max(held) as held,
                               max(sold) as sold, max(revenue_won) as revenue_won,
                               sum(errors) as errors, max(hold_millis) as hold_millis,
                               max(pay_millis) as pay_millis, max(nodes) as nodes
                        from sale_samples
                        where schedule_id = :id and at >= :from and at < :to
                        group by 1 order by 1
                        """)
                .param("id", scheduleId)
                .param("from", Times.param(from))
                .param("to", Times.param(to))
                .param("each", each.toSeconds())
                .query(Sample.class)
                .list();
    }

    int forgetOld() {
        return database.sql()
                .sql("delete from sale_samples where at < now() - ? * interval '1 second'")
                .param(KEPT_FOR.toSeconds())
                .update();
    }
}
