package onsale.queue;

import java.time.Duration;
import java.util.UUID;
import onsale.platform.door.HotAnswer;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;

/** Everything this context may refuse. */
final class QueueProblems {

    static final ProblemCode FULL = new ProblemCode("queue.full", 503, "The waiting room is full");
    static final ProblemCode RESTORING =
            new ProblemCode("queue.restoring", 503, "The waiting room is being restored");
    static final ProblemCode ELSEWHERE =
            new ProblemCode("queue.elsewhere", 409, "You are waiting for another show");
    static final ProblemCode NOT_QUEUED =
            new ProblemCode("queue.not_queued", 409, "There is no waiting room");
    static final ProblemCode BAD_RECEIPT =
            new ProblemCode("queue.bad_receipt", 403, "The receipt is not valid here");
    static final ProblemCode BAD_TOKEN =
            new ProblemCode("queue.bad_token", 403, "The entry token is not valid here");
    static final ProblemCode TURN_OVER =
            new ProblemCode("queue.turn_over", 410, "This turn is over");
    static final ProblemCode NO_MORE_EXTENSIONS =
            new ProblemCode("queue.no_more_extensions", 409, "The turn was extended before");

    private static final Duration COME_BACK_AFTER = Duration.ofSeconds(30);

    private QueueProblems() {}

    static Problem full() {
        return Problem.of(FULL, "Come back in a moment; places become free as fans are let in.")
                .retryIn(COME_BACK_AFTER);
    }

    static Problem restoring() {
        return Problem.of(RESTORING, "Enter again in a moment.")
                .retryIn(PlatformProblems.RETRY_AFTER);
    }

    static Problem elsewhere(UUID scheduleId) {
        return Problem.of(ELSEWHERE, "Leave that waiting room first, or stay in it.")
                .with("scheduleId", scheduleId);
    }

    static Problem notQueued() {
        return Problem.of(NOT_QUEUED, "Choose your seats at once.");
    }

    static Problem badReceipt() {
        return Problem.of(BAD_RECEIPT, "Enter the waiting room again.");
    }

    static Problem badToken() {
        return Problem.of(BAD_TOKEN, "Ask for your status in the waiting room.");
    }

    static Problem notFound() {
        return Problem.of(PlatformProblems.NOT_FOUND, "Check the address.");
    }

    /** As the door sends it. */
    static HotAnswer hot(Problem problem, String requestId) {
        HotAnswer answer =
                HotAnswer.of(
                        problem.code().status(),
                        "application/problem+json",
                        problem.json(requestId));
        return problem.retryAfter() == null
                ? answer
                : answer.with("retry-after", "" + problem.retryAfterSeconds());
    }
}
