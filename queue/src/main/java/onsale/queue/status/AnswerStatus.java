package onsale.queue.status;

import java.util.Optional;
import onsale.platform.redis.LuaException;
import onsale.queue.admission.EntryToken;
import onsale.queue.admission.TakeTurn;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.sale.Sales;
import onsale.queue.snapshot.FollowLines;
import onsale.queue.snapshot.FollowedLine;
import onsale.queue.snapshot.Snapshot;
import onsale.queue.status.QueueAnswer.Closed.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a fan with a receipt is told, in whichever way they ask: by status, page or stream,
 * at the front or in the controller.
 */
public final class AnswerStatus {

    private final Sales sales;
    private final FollowLines lines;
    private final TakeTurn takeTurn;

    public AnswerStatus(Sales sales, FollowLines lines, TakeTurn takeTurn) {
        this.sales = sales;
        this.lines = lines;
        this.takeTurn = takeTurn;
    }

    /**
     * The answer from this node's memory, without any I/O. Null if that is not enough, because the
     * fan was called or this node does not follow the line.
     */
    public @Nullable QueueAnswer fromMemory(Receipt receipt) {
        @Nullable FollowedLine line = lines.known(receipt.scheduleId());
        @Nullable Sale sale = sales.known(receipt.scheduleId());
        if (line == null || sale == null) {
            return null;
        }
        Snapshot snapshot = line.snapshot();
        long place = receipt.place();
        return switch (snapshot.state(place)) {
            case CALLED, INSIDE, NEWER -> null;
            case GONE -> new QueueAnswer.Expired(place);
            case WAITING -> {
                if (line.isRestoring()) {
                    yield QueueAnswer.Restoring.of(place, null);
                }
                snapshot.seen(place, lines.nowSeconds());
                // While fans come back, a position would count only those who are back already.
                yield snapshot.head().isReturning()
                        ? QueueAnswer.Restoring.of(place, null)
                        : waiting(sale, snapshot, place);
            }
            case LOST -> {
                if (!line.isRestoring()) {
                    line.putBack(receipt); // if there is no room, the next poll tries again
                }
                yield QueueAnswer.Restoring.of(place, null);
            }
        };
    }

    private QueueAnswer waiting(Sale sale, Snapshot snapshot, long place) {
        return switch (sale.phase(sales.now())) {
            case SOLD_OUT -> new QueueAnswer.Closed(Reason.SOLD_OUT);
            case OVER, NOT_QUEUED -> new QueueAnswer.Closed(Reason.OVER);
            case CANCELLED -> new QueueAnswer.Closed(Reason.CANCELLED);
            case OPEN, NOT_OPEN ->
                    QueueAnswer.Waiting.in(snapshot, place, snapshot.ahead(place), null)
                            .with(sale.notice());
        };
    }

    /** The answer, with all the I/O that it takes. A fan who is called takes the turn up by it. */
    public QueueAnswer now(Receipt receipt) {
        try {
            Optional<FollowedLine> line = lines.find(receipt.scheduleId());
            if (line.isPresent()
                    && line.get().snapshot().state(receipt.place()) == Snapshot.State.NEWER) {
                lines.refresh(line.get());
            }
            @Nullable QueueAnswer known = fromMemory(receipt);
            return known != null ? known : takeTurn(receipt, line, null);
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return QueueAnswer.Restoring.of(receipt.place(), null);
        }
    }

    /**
     * The answer for a fan of whom Redis has just said that they are called: the snapshot, which
     * may lag, is not asked.
     *
     * @param text the receipt, to be part of the answer
     */
    public QueueAnswer called(Receipt receipt, String text) {
        try {
            return takeTurn(receipt, lines.find(receipt.scheduleId()), text);
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return QueueAnswer.Restoring.of(receipt.place(), text);
        }
    }

    private QueueAnswer takeTurn(
            Receipt receipt, Optional<FollowedLine> line, @Nullable String text) {
        long place = receipt.place();
        return switch (takeTurn.run(receipt)) {
            case TakeTurn.Outcome.Admitted(EntryToken entry) ->
                    new QueueAnswer.Admitted(
                            place, entry.token(), entry.expiresAt(), entry.extensionsLeft(), text);
            case TakeTurn.Outcome.Waiting waiting when line.isPresent() ->
                    QueueAnswer.Waiting.in(
                            line.get().snapshot(), place, waiting.position() - 1, text);
            case TakeTurn.Outcome.Waiting _, TakeTurn.Outcome.Restoring _ ->
                    QueueAnswer.Restoring.of(place, text);
            case TakeTurn.Outcome.Over _ -> new QueueAnswer.Expired(place);
        };
    }
}
