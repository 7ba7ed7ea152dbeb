package onsale.ops.cockpit;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.platform.node.NodeReport;
import onsale.platform.node.NodeReports.Reported;

/** Reads what processes say of themselves. */
final class ReadReports {

    /** A line that nobody has reported for so long is not known any more. */
    static final Duration FRESH = Duration.ofSeconds(5);

    private static final String HOLD = "HOLD";
    private static final String PAY = "PAY";

    private ReadReports() {}

    /** The newest report of a line: each process that follows it sees all of it. */
    static Optional<SaleFigures.SaleLine> line(UUID scheduleId, List<Reported> reports) {
        return fresh(reports)
                .sorted(Comparator.comparing(Reported::age))
                .flatMap(one -> one.report().lines().stream())
                .filter(line -> line.scheduleId().equals(scheduleId))
                .findFirst()
                .map(line ->
                        new SaleFigures.SaleLine(
                                line.waiting(),
                                line.called(),
                                line.active(),
                                line.admitted(),
                                line.admittedPerSecond(),
                                line.pacePercent(),
                                line.restoring(),
                                line.returning()));
    }

    static SaleFigures.SaleRequests requests(List<Reported> reports) {
        List<NodeReport.Requests> all =
                fresh(reports).flatMap(one -> one.report().kinds().stream()).toList();
        return new SaleFigures.SaleRequests(
                all.stream().mapToLong(NodeReport.Requests::count).sum(),
                all.stream().mapToLong(NodeReport.Requests::failed).sum(),
                slowest(all.stream().filter(one -> one.kind().equals(HOLD))),
                slowest(all.stream().filter(one -> one.kind().equals(PAY))),
                slowest(
                        all.stream()
                                .filter(one ->
                                        !one.kind().equals(HOLD) && !one.kind().equals(PAY))));
    }

    private static long slowest(Stream<NodeReport.Requests> kinds) {
        return kinds.mapToLong(NodeReport.Requests::p95Millis).max().orElse(0);
    }

    /** All processes, those that have fallen silent too. */
    static List<SaleFigures.SaleNode> nodes(List<Reported> reports) {
        return reports.stream().map(ReadReports::node).toList();
    }

    private static SaleFigures.SaleNode node(Reported reported) {
        NodeReport report = reported.report();
        return new SaleFigures.SaleNode(
                report.name(),
                report.roles(),
                report.ready(),
                reported.age().toMillis(),
                report.kinds().stream().mapToLong(NodeReport.Requests::count).sum(),
                report.kinds().stream().mapToLong(NodeReport.Requests::failed).sum(),
                slowest(report.kinds().stream()),
                report.streams(),
                report.cpuPercent(),
                report.heapUsedBytes(),
                report.heapMaxBytes(),
                report.servers().stream()
                        .map(one -> new SaleFigures.SaleServer(one.name(), one.up(), one.millis()))
                        .toList());
    }

    /** The reports of processes that have not fallen silent. */
    static Stream<Reported> fresh(List<Reported> reports) {
        return reports.stream().filter(one -> one.age().compareTo(FRESH) <= 0);
    }
}
