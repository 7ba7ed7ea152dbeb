package onsale.queue;

import java.util.UUID;
import onsale.platform.door.HotAnswer;
import onsale.platform.door.HotRead;
import onsale.platform.door.HotRequest;
import onsale.platform.pass.Passes;
import org.jspecify.annotations.Nullable;

/** Verify the receipt, compare with memory, answer: what a waiting fan costs. */
final class StatusRead implements HotRead {

    static final String PATH = "/api/queue/status";
    static final String RECEIPT = "X-Queue-Receipt";

    private final Status status;
    private final Passes passes;

    StatusRead(Status status, Passes passes) {
        this.status = status;
        this.passes = passes;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public @Nullable HotAnswer answer(HotRequest request) {
        @Nullable String scheduleId = request.query("scheduleId");
        if (scheduleId == null || scheduleId.length() != 36) {
            return null; // the controller says what is missing
        }
        @Nullable Receipt receipt = Receipt.read(passes, request.header(RECEIPT));
        if (receipt == null || !receipt.scheduleId().equals(uuid(scheduleId))) {
            return uuid(scheduleId) == null
                    ? null
                    : QueueProblems.hot(QueueProblems.badReceipt(), request.requestId());
        }
        request.countAs(receipt.userId().toString());
        @Nullable String json = status.fromMemory(receipt);
        return json == null ? null : StatusAnswers.answer(json);
    }

    private static @Nullable UUID uuid(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
