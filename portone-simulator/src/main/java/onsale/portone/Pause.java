package onsale.portone;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Sleeps as part of a fault. */
final class Pause {

    private Pause() {}

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void until(Instant instant, Clock clock) {
        millis(Math.max(0, Duration.between(clock.instant(), instant).toMillis()));
    }
}
