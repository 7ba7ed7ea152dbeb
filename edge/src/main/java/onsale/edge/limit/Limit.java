package onsale.edge.limit;

import java.time.Duration;

/** A number of requests in a sliding window. A short window limits the rate of a burst. */
public record Limit(int requests, long windowMillis) {

    public Limit {
        if (requests < 1 || windowMillis < 1) {
            throw new IllegalArgumentException(
                    "not a limit: " + requests + " in " + windowMillis + " ms");
        }
    }

    public static Limit of(int requests, Duration window) {
        return new Limit(requests, window.toMillis());
    }

    public static Limit perSecond(int requests) {
        return of(requests, Duration.ofSeconds(1));
    }

    public static Limit perMinute(int requests) {
        return of(requests, Duration.ofMinutes(1));
    }
}
