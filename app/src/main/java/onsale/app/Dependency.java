package onsale.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.platform.job.Loop;
import onsale.platform.node.NodeReport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * A server that this node needs, asked once a second in the background. Health and metrics tell the
 * last answer from memory, so that probes cost nothing and never wait, however many there are.
 */
final class Dependency implements HealthIndicator, AutoCloseable {

    /** The node goes on without it, but not as well as with it. */
    static final Status DEGRADED = new Status("DEGRADED");

    static final Duration ASK_EVERY = Duration.ofSeconds(1);

    /** Longer than a single step of any question takes to fail by itself. */
    static final Duration ANSWER_WITHIN = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(Dependency.class);

    @FunctionalInterface
    interface Question {
        void ask() throws Exception;
    }

    /** What is known of a server; before the first answer that is nothing. */
    private sealed interface Known {
        record Nothing() implements Known {}

        /** Its last answer took so long. */
        record Up(long millis) implements Known {}

        record Away(String reason) implements Known {}
    }

    private final String name;
    private final Status whenAway;
    private final String address;
    private final Question question;
    private final Loop loop;
    private volatile Known known = new Known.Nothing();

    /**
     * @param whenAway DOWN if the node can do nothing without it, else {@link #DEGRADED}
     * @param address the setting that says where it is
     */
    Dependency(
            String name,
            Status whenAway,
            String address,
            Question question,
            MeterRegistry registry) {
        this.name = name;
        this.whenAway = whenAway;
        this.address = address;
        this.question = question;
        Gauge.builder("onsale.dependency.up", this, self -> self.isUp() ? 1 : 0)
                .description("Whether a server that this node needs answers")
                .tag("dependency", name)
                .register(registry);
        this.loop = Loop.every(ASK_EVERY, "ask-" + name, () -> note(askOnce()));
        loop.start(); // which reads the field
    }

    String name() {
        return name;
    }

    boolean isUp() {
        return known instanceof Known.Up;
    }

    NodeReport.Server report() {
        return new NodeReport.Server(name, isUp(), known instanceof Known.Up up ? up.millis() : 0);
    }

    @Override
    public Health health() {
        return switch (known) {
            case Known.Nothing _ -> Health.status(whenAway).build();
            case Known.Up _ -> Health.up().build();
            case Known.Away away ->
                    Health.status(whenAway).withDetail("reason", away.reason()).build();
        };
    }

    /** In a thread of its own, which is interrupted when it takes too long. */
    private Known askOnce() {
        FutureTask<Known> asking =
                new FutureTask<>(() -> {
                    long started = System.nanoTime();
                    question.ask();
                    return new Known.Up(Duration.ofNanos(System.nanoTime() - started).toMillis());
                });
        Thread.ofVirtual().name("asking-" + name).start(asking);
        try {
            return asking.get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            return new Known.Away(reason(e.getCause() == null ? e : e.getCause()));
        } catch (TimeoutException e) {
            return new Known.Away("no answer within " + ANSWER_WITHIN.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return known;
        } finally {
            asking.cancel(true);
        }
    }

    private static String reason(Throwable failure) {
        @Nullable Throwable cause = failure.getCause();
        String own = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return cause == null || cause.getMessage() == null || own.contains(cause.getMessage())
                ? own
                : own + ": " + cause.getMessage();
    }

    /** One line when it changes; that all is well at the start goes without saying. */
    private void note(Known now) {
        Known before = known;
        if (loop.isStopping()) {
            known = now;
            return;
        }
        if (now instanceof Known.Away away && !(before instanceof Known.Away)) {
            LOG.warn(
                    "{} does not answer, the node is {}. If it should: is {} right? {}",
                    name,
                    whenAway.equals(DEGRADED) ? "degraded" : "not ready",
                    address,
                    away.reason());
        } else if (now instanceof Known.Up && before instanceof Known.Away) {
            LOG.info("{} answers again", name);
        }
        known = now; // whoever sees it finds its line in the log
    }

    @Override
    public void close() {
        loop.close(Duration.ZERO);
    }
}
