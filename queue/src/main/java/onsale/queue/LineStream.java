package onsale.queue;

import onsale.platform.door.EventStream;
import onsale.platform.door.HotRequest;
import onsale.platform.door.StreamEvent;
import onsale.platform.pass.Passes;
import onsale.platform.problem.PlatformProblems;
import org.jspecify.annotations.Nullable;

/**
 * The line as server-sent events. The first is the fan's own status; those after it are the same
 * for all: up to which number was called, and marks of number and position between which a client
 * finds its own. Whoever sees their number called asks for the status.
 */
final class LineStream implements EventStream {

    private final Status status;
    private final Lines lines;
    private final Passes passes;

    LineStream(Status status, Lines lines, Passes passes) {
        this.status = status;
        this.lines = lines;
        this.passes = passes;
    }

    @Override
    public String path() {
        return "/api/queue/stream";
    }

    /** A browser's event source sends no headers of ours, so the receipt may stand in the query. */
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
        Lines.@Nullable Followed line = lines.known(receipt.scheduleId());
        if (line == null) {
            // Reading a line is not for this thread; who comes back finds it.
            Thread.startVirtualThread(() -> lines.find(receipt.scheduleId()));
            return new Outcome.Refused(
                    QueueProblems.hot(PlatformProblems.unavailable(), request.requestId()));
        }
        @Nullable String json = status.fromMemory(receipt);
        return new Outcome.Opened(
                line.topic,
                StreamEvent.of(
                        "status",
                        json == null
                                ? "{\"state\":\"CALLED\",\"number\":%d,\"pollAfterMillis\":0}"
                                        .formatted(receipt.place())
                                : json));
    }
}
