package onsale.queue.status;

import onsale.platform.front.EventStream;
import onsale.platform.front.HotRequest;
import onsale.platform.front.StreamEvent;
import onsale.platform.pass.Passes;
import onsale.platform.problem.PlatformProblems;
import onsale.queue.QueueProblems;
import onsale.queue.line.Receipt;
import onsale.queue.snapshot.FollowLines;
import onsale.queue.snapshot.FollowedLine;
import org.jspecify.annotations.Nullable;

/**
 * The line as server-sent events. The first event is the fan's own status. Those after it are the
 * same for all: up to which place fans were called, and marks of place and position between which a
 * client interpolates. A client whose place is called asks for the status.
 */
public final class LineStream implements EventStream {

    private final AnswerStatus status;
    private final FollowLines lines;
    private final Passes passes;

    public LineStream(AnswerStatus status, FollowLines lines, Passes passes) {
        this.status = status;
        this.lines = lines;
        this.passes = passes;
    }

    @Override
    public String path() {
        return "/api/queue/stream";
    }

    /** The receipt may be in the query: a browser's event source cannot send our header. */
    @Override
    public Outcome open(HotRequest request) {
        @Nullable String text = request.header(StatusRead.RECEIPT);
        @Nullable Receipt receipt =
                Receipt.read(passes, text != null ? text : request.query("receipt"));
        if (receipt == null) {
            return new Outcome.Refused(
                    QueueProblems.hot(QueueProblems.badReceipt(), request.requestId()));
        }
        request.countAs(receipt.userId().toString());
        @Nullable FollowedLine line = lines.known(receipt.scheduleId());
        if (line == null) {
            // This thread must not block. The line is read for the client's next attempt.
            Thread.startVirtualThread(() -> lines.find(receipt.scheduleId()));
            return new Outcome.Refused(
                    QueueProblems.hot(PlatformProblems.unavailable(), request.requestId()));
        }
        return new Outcome.Opened(line.topic(), first(receipt.place(), status.fromMemory(receipt)));
    }

    /** If memory is not enough for an answer, the client is to ask for the status at once. */
    private static StreamEvent first(long place, @Nullable QueueAnswer answer) {
        return StreamEvent.of(
                "status",
                answer == null
                        ? "{\"state\":\"CALLED\",\"number\":" + place + ",\"pollAfterMillis\":0}"
                        : QueueAnswerJson.text(answer));
    }
}
