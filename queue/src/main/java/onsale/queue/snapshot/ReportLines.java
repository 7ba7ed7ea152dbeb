package onsale.queue.snapshot;

import java.util.Comparator;
import java.util.List;
import onsale.platform.node.LineFigures;
import onsale.platform.node.NodeReport;
import onsale.queue.line.LineHead;

/** The lines that this node follows, as its report tells them. */
public final class ReportLines implements LineFigures {

    private final FollowLines lines;

    public ReportLines(FollowLines lines) {
        this.lines = lines;
    }

    @Override
    public List<NodeReport.Line> lines(int max) {
        return lines.followed().stream()
                .map(ReportLines::line)
                .sorted(
                        Comparator.comparingLong(
                                        (NodeReport.Line line) -> line.waiting() + line.active())
                                .reversed())
                .limit(max)
                .toList();
    }

    private static NodeReport.Line line(FollowedLine line) {
        Snapshot snapshot = line.snapshot();
        LineHead head = snapshot.head();
        return new NodeReport.Line(
                line.scheduleId(),
                snapshot.waiting(),
                snapshot.called(),
                head.active(),
                head.called(),
                snapshot.admittedPerSecond(),
                head.pacePercent(),
                head.paused(),
                line.isRestoring(),
                head.isReturning());
    }
}
