package onsale.edge.limit;

import java.time.Duration;

/** So many calls in a sliding window. */
public record Limit(int calls, Duration window) {

    public Limit {
        if (calls < 1 || window.toMillis() < 1) {
            throw new IllegalArgumentException("not a limit: " + calls + " in " + window);
        }
    }

    public static Limit perSecond(int calls) {
        return new Limit(calls, Duration.ofSeconds(1));
    }

    public static Limit perMinute(int calls) {
        return new Limit(calls, Duration.ofMinutes(1));
    }
}
