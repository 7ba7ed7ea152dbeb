package onsale.notification.delivery;

import java.time.Duration;

/** How long to wait after failures: twice as long each time, up to a bound. */
record Pauses(Duration first, Duration most) {

    Duration after(int failures) {
        long millis = first.toMillis() << Math.clamp(failures - 1, 0, 20);
        return Duration.ofMillis(Math.min(millis, most.toMillis()));
    }
}
