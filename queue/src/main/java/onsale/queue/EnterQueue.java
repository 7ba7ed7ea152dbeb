package onsale.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import onsale.platform.pass.Passes;
import org.jspecify.annotations.Nullable;

/**
 * Gives a fan a number. Nothing here blocks: the person is bound to this queue, then the line is
 * entered, both by scripts. Entering again gives the same number.
 */
final class EnterQueue {

    private static final Duration RECEIPT_AFTER_SALE = Duration.ofDays(1);

    private final Sales sales;
    private final Line line;
    private final People people;
    private final Passes passes;

    EnterQueue(Sales sales, Line line, People people, Passes passes) {
        this.sales = sales;
        this.line = line;
        this.people = people;
        this.passes = passes;
    }

    /** What became of it. */
    sealed interface Outcome {

        record Waiting(Receipt receipt, String text, long position) implements Outcome {}

        /** Called or inside already. */
        record Turn(Receipt receipt, String text) implements Outcome {}

        record Lobby(Instant opensAt) implements Outcome {}

        record Closed(String reason) implements Outcome {}

        /** This person stands in another line. */
        record Elsewhere(UUID scheduleId) implements Outcome {}

        record Full() implements Outcome {}

        /** Redis has lost the line, and it is being rebuilt. */
        record Restoring() implements Outcome {}

        record NotQueued() implements Outcome {}
    }

    CompletionStage<Outcome> run(Sale sale, Fan fan) {
        @Nullable Outcome shut = shut(sale);
        return shut != null
                ? CompletableFuture.completedFuture(shut)
                : people.bind(sale.id(), fan, "").thenCompose(bind -> bound(sale, fan, bind, true));
    }

    private @Nullable Outcome shut(Sale sale) {
        return switch (sale.door(sales.now())) {
            case NOT_QUEUED -> new Outcome.NotQueued();
            case NOT_OPEN -> new Outcome.Lobby(sale.opensAt());
            case SOLD_OUT -> new Outcome.Closed("SOLD_OUT");
            case OVER -> new Outcome.Closed("OVER");
            case CANCELLED -> new Outcome.Closed("CANCELLED");
            case OPEN -> null;
        };
    }

    private CompletionStage<Outcome> bound(
            Sale sale, Fan fan, People.Bind bind, boolean mayReplace) {
        return switch (bind) {
            case People.Bind.Closed _ -> CompletableFuture.completedFuture(new Outcome.Restoring());
            case People.Bind.Bound bound ->
                    line.enter(sale.id(), fan, bound.atMillis())
                            .thenApply(entry -> entered(sale, fan, bound, entry));
            case People.Bind.Other other when mayReplace && other.mayBeDead() ->
                    isDead(other, fan)
                            .thenCompose(dead ->
                                    dead
                                            ? people.bind(sale.id(), fan, other.value())
                                                    .thenCompose(
                                                            again -> bound(sale, fan, again, false))
                                            : elsewhere(other));
            case People.Bind.Other other -> elsewhere(other);
        };
    }

    private static CompletionStage<Outcome> elsewhere(People.Bind.Other other) {
        return CompletableFuture.completedFuture(new Outcome.Elsewhere(other.scheduleId()));
    }

    /** Of a sale that is over, or of a line in which the fan is not. */
    private CompletionStage<Boolean> isDead(People.Bind.Other other, Fan fan) {
        @Nullable Sale known = sales.known(other.scheduleId());
        return known != null
                ? isDead(known, other, fan)
                : CompletableFuture.supplyAsync(
                                () -> Optional.ofNullable(sales.find(other.scheduleId())),
                                Thread::startVirtualThread)
                        .thenCompose(found ->
                                found.map(sale -> isDead(sale, other, fan))
                                        .orElse(CompletableFuture.completedFuture(true)));
    }

    private CompletionStage<Boolean> isDead(Sale sale, People.Bind.Other other, Fan fan) {
        return sale.door(sales.now()) == Sale.Door.OVER || sale.cancelled()
                ? CompletableFuture.completedFuture(true)
                : line.has(other.scheduleId(), new Fan(other.userId(), fan.person()))
                        .thenApply(has -> !has);
    }

    private Outcome entered(Sale sale, Fan fan, People.Bind.Bound bound, Line.Entry entry) {
        return switch (entry) {
            case Line.Entry.Entered entered ->
                    waiting(sale, fan, entered.place(), entered.position());
            case Line.Entry.Already already ->
                    waiting(sale, fan, already.place(), already.position());
            case Line.Entry.Active active -> {
                Receipt receipt = receipt(sale, fan, active.place());
                yield new Outcome.Turn(receipt, text(sale, receipt));
            }
            case Line.Entry.Closed _ -> new Outcome.Restoring();
            case Line.Entry.Refused refused -> {
                // Not in the line, so free for another one.
                people.unbind(sale.id(), fan, bound.atMillis() + 1);
                yield switch (refused.why()) {
                    case NOT_OPEN -> new Outcome.Lobby(sale.opensAt());
                    case FULL -> new Outcome.Full();
                    case LATE -> new Outcome.Restoring();
                    case OVER, SOLD_OUT, CLOSED -> new Outcome.Closed(refused.why().name());
                };
            }
        };
    }

    private Outcome waiting(Sale sale, Fan fan, long place, long position) {
        Receipt receipt = receipt(sale, fan, place);
        return new Outcome.Waiting(receipt, text(sale, receipt), position);
    }

    private static Receipt receipt(Sale sale, Fan fan, long place) {
        return new Receipt(sale.id(), fan.userId(), fan.person(), place);
    }

    private String text(Sale sale, Receipt receipt) {
        return receipt.issue(passes, sale.closesAt().plus(RECEIPT_AFTER_SALE));
    }
}
