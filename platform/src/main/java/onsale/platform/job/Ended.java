package onsale.platform.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a run of a job ended.
 *
 * @param error null if it succeeded
 * @param backlog how much waits for the job; null if it counts nothing
 */
record Ended(Duration took, @Nullable String error, @Nullable Long backlog) {

    private static final int CAUSES_MAX = 5;

    boolean failed() {
        return error != null;
    }

    /** The types of a failure and its causes. Not their messages, which may quote a fan's data. */
    static String describe(Throwable failure) {
        StringBuilder types = new StringBuilder(failure.getClass().getSimpleName());
        @Nullable Throwable cause = failure.getCause();
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            types.append(" < ").append(cause.getClass().getSimpleName());
            cause = cause.getCause();
        }
        return types.toString();
    }
}
