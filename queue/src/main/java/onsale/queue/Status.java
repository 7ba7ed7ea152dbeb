package onsale.queue;

import java.util.Optional;
import onsale.platform.redis.LuaException;
import org.jspecify.annotations.Nullable;

/** Where a fan with a receipt stands. */
final class Status {

    private final Sales sales;
    private final Lines lines;
    private final Turns turns;

    Status(Sales sales, Lines lines, Turns turns) {
        this.sales = sales;
        this.lines = lines;
        this.turns = turns;
    }

    /**
     * The answer as JSON, from this node's memory and without any I/O; null when it takes more,
     * because the fan was called or because this node does not know the line.
     */
    @Nullable String fromMemory(Receipt receipt) {
        Lines.@Nullable Followed line = lines.known(receipt.scheduleId());
        @Nullable Sale sale = sales.known(receipt.scheduleId());
        if (line == null || sale == null) {
            return null;
        }
        Snapshot snapshot = line.snapshot();
        long place = receipt.place();
        return switch (snapshot.state(place)) {
            case CALLED, INSIDE, NEWER -> null;
            case GONE -> StatusAnswers.expired(place);
            case WAITING -> {
                if (line.isRestoring()) {
                    yield StatusAnswers.restoring(place, null);
                }
                snapshot.seen(place, lines.nowSeconds());
                // A position would count only those who are back.
                yield snapshot.head().isReturning()
                        ? StatusAnswers.restoring(place, null)
                        : waiting(sale, snapshot, place);
            }
            case LOST -> {
                if (!line.isRestoring()) {
                    line.putBack(receipt); // if there is no room, the next poll tries again
                }
                yield StatusAnswers.restoring(place, null);
            }
        };
    }

    private String waiting(Sale sale, Snapshot snapshot, long place) {
        return switch (sale.door(sales.now())) {
            case SOLD_OUT -> StatusAnswers.closed("SOLD_OUT");
            case OVER, NOT_QUEUED -> StatusAnswers.closed("OVER");
            case CANCELLED -> StatusAnswers.closed("CANCELLED");
            case OPEN, NOT_OPEN -> StatusAnswers.waiting(snapshot, place, null);
        };
    }

    /** With whatever it takes; a call is taken up by it. */
    String now(Receipt receipt, @Nullable String text) {
        long place = receipt.place();
        try {
            Optional<Lines.Followed> line = lines.find(receipt.scheduleId());
            if (line.isPresent() && line.get().snapshot().state(place) == Snapshot.State.NEWER) {
                lines.refresh(line.get());
            }
            @Nullable String known = fromMemory(receipt);
            if (known != null) {
                return known;
            }
            return switch (turns.take(receipt)) {
                case Turns.Turn.Admitted in ->
                        StatusAnswers.admitted(
                                place, in.token(), in.expiresAt(), in.extensionsLeft(), text);
                case Turns.Turn.Waiting waiting when line.isPresent() ->
                        StatusAnswers.waiting(
                                line.get().snapshot(), place, waiting.position() - 1, text);
                case Turns.Turn.Waiting _, Turns.Turn.Restoring _ ->
                        StatusAnswers.restoring(place, text);
                case Turns.Turn.Over _ -> StatusAnswers.expired(place);
            };
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return StatusAnswers.restoring(place, text);
        }
    }
}
