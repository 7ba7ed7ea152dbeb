package onsale.ops.cockpit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.node.NodeReport;
import onsale.platform.node.NodeReport.Line;
import onsale.platform.node.NodeReport.Requests;
import onsale.platform.node.NodeReport.Server;
import onsale.platform.node.NodeReports.Reported;
import org.junit.jupiter.api.Test;

class ReadReportsTest {

    private static final Instant AT = Instant.parse("2026-11-01T10:05:00Z");
    private final UUID schedule = UUID.randomUUID();

    private Reported report(long ageMillis, long waiting, Requests... kinds) {
        return new Reported(
                new NodeReport(
                        UUID.randomUUID(),
                        "node:8080",
                        "1",
                        List.of("queue"),
                        AT,
                        true,
                        1,
                        2,
                        3.5,
                        4,
                        List.of(new Server("redis", true, 1)),
                        List.of(kinds),
                        List.of(
                                new Line(
                                        schedule, waiting, 1, 2, 3, 0.5, 100, false, false,
                                        false))),
                AT,
                Duration.ofMillis(ageMillis));
    }

    @Test
    void theNewestReportOfALineCounts() {
        List<Reported> reports = List.of(report(900, 10), report(100, 9), report(4_000, 50));

        assertThat(ReadReports.line(schedule, reports))
                .hasValueSatisfying(line -> assertThat(line.waiting()).isEqualTo(9));
        assertThat(ReadReports.line(UUID.randomUUID(), reports)).isEmpty();
    }

    @Test
    void aReportThatIsTooOldSaysNothingOfALine() {
        assertThat(ReadReports.line(schedule, List.of(report(5_001, 10)))).isEmpty();
    }

    @Test
    void requestsOfAllNodesAreAddedAndTheSlowestCounts() {
        List<Reported> reports =
                List.of(
                        report(
                                1,
                                0,
                                new Requests("HOLD", 10, 1, 40),
                                new Requests("PAY", 5, 0, 90)),
                        report(
                                1,
                                0,
                                new Requests("HOLD", 20, 2, 30),
                                new Requests("OTHER", 7, 0, 3)),
                        report(9_000, 0, new Requests("HOLD", 99, 99, 999)));

        assertThat(ReadReports.requests(reports))
                .isEqualTo(new SaleFigures.SaleRequests(42, 3, 40, 90, 3));
    }

    @Test
    void aSilentNodeIsStillShown() {
        assertThat(ReadReports.nodes(List.of(report(60_000, 0))))
                .singleElement()
                .satisfies(node -> assertThat(node.ageMillis()).isEqualTo(60_000));
    }
}
