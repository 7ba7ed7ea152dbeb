package onsale.app;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import onsale.platform.job.Loop;
import onsale.platform.node.LineFigures;
import onsale.platform.node.NodeReport;
import onsale.platform.node.NodeReports;
import onsale.platform.node.RequestFigures;
import onsale.platform.node.ServerCheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes once a second what this process says of itself, for operators. While PostgreSQL is away it
 * says nothing, and operators see how old its last report is.
 */
final class ReportNode implements AutoCloseable {

    static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration CHECK_EVERY = Duration.ofSeconds(10);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);
    private static final int FORGET_EVERY_REPORTS = 600;
    private static final int LINES_MAX = 200;
    private static final Logger LOG = LoggerFactory.getLogger(ReportNode.class);

    /** Who this process is. */
    record Identity(UUID node, String name, String version, List<String> roles, Instant startedAt) {
        Identity {
            roles = List.copyOf(roles);
        }
    }

    private final Identity identity;
    private final BooleanSupplier ready;
    private final List<Dependency> dependencies;
    private final RequestFigures requests;
    private final List<LineFigures> lines;
    private final NodeReports reports;
    private final Loop loop;
    private final List<Loop> checks = new ArrayList<>();
    private final Map<String, NodeReport.Server> checked = new ConcurrentHashMap<>();
    private int written;
    private boolean failed;

    ReportNode(
            Identity identity,
            BooleanSupplier ready,
            List<Dependency> dependencies,
            List<ServerCheck> servers,
            RequestFigures requests,
            List<LineFigures> lines,
            NodeReports reports) {
        this.identity = identity;
        this.ready = ready;
        this.dependencies = List.copyOf(dependencies);
        this.requests = requests;
        this.lines = List.copyOf(lines);
        this.reports = reports;
        for (ServerCheck server : servers) {
            checks.add(
                    new Loop(
                            "check-" + server.name(),
                            () -> {
                                check(server);
                                return CHECK_EVERY;
                            }));
        }
        this.loop =
                new Loop(
                        "report-node",
                        () -> {
                            write();
                            return EVERY;
                        });
    }

    ReportNode start() {
        checks.forEach(Loop::start);
        loop.start();
        return this;
    }

    private void check(ServerCheck server) {
        long started = System.nanoTime();
        boolean up = true;
        try {
            server.question().ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (Exception e) {
            up = false;
            LOG.debug("{} does not answer: {}", server.name(), e.toString());
        }
        checked.put(
                server.name(),
                new NodeReport.Server(
                        server.name(),
                        up,
                        Duration.ofNanos(System.nanoTime() - started).toMillis()));
    }

    private void write() {
        try {
            reports.write(report());
            if (written++ % FORGET_EVERY_REPORTS == 0) {
                reports.forgetSilent();
            }
            failed = false;
        } catch (RuntimeException e) {
            if (!failed) {
                LOG.info("This node cannot report how it is: {}", e.toString());
            }
            failed = true;
        }
    }

    NodeReport report() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        List<NodeReport.Server> servers = new ArrayList<>();
        dependencies.forEach(one -> servers.add(one.report()));
        servers.addAll(checked.values());
        return new NodeReport(
                identity.node(),
                identity.name(),
                identity.version(),
                identity.roles(),
                identity.startedAt(),
                ready.getAsBoolean(),
                heap.getUsed(),
                heap.getMax(),
                cpuPercent(),
                requests.streams(),
                servers,
                requests.kinds(),
                lines.stream().flatMap(one -> one.lines(LINES_MAX).stream()).toList());
    }

    /** Of this process, in percent of all cores; 0 where the machine does not say. */
    private static double cpuPercent() {
        double load =
                ManagementFactory.getOperatingSystemMXBean()
                                instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getProcessCpuLoad()
                        : 0;
        return Math.max(0, Math.round(load * 1_000) / 10.0);
    }

    /** A process that ends in order is not missed by anybody. */
    @Override
    public void close() {
        checks.forEach(one -> one.close(Duration.ZERO));
        loop.close(CLOSE_WITHIN);
        try {
            reports.remove(identity.node());
        } catch (RuntimeException e) {
            LOG.debug("The last report stays behind: {}", e.toString());
        }
    }
}
