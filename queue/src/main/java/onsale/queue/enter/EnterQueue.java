package onsale.queue.enter;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import onsale.platform.Redacted;
import onsale.platform.pass.Passes;
import onsale.queue.line.Fan;
import onsale.queue.line.Line;
import onsale.queue.line.PersonBindings;
import onsale.queue.line.PersonBindings.Binding;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.sale.Sales;
import onsale.queue.status.QueueAnswer.Closed.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Gives a fan a place in line. The person is bound to the line first, then the line is entered,
 * both by scripts and without blocking. Entering again gives the same place.
 */
public final class EnterQueue {

    private static final Duration RECEIPT_AFTER_SALE = Duration.ofDays(1);

    private final Sales sales;
    private final Line line;
    private final PersonBindings persons;
    private final Passes passes;
    private final Consumer<UUID> onEntered;

    /**
     * @param onEntered is told the schedule when a fan has got a new place; must not block
     */
    public EnterQueue(
            Sales sales,
            Line line,
            PersonBindings persons,
            Passes passes,
            Consumer<UUID> onEntered) {
        this.sales = sales;
        this.line = line;
        this.persons = persons;
        this.passes = passes;
        this.onEntered = onEntered;
    }

    /** The outcome of entering. */
    public sealed interface Outcome {

        record Waiting(Receipt receipt, String text, long position) implements Outcome {
            @Override
            public String toString() {
                return Redacted.text(this, "text");
            }
        }

        /** The fan is called or inside already. */
        record HasTurn(Receipt receipt, String text) implements Outcome {
            @Override
            public String toString() {
                return Redacted.text(this, "text");
            }
        }

        record Lobby(Instant opensAt) implements Outcome {}

        record Closed(Reason reason) implements Outcome {}

        /** The person is in another line. */
        record Elsewhere(UUID scheduleId) implements Outcome {}

        record Full() implements Outcome {}

        /** Redis has lost the line or the bindings of persons, and they are not rebuilt yet. */
        record Restoring() implements Outcome {}

        record NotQueued() implements Outcome {}
    }

    public CompletionStage<Outcome> run(Sale sale, Fan fan) {
        @Nullable Outcome refusal = refusal(sale);
        return refusal != null
                ? CompletableFuture.completedFuture(refusal)
                : persons.bind(sale.id(), fan)
                        .thenCompose(binding -> bound(sale, fan, binding, true));
    }

    private @Nullable Outcome refusal(Sale sale) {
        return switch (sale.phase(sales.now())) {
            case NOT_QUEUED -> new Outcome.NotQueued();
            case NOT_OPEN -> new Outcome.Lobby(sale.opensAt());
            case SOLD_OUT -> new Outcome.Closed(Reason.SOLD_OUT);
            case OVER -> new Outcome.Closed(Reason.OVER);
            case CANCELLED -> new Outcome.Closed(Reason.CANCELLED);
            case OPEN -> null;
        };
    }

    private CompletionStage<Outcome> bound(
            Sale sale, Fan fan, Binding binding, boolean mayReplace) {
        return switch (binding) {
            case Binding.BindingsRestoring _ ->
                    CompletableFuture.completedFuture(new Outcome.Restoring());
            case Binding.Bound bound ->
                    line.enter(sale.id(), fan, bound.atMillis())
                            .thenApply(entry -> entered(sale, fan, bound, entry));
            case Binding.Other other when mayReplace && other.mayBeStale() ->
                    isStale(other, fan)
                            .thenCompose(stale ->
                                    stale
                                            ? persons.replace(sale.id(), fan, other)
                                                    .thenCompose(
                                                            again -> bound(sale, fan, again, false))
                                            : elsewhere(other));
            case Binding.Other other -> elsewhere(other);
        };
    }

    private static CompletionStage<Outcome> elsewhere(Binding.Other other) {
        return CompletableFuture.completedFuture(new Outcome.Elsewhere(other.scheduleId()));
    }

    /** A binding is stale if its sale is over, or if the fan is not in its line. */
    private CompletionStage<Boolean> isStale(Binding.Other other, Fan fan) {
        @Nullable Sale known = sales.known(other.scheduleId());
        return known != null
                ? isStale(known, other, fan)
                : CompletableFuture.supplyAsync(
                                () -> Optional.ofNullable(sales.find(other.scheduleId())),
                                Thread::startVirtualThread)
                        .thenCompose(found ->
                                found.map(sale -> isStale(sale, other, fan))
                                        .orElse(CompletableFuture.completedFuture(true)));
    }

    private CompletionStage<Boolean> isStale(Sale sale, Binding.Other other, Fan fan) {
        return sale.phase(sales.now()) == Sale.Phase.OVER || sale.cancelled()
                ? CompletableFuture.completedFuture(true)
                : line.has(other.scheduleId(), new Fan(other.userId(), fan.person()))
                        .thenApply(has -> !has);
    }

    private Outcome entered(Sale sale, Fan fan, Binding.Bound bound, Line.Entry entry) {
        return switch (entry) {
            case Line.Entry.Entered entered -> {
                onEntered.accept(sale.id());
                yield waiting(sale, fan, entered.place(), entered.position());
            }
            case Line.Entry.Already already ->
                    waiting(sale, fan, already.place(), already.position());
            case Line.Entry.Active active -> {
                Receipt receipt = receipt(sale, fan, active.place());
                yield new Outcome.HasTurn(receipt, text(sale, receipt));
            }
            case Line.Entry.LineRestoring _ -> new Outcome.Restoring();
            case Line.Entry.Refused refused -> {
                // The fan is not in this line, so the person may enter another one.
                persons.unbind(sale.id(), fan, bound.atMillis() + 1);
                yield switch (refused.reason()) {
                    case NOT_OPEN -> new Outcome.Lobby(sale.opensAt());
                    case FULL -> new Outcome.Full();
                    case LATE -> new Outcome.Restoring();
                    case OVER -> new Outcome.Closed(Reason.OVER);
                    case SOLD_OUT -> new Outcome.Closed(Reason.SOLD_OUT);
                    case CLOSED -> new Outcome.Closed(Reason.CLOSED);
                };
            }
        };
    }

    private Outcome waiting(Sale sale, Fan fan, long place, long position) {
        Receipt receipt = receipt(sale, fan, place);
        return new Outcome.Waiting(receipt, text(sale, receipt), position);
    }

    private static Receipt receipt(Sale sale, Fan fan, long place) {
        return Receipt.of(sale.id(), fan, place);
    }

    private String text(Sale sale, Receipt receipt) {
        return receipt.issue(passes, sale.closesAt().plus(RECEIPT_AFTER_SALE));
    }
}
