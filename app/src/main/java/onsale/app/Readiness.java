package onsale.app;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import onsale.platform.StartFailure;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** Ready means: every dependency answers, right now. */
final class Readiness {

    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final Duration BETWEEN = Duration.ofMillis(200);

    private final Map<String, HealthIndicator> dependencies;

    Readiness(Map<String, HealthIndicator> dependencies) {
        this.dependencies = new TreeMap<>(dependencies);
    }

    void await() {
        Instant deadline = Instant.now().plus(WITHIN);
        for (Map.Entry<String, HealthIndicator> dependency : dependencies.entrySet()) {
            while (!isUp(dependency.getValue())) {
                if (Instant.now().isAfter(deadline)) {
                    throw new StartFailure(
                            "Not ready after %d s: %s is down."
                                    .formatted(WITHIN.toSeconds(), dependency.getKey()));
                }
                pause();
            }
        }
    }

    private static boolean isUp(HealthIndicator indicator) {
        Health health = indicator.health();
        return health != null && health.getStatus().equals(Status.UP);
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Stopped during the start.");
        }
    }
}
