package onsale.app;

import java.time.Duration;
import java.time.Instant;
import onsale.platform.StartFailure;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether requests may be sent to this node: its start is finished and nobody has asked it to stop.
 * Together with PostgreSQL this is readiness. Redis and Kafka are no part of it, because a node
 * goes on without them; a balancer would otherwise drop every node in an outage they all survive.
 */
final class Readiness implements HealthIndicator {

    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final Duration BETWEEN = Duration.ofMillis(50);

    private enum Phase {
        STARTING,
        STARTED,
        STOPPING
    }

    private final Dependency postgres;
    private Phase phase = Phase.STARTING;

    Readiness(Dependency postgres) {
        this.postgres = postgres;
    }

    void awaitPostgres() {
        Instant deadline = Instant.now().plus(WITHIN);
        while (!postgres.isUp()) {
            if (Instant.now().isAfter(deadline)) {
                throw new StartFailure(
                        "Not ready after %d s: PostgreSQL does not answer, check onsale.postgres.url."
                                .formatted(WITHIN.toSeconds()));
            }
            pause();
        }
    }

    /** The last step of a start. */
    synchronized void started() {
        if (phase == Phase.STARTING) {
            phase = Phase.STARTED;
        }
    }

    /** The first step of a stop. */
    synchronized void stopping() {
        phase = Phase.STOPPING;
    }

    synchronized boolean isStarted() {
        return phase == Phase.STARTED;
    }

    @Override
    public synchronized Health health() {
        return (phase == Phase.STARTED ? Health.up() : Health.outOfService())
                .withDetail("phase", phase)
                .build();
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
