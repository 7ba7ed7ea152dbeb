package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Status;

/** Health is told from memory: whatever a server does, and however often somebody asks for it. */
class DependencyTest {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int PROBES = 10_000;

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @Test
    void aServerThatNeverAnswersHoldsUpNobody() {
        AtomicInteger asking = new AtomicInteger();
        AtomicInteger atOnce = new AtomicInteger();
        try (Dependency silent =
                dependency(() -> {
                    atOnce.accumulateAndGet(asking.incrementAndGet(), Math::max);
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        asking.decrementAndGet();
                    }
                })) {
            long start = System.nanoTime();
            for (int i = 0; i < PROBES; i++) {
                assertThat(silent.health().getStatus()).isEqualTo(Dependency.DEGRADED);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);

            Wait.until(
                    "it is given up",
                    SOON,
                    () -> silent.health().getDetails().containsValue("no answer within 3 s"));
            Wait.until("it is asked again", SOON, () -> asking.get() == 1);
            assertThat(atOnce).hasValue(1);
            assertThat(gauge()).isZero();
        }
    }

    @Test
    void probesAskNoServer() {
        AtomicInteger asked = new AtomicInteger();
        try (Dependency server = dependency(asked::incrementAndGet)) {
            Wait.until("it has answered", SOON, server::isUp);
            long start = System.nanoTime();

            for (int i = 0; i < PROBES; i++) {
                assertThat(server.health().getStatus()).isEqualTo(Status.UP);
            }

            long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
            assertThat(asked.get()).isLessThanOrEqualTo((int) seconds + 3);
            assertThat(gauge()).isOne();
        }
    }

    @Test
    void aChangeIsOneLineInTheLog() {
        AtomicBoolean away = new AtomicBoolean(true);
        AtomicInteger asked = new AtomicInteger();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger log = (Logger) LoggerFactory.getLogger(Dependency.class);
        lines.start();
        log.addAppender(lines);
        try (Dependency server =
                dependency(() -> {
                    asked.incrementAndGet();
                    if (away.get()) {
                        throw new IllegalStateException("nobody listens");
                    }
                })) {
            Wait.until("it was asked several times", SOON, () -> asked.get() >= 3);
            away.set(false);
            Wait.until("it is up", SOON, server::isUp);

            assertThat(List.copyOf(lines.list).stream().map(ILoggingEvent::getFormattedMessage))
                    .filteredOn(line -> line.startsWith("test "))
                    .containsExactly(
                            "test does not answer, the node is degraded. If it should: is onsale.test.url right? nobody listens",
                            "test answers again");
        } finally {
            log.detachAppender(lines);
        }
    }

    private Dependency dependency(Dependency.Question question) {
        return new Dependency("test", Dependency.DEGRADED, "onsale.test.url", question, metrics);
    }

    private double gauge() {
        return metrics.get("onsale.dependency.up").tag("dependency", "test").gauge().value();
    }
}
