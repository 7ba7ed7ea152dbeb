package onsale.queue.enter;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import onsale.platform.problem.Problem;
import onsale.queue.QueueProblems;
import onsale.queue.line.Fan;
import onsale.queue.sale.Sale;
import onsale.queue.sale.Sales;
import onsale.queue.snapshot.FollowLines;
import onsale.queue.snapshot.FollowedLine;
import onsale.queue.snapshot.Snapshot;
import onsale.queue.status.AnswerStatus;
import onsale.queue.status.QueueAnswer;
import org.jspecify.annotations.Nullable;

/** Decides what a fan who enters is told, at the front and in the controller. */
public final class AnswerEntering {

    private final Sales sales;
    private final FollowLines lines;
    private final EnterQueue enterQueue;
    private final AnswerStatus status;

    public AnswerEntering(
            Sales sales, FollowLines lines, EnterQueue enterQueue, AnswerStatus status) {
        this.sales = sales;
        this.lines = lines;
        this.enterQueue = enterQueue;
        this.status = status;
    }

    /** Never blocks; the stage may complete on another thread. */
    public CompletionStage<EnterAnswer> run(Sale sale, Fan fan) {
        return enterQueue.run(sale, fan).thenCompose(this::answer);
    }

    private CompletionStage<EnterAnswer> answer(EnterQueue.Outcome outcome) {
        return switch (outcome) {
            case EnterQueue.Outcome.HasTurn turn ->
                    // Taking a turn up is a commit, which blocks.
                    CompletableFuture.supplyAsync(
                            () -> new EnterAnswer.Told(status.called(turn.receipt(), turn.text())),
                            Thread::startVirtualThread);
            case EnterQueue.Outcome.Waiting waiting -> told(waiting(waiting));
            case EnterQueue.Outcome.Lobby lobby ->
                    told(QueueAnswer.Lobby.of(lobby.opensAt(), sales.now()));
            case EnterQueue.Outcome.Closed closed -> told(new QueueAnswer.Closed(closed.reason()));
            case EnterQueue.Outcome.Elsewhere other ->
                    refused(QueueProblems.elsewhere(other.scheduleId()));
            case EnterQueue.Outcome.Full _ -> refused(QueueProblems.full());
            case EnterQueue.Outcome.Restoring _ -> refused(QueueProblems.restoring());
            case EnterQueue.Outcome.NotQueued _ -> refused(QueueProblems.notQueued());
        };
    }

    private QueueAnswer waiting(EnterQueue.Outcome.Waiting waiting) {
        UUID scheduleId = waiting.receipt().scheduleId();
        long place = waiting.receipt().place();
        long ahead = waiting.position() - 1;
        @Nullable FollowedLine line = lines.known(scheduleId);
        if (line == null) {
            Thread.startVirtualThread(() -> lines.find(scheduleId)); // for the first poll
            return QueueAnswer.Waiting.unfollowed(place, ahead, waiting.text());
        }
        @Nullable Sale sale = sales.known(scheduleId);
        Snapshot snapshot = line.snapshot();
        snapshot.seen(place, lines.nowSeconds());
        return snapshot.head().isReturning()
                ? QueueAnswer.Restoring.of(place, waiting.text())
                : QueueAnswer.Waiting.in(snapshot, place, ahead, waiting.text())
                        .with(sale == null ? null : sale.notice());
    }

    private static CompletionStage<EnterAnswer> told(QueueAnswer answer) {
        return CompletableFuture.completedFuture(new EnterAnswer.Told(answer));
    }

    private static CompletionStage<EnterAnswer> refused(Problem problem) {
        return CompletableFuture.completedFuture(new EnterAnswer.Refused(problem));
    }
}
