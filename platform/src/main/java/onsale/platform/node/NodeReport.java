package onsale.platform.node;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What a process says of itself. It carries no personal data and no secrets.
 *
 * @param node made up at each start
 * @param name the host, and the public port after a colon
 * @param ready whether it takes requests; a node is warm before it is ready
 * @param streams open event streams
 * @param kinds its requests of the last seconds
 * @param lines the lines that it follows, those with most fans first
 */
public record NodeReport(
        UUID node,
        String name,
        String version,
        List<String> roles,
        Instant startedAt,
        boolean ready,
        long heapUsedBytes,
        long heapMaxBytes,
        double cpuPercent,
        int streams,
        List<Server> servers,
        List<Requests> kinds,
        List<Line> lines) {

    public NodeReport {
        roles = List.copyOf(roles);
        servers = List.copyOf(servers);
        kinds = List.copyOf(kinds);
        lines = List.copyOf(lines);
    }

    /**
     * A server that the node needs.
     *
     * @param millis how long its last answer took
     */
    public record Server(String name, boolean up, long millis) {}

    /**
     * The requests of one kind that took a thread, over the last ten seconds.
     *
     * @param failed how many of them were answered with 500 or above
     * @param p95Millis 0 without requests
     */
    public record Requests(String kind, long count, long failed, long p95Millis) {}

    /**
     * The line of a schedule, as the node sees it.
     *
     * @param active how many are called or inside
     * @param admitted how many were called in this epoch
     * @param restoring Redis has lost the line, and it is not rebuilt yet
     * @param returning fans come back after a loss, and nobody is called
     */
    public record Line(
            UUID scheduleId,
            long waiting,
            long called,
            long active,
            long admitted,
            double admittedPerSecond,
            long pacePercent,
            boolean paused,
            boolean restoring,
            boolean returning) {}
}
