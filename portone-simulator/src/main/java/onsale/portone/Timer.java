package onsale.portone;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs actions later. Those that must survive the process are in the state and are scheduled again.
 */
final class Timer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Timer.class);

    private final Clock clock;
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().name("portone-timer").daemon().factory());

    Timer(Clock clock) {
        this.clock = clock;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    void at(Instant due, Runnable action) {
        try {
            var _ =
                    thread.schedule(
                            () -> run(action),
                            Duration.between(clock.instant(), due).toMillis(),
                            TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            log.debug("Stopped; the next run does it", e);
        }
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            log.warn("A timed action failed", e);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
