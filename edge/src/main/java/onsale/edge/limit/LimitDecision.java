package onsale.edge.limit;

import java.time.Duration;
import java.util.function.BiConsumer;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;

/**
 * The decision of a limit on one request.
 *
 * @param left further requests that would pass now
 * @param resetsInMillis until the bucket ends or, if refused, until a request passes again
 */
public record LimitDecision(Limit limit, boolean allowed, int left, long resetsInMillis) {

    public static final String LIMIT_HEADER = "RateLimit-Limit";
    public static final String REMAINING_HEADER = "RateLimit-Remaining";
    public static final String RESET_HEADER = "RateLimit-Reset";

    /** Returns the decision of the limit that stops the client first. */
    public LimitDecision tighter(LimitDecision other) {
        if (allowed != other.allowed) {
            return allowed ? other : this;
        }
        if (!allowed) {
            return resetsInMillis >= other.resetsInMillis ? this : other;
        }
        return left <= other.left ? this : other;
    }

    public Duration resetsIn() {
        return Duration.ofMillis(resetsInMillis);
    }

    public long resetsInSeconds() {
        return Math.ceilDiv(resetsInMillis, 1_000);
    }

    /** Sets the headers that tell the client about the limit. */
    public void headers(BiConsumer<String, String> set) {
        set.accept(LIMIT_HEADER, Integer.toString(limit.requests()));
        set.accept(REMAINING_HEADER, Integer.toString(left));
        set.accept(RESET_HEADER, Long.toString(resetsInSeconds()));
    }

    /** Returns the problem of a request that is refused. */
    public Problem problem() {
        return Problem.of(PlatformProblems.TOO_MANY, "Wait a moment, then try again.")
                .retryIn(resetsIn());
    }
}
