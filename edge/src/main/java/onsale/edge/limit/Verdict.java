package onsale.edge.limit;

import java.time.Duration;
import java.util.function.BiConsumer;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;

/**
 * What a limit says of one call.
 *
 * @param left calls that would still pass now
 * @param resetsIn until the bucket ends or, if refused, until a call passes again
 */
public record Verdict(Limit limit, boolean allowed, int left, Duration resetsIn) {

    public static final String LIMIT_HEADER = "RateLimit-Limit";
    public static final String REMAINING_HEADER = "RateLimit-Remaining";
    public static final String RESET_HEADER = "RateLimit-Reset";

    /** Of two limits a client wants to know the one that stops it first. */
    public Verdict tighter(Verdict other) {
        if (allowed != other.allowed) {
            return allowed ? other : this;
        }
        if (!allowed) {
            return resetsIn.compareTo(other.resetsIn) >= 0 ? this : other;
        }
        return left <= other.left ? this : other;
    }

    public long resetsInSeconds() {
        return resetsIn.plusMillis(999).toSeconds();
    }

    /** The same headers wherever a limit applies. */
    public void headers(BiConsumer<String, String> set) {
        set.accept(LIMIT_HEADER, Integer.toString(limit.calls()));
        set.accept(REMAINING_HEADER, Integer.toString(left));
        set.accept(RESET_HEADER, Long.toString(resetsInSeconds()));
    }

    /** And the same answer. */
    public Problem problem() {
        return Problem.of(PlatformProblems.TOO_MANY, "Wait a moment, then try again.")
                .retryIn(resetsIn);
    }
}
