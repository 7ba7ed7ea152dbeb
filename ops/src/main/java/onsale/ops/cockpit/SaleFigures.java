package onsale.ops.cockpit;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a sale looks like at a moment.
 *
 * @param at the database's time of the reading
 * @param line null where there is no waiting room, or nobody has entered it
 * @param inside fans who have taken up their turn
 * @param held seats that are held and not paid
 * @param sold seats that are sold and not given back, as is {@code revenueWon}
 * @param requests of all processes together
 */
record SaleFigures(
        UUID scheduleId,
        Instant at,
        @Nullable SaleSettings settings,
        @Nullable SaleLine line,
        int inside,
        int held,
        int sold,
        long revenueWon,
        int seats,
        List<SaleGrade> grades,
        SaleRequests requests,
        List<SaleNode> nodes) {

    SaleFigures {
        grades = List.copyOf(grades);
        nodes = List.copyOf(nodes);
    }

    /** What operators have set for the waiting room; see the queue's own description. */
    record SaleSettings(
            int admitPerSecond,
            int maxActive,
            int capacity,
            boolean paused,
            boolean draining,
            boolean followLoad,
            @Nullable String noticeKo,
            @Nullable String noticeEn) {}

    /**
     * The line, as the process that reported last sees it.
     *
     * @param active called or inside, which the limit counts
     * @param admitted how many were called since the line was opened
     */
    record SaleLine(
            long waiting,
            long called,
            long active,
            long admitted,
            double admittedPerSecond,
            long pacePercent,
            boolean restoring,
            boolean returning) {}

    record SaleGrade(String grade, long priceWon, int seats, int held, int sold) {}

    /**
     * Requests of the last ten seconds; the slow twentieth is that of the slowest process.
     *
     * @param failed answered with 500 or above, or refused because the platform was busy
     */
    record SaleRequests(
            long count, long failed, long holdMillis, long payMillis, long otherMillis) {}

    /**
     * A process.
     *
     * @param ageMillis how old its last report is
     */
    record SaleNode(
            String name,
            List<String> roles,
            boolean ready,
            long ageMillis,
            long requests,
            long failed,
            long p95Millis,
            int streams,
            double cpuPercent,
            long heapUsedBytes,
            long heapMaxBytes,
            List<SaleServer> servers) {

        SaleNode {
            roles = List.copyOf(roles);
            servers = List.copyOf(servers);
        }
    }

    /** A server that a process needs. */
    record SaleServer(String name, boolean up, long millis) {}
}
