package onsale.queue.status;

import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotRead;
import onsale.platform.front.HotRequest;
import onsale.platform.pass.Passes;
import onsale.queue.QueueProblems;
import onsale.queue.line.Receipt;
import org.jspecify.annotations.Nullable;

/** Answers polls at the front: verifies the receipt and answers from this node's memory. */
public final class StatusRead implements HotRead {

    public static final String PATH = "/api/queue/status";
    public static final String RECEIPT = "X-Queue-Receipt";

    private final AnswerStatus status;
    private final Passes passes;

    public StatusRead(AnswerStatus status, Passes passes) {
        this.status = status;
        this.passes = passes;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public @Nullable HotAnswer answer(HotRequest request) {
        @Nullable Receipt receipt = Receipt.read(passes, request.header(RECEIPT));
        if (receipt != null) {
            request.countAs(receipt.userId().toString());
        }
        @Nullable UUID scheduleId = Ids.read(request.query("scheduleId"));
        if (scheduleId == null) {
            return null; // the controller tells what is wrong
        }
        if (receipt == null || !receipt.scheduleId().equals(scheduleId)) {
            return QueueProblems.hot(QueueProblems.badReceipt(), request.requestId());
        }
        @Nullable QueueAnswer answer = status.fromMemory(receipt);
        return answer == null ? null : QueueAnswerJson.hot(answer);
    }
}
