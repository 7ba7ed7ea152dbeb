package onsale.ops.node;

import java.util.List;
import java.util.UUID;
import onsale.platform.node.NodeReport;
import onsale.platform.node.NodeReports;
import onsale.platform.node.NodeReports.Reported;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The processes of the platform and how they are, for operators. */
@RestController
public class NodesController {

    /** A process that reports each second and has not for so long may be dead. */
    private static final long SILENT_MILLIS = 5_000;

    private final NodeReports reports;

    public NodesController(NodeReports reports) {
        this.reports = reports;
    }

    enum State {
        READY,
        /** It starts or stops. */
        NOT_READY,
        /** It is ready, but a server that it needs does not answer. */
        DEGRADED,
        /** It has stopped reporting. */
        SILENT
    }

    /**
     * A process.
     *
     * @param ageMillis how old its last report is
     */
    record NodeView(
            UUID node,
            String name,
            String version,
            State state,
            long ageMillis,
            java.time.Instant startedAt,
            List<String> roles,
            double cpuPercent,
            long heapUsedBytes,
            long heapMaxBytes,
            int streams,
            List<NodeReport.Server> servers,
            List<NodeReport.Requests> kinds) {}

    record NodesView(List<NodeView> items) {}

    @GetMapping("/api/admin/nodes")
    NodesView nodes() {
        return new NodesView(reports.all().stream().map(NodesController::view).toList());
    }

    private static NodeView view(Reported reported) {
        NodeReport report = reported.report();
        return new NodeView(
                report.node(),
                report.name(),
                report.version(),
                state(reported),
                reported.age().toMillis(),
                report.startedAt(),
                report.roles(),
                report.cpuPercent(),
                report.heapUsedBytes(),
                report.heapMaxBytes(),
                report.streams(),
                report.servers(),
                report.kinds());
    }

    private static State state(Reported reported) {
        if (reported.age().toMillis() > SILENT_MILLIS) {
            return State.SILENT;
        }
        if (!reported.report().ready()) {
            return State.NOT_READY;
        }
        return reported.report().servers().stream().allMatch(NodeReport.Server::up)
                ? State.READY
                : State.DEGRADED;
    }
}
