package onsale.queue;

import java.time.Duration;
import java.util.UUID;
import onsale.platform.front.HotAnswer;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;

/** The problems with which this context refuses requests. */
public final class QueueProblems {

    /** The codes as text, for {@link ProblemCodes}. */
    public static final class Codes {

        public static final String FULL = "queue.full";
        public static final String RESTORING = "queue.restoring";
        public static final String ELSEWHERE = "queue.elsewhere";
        public static final String NOT_QUEUED = "queue.not_queued";
        public static final String BAD_RECEIPT = "queue.bad_receipt";
        public static final String BAD_TOKEN = "queue.bad_token";
        public static final String TURN_OVER = "queue.turn_over";
        public static final String NO_MORE_EXTENSIONS = "queue.no_more_extensions";

        private Codes() {}
    }

    static final ProblemCode FULL = new ProblemCode(Codes.FULL, 503, "The waiting room is full");
    static final ProblemCode RESTORING =
            new ProblemCode(Codes.RESTORING, 503, "The waiting room is being restored");
    static final ProblemCode ELSEWHERE =
            new ProblemCode(Codes.ELSEWHERE, 409, "You are waiting for another show");
    static final ProblemCode NOT_QUEUED =
            new ProblemCode(Codes.NOT_QUEUED, 409, "There is no waiting room");
    static final ProblemCode BAD_RECEIPT =
            new ProblemCode(Codes.BAD_RECEIPT, 403, "The receipt is not valid here");
    static final ProblemCode BAD_TOKEN =
            new ProblemCode(Codes.BAD_TOKEN, 403, "The entry token is not valid here");
    static final ProblemCode TURN_OVER = new ProblemCode(Codes.TURN_OVER, 410, "This turn is over");
    static final ProblemCode NO_MORE_EXTENSIONS =
            new ProblemCode(Codes.NO_MORE_EXTENSIONS, 409, "The turn was extended before");

    private static final Duration COME_BACK_AFTER = Duration.ofSeconds(30);

    private QueueProblems() {}

    public static Problem full() {
        return Problem.of(FULL, "Come back in a moment; places become free as fans are let in.")
                .retryIn(COME_BACK_AFTER);
    }

    public static Problem restoring() {
        return Problem.of(RESTORING, "Enter again in a moment.")
                .retryIn(PlatformProblems.RETRY_AFTER);
    }

    public static Problem elsewhere(UUID scheduleId) {
        return Problem.of(ELSEWHERE, "Leave that waiting room first, or stay in it.")
                .with("scheduleId", scheduleId);
    }

    public static Problem notQueued() {
        return Problem.of(NOT_QUEUED, "Choose your seats at once.");
    }

    public static Problem badReceipt() {
        return Problem.of(BAD_RECEIPT, "Enter the waiting room again.");
    }

    public static Problem badToken() {
        return Problem.of(BAD_TOKEN, "Ask for your status in the waiting room.");
    }

    public static Problem turnOver() {
        return Problem.of(TURN_OVER, "Enter the waiting room again.");
    }

    public static Problem noMoreExtensions() {
        return Problem.of(NO_MORE_EXTENSIONS, "Hold your seats while the turn lasts.");
    }

    public static Problem notFound() {
        return Problem.of(PlatformProblems.NOT_FOUND, "Check the address.");
    }

    /** The problem as the front sends it. */
    public static HotAnswer hot(Problem problem, String requestId) {
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
