package onsale.edge.limit;

import java.time.Duration;

/** A number of calls in a sliding window. A short window limits the rate of a burst. */
public record Limit(int calls, long windowMillis) {

    public Limit {
        if (calls < 1 || windowMillis < 1) {
            throw new IllegalArgumentException(
                    "not a limit: " + calls + " in " + windowMillis + " ms");
        }
    }

    public static Limit of(int calls, Duration window) {
        return new Limit(calls, window.toMillis());
    }

    public static Limit perSecond(int calls) {
        return of(calls, Duration.ofSeconds(1));
    }

    public static Limit perMinute(int calls) {
        return of(calls, Duration.ofMinutes(1));
    }
}
