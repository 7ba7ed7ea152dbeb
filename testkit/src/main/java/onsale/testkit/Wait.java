package onsale.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Waits for a condition with a deadline; the only way a test lets time pass. */
public final class Wait {

    private static final Duration BETWEEN = Duration.ofMillis(20);

    private Wait() {}

    public static void until(String what, Duration within, Callable<Boolean> condition) {
        Instant deadline = Instant.now().plus(within);
        @Nullable Exception last = null;
        while (Instant.now().isBefore(deadline)) {
            try {
                if (condition.call()) {
                    return;
                }
                last = null;
            } catch (Exception e) {
                last = e; // reported if the condition is never met
            }
            try {
                Thread.sleep(BETWEEN);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting until " + what, e);
            }
        }
        throw new AssertionError("not within " + within.toSeconds() + " s: " + what, last);
    }
}
