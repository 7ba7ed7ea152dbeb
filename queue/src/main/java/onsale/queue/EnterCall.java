package onsale.queue;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.contracts.EntryPass;
import onsale.platform.access.CurrentUser;
import onsale.platform.door.HotAnswer;
import onsale.platform.door.HotCall;
import onsale.platform.door.HotRequest;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;

/** Entering at the door, without a thread that waits. The controller does what is not plain. */
final class EnterCall implements HotCall {

    static final String PATH = "/api/queue/enter";

    private static final Pattern PLAIN =
            Pattern.compile(
                    "\\s*\\{\\s*\"scheduleId\"\\s*:\\s*\"([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\"\\s*}\\s*");

    private final Sales sales;
    private final EnterQueue enter;
    private final Lines lines;
    private final Status status;

    EnterCall(Sales sales, EnterQueue enter, Lines lines, Status status) {
        this.sales = sales;
        this.enter = enter;
        this.lines = lines;
        this.status = status;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public @Nullable CompletionStage<HotAnswer> answer(
            HotRequest request, CurrentUser user, String body) {
        Matcher plain = PLAIN.matcher(body);
        @Nullable Sale sale = plain.matches() ? sales.known(UUID.fromString(plain.group(1))) : null;
        if (sale == null) {
            return null;
        }
        String requestId = request.requestId();
        return run(sale, user)
                .thenApply(answer ->
                        switch (answer) {
                            case Answer.Json json -> StatusAnswers.answer(json.text());
                            case Answer.Refused refused ->
                                    QueueProblems.hot(refused.problem(), requestId);
                        })
                .exceptionally(
                        failure -> QueueProblems.hot(PlatformProblems.unavailable(), requestId));
    }

    /** What the fan is told, by whichever way they came. */
    sealed interface Answer {

        record Json(String text) implements Answer {}

        record Refused(Problem problem) implements Answer {}
    }

    CompletionStage<Answer> run(Sale sale, CurrentUser user) {
        Fan fan = new Fan(user.userId(), EntryPass.person(user.personId()));
        return enter.run(sale, fan).thenCompose(outcome -> told(outcome));
    }

    private CompletionStage<Answer> told(EnterQueue.Outcome outcome) {
        return switch (outcome) {
            case EnterQueue.Outcome.Turn turn ->
                    // To take up a call is a commit, which blocks.
                    CompletableFuture.supplyAsync(
                            () -> new Answer.Json(status.now(turn.receipt(), turn.text())),
                            Thread::startVirtualThread);
            case EnterQueue.Outcome.Waiting waiting -> json(waiting(waiting));
            case EnterQueue.Outcome.Lobby lobby ->
                    json(StatusAnswers.lobby(lobby.opensAt(), sales.now()));
            case EnterQueue.Outcome.Closed closed -> json(StatusAnswers.closed(closed.reason()));
            case EnterQueue.Outcome.Elsewhere other ->
                    refused(QueueProblems.elsewhere(other.scheduleId()));
            case EnterQueue.Outcome.Full _ -> refused(QueueProblems.full());
            case EnterQueue.Outcome.Restoring _ -> refused(QueueProblems.restoring());
            case EnterQueue.Outcome.NotQueued _ -> refused(QueueProblems.notQueued());
        };
    }

    private String waiting(EnterQueue.Outcome.Waiting waiting) {
        UUID id = waiting.receipt().scheduleId();
        long place = waiting.receipt().place();
        Lines.@Nullable Followed line = lines.known(id);
        if (line == null) {
            Thread.startVirtualThread(() -> lines.find(id)); // for the first poll
            return "{\"state\":\"WAITING\",\"number\":%d,\"position\":%d,\"ahead\":%d,\"pollAfterMillis\":%d,\"receipt\":\"%s\"}"
                    .formatted(
                            place,
                            waiting.position(),
                            waiting.position() - 1,
                            StatusAnswers.POLL_MILLIS_MIN,
                            waiting.text());
        }
        line.snapshot().seen(place, lines.nowSeconds());
        if (line.snapshot().head().isReturning()) {
            return StatusAnswers.restoring(place, waiting.text());
        }
        return StatusAnswers.waiting(
                line.snapshot(), place, waiting.position() - 1, waiting.text());
    }

    private static CompletionStage<Answer> json(String text) {
        return CompletableFuture.completedFuture(new Answer.Json(text));
    }

    private static CompletionStage<Answer> refused(Problem problem) {
        return CompletableFuture.completedFuture(new Answer.Refused(problem));
    }
}
