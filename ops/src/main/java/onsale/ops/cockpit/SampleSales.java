package onsale.ops.cockpit;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.platform.node.NodeReport;
import onsale.platform.node.NodeReports;
import onsale.platform.node.NodeReports.Reported;

/**
 * Keeps a sample of each sale with fans in its waiting room, or that somebody looks at on this
 * node. A sale with neither has nothing to show but its bookings, which the projection has.
 */
final class SampleSales {

    static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);
    private static final Duration FORGET_LEASE = Duration.ofMinutes(5);

    private final ShowStore shows;
    private final SaleReader reader;
    private final NodeReports reports;
    private final SampleStore samples;
    private final WatchSales watched;

    SampleSales(
            ShowStore shows,
            SaleReader reader,
            NodeReports reports,
            SampleStore samples,
            WatchSales watched) {
        this.shows = shows;
        this.reader = reader;
        this.reports = reports;
        this.samples = samples;
        this.watched = watched;
    }

    void start(Jobs jobs) {
        jobs.every("sample-sales", EVERY, LEASE, this::run);
        jobs.every("forget-samples", FORGET_EVERY, FORGET_LEASE, _ -> samples.forgetOld());
    }

    void run(Lease lease) {
        List<Reported> all = reports.all();
        Set<UUID> busy = new LinkedHashSet<>(watched.watched());
        ReadReports.fresh(all)
                .flatMap(one -> one.report().lines().stream())
                .filter(line -> line.waiting() + line.active() > 0)
                .map(NodeReport.Line::scheduleId)
                .forEach(busy::add);
        for (UUID id : busy) {
            if (!lease.stillMine()) {
                return;
            }
            shows.find(id).ifPresent(show -> samples.add(reader.read(show, all)));
        }
    }
}
