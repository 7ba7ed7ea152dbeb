package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import onsale.ops.OpsModule;
import onsale.platform.db.DatabaseProbe;
import onsale.platform.db.Databases;
import onsale.platform.redis.Redis;
import onsale.testkit.Stores;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Status;

/** A node whose clock is wrong says so, by the clocks of PostgreSQL and Redis. */
class ClockSkewTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static Redis redis;

    @SuppressWarnings("NullAway.Init")
    private static DatabaseProbe postgres;

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger log = (Logger) LoggerFactory.getLogger(ClockSkew.class);

    @BeforeAll
    static void connect() {
        redis = stores.redisConnection();
        stores.database(OpsModule.SCHEMA); // makes the role
        postgres =
                stores.closing(
                        new Databases(stores.postgresSettings(), stores.secret())
                                .probe(OpsModule.SCHEMA));
    }

    @BeforeEach
    void listen() {
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        log.detachAppender(lines);
    }

    @Test
    void aRightClockIsNoEvent() {
        ClockSkew skew = skewOf(Clock.systemUTC());

        skew.compare();

        assertThat(skew.health().getStatus()).isEqualTo(Status.UP);
        assertThat(seconds("postgres")).isCloseTo(0, Offset.offset(0.5));
        assertThat(seconds("redis")).isCloseTo(0, Offset.offset(0.5));
        assertThat(lines.list).isEmpty();
    }

    @Test
    void aWrongClockIsToldOnceAndUntilItIsRight() {
        MovableClock clock = new MovableClock();
        ClockSkew skew = skewOf(clock);
        clock.ahead = Duration.ofSeconds(5);

        skew.compare();
        skew.compare();

        assertThat(skew.health().getStatus()).isEqualTo(Dependency.DEGRADED);
        assertThat(seconds("postgres")).isCloseTo(5, Offset.offset(0.5));
        assertThat(seconds("redis")).isCloseTo(5, Offset.offset(0.5));
        assertThat(told()).hasSize(2).allMatch(line -> line.contains("ms ahead of that of"));

        clock.ahead = Duration.ofSeconds(-5);
        skew.compare();
        assertThat(seconds("redis")).isCloseTo(-5, Offset.offset(0.5));

        clock.ahead = Duration.ZERO;
        skew.compare();
        assertThat(skew.health().getStatus()).isEqualTo(Status.UP);
        assertThat(told()).hasSize(4).last().asString().contains("agrees with that of redis again");
    }

    /** Half of the round trip is counted as the way there, and may be any part of it. */
    @Test
    void aSlowAnswerIsNoSkew() {
        MovableClock clock = new MovableClock();
        ClockSkew.Remote slow =
                () -> {
                    Instant there = clock.instant();
                    clock.ahead = clock.ahead.plusSeconds(4);
                    return there;
                };
        ClockSkew skew = new ClockSkew(clock, Map.of("slow", slow), metrics);

        skew.compare();

        assertThat(seconds("slow")).isCloseTo(2, Offset.offset(0.1));
        assertThat(skew.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void aServerThatIsAwayChangesNothing() {
        ClockSkew.Remote away =
                () -> {
                    throw new IllegalStateException("away");
                };
        ClockSkew skew = new ClockSkew(Clock.systemUTC(), Map.of("away", away), metrics);

        skew.compare();

        assertThat(skew.health().getStatus()).isEqualTo(Status.UP);
        assertThat(seconds("away")).isNaN();
    }

    private ClockSkew skewOf(Clock clock) {
        return new ClockSkew(
                clock,
                Map.of("postgres", postgres::now, "redis", () -> OnsaleApplication.timeOf(redis)),
                metrics);
    }

    private double seconds(String against) {
        return metrics.get("onsale.clock.skew.seconds").tag("against", against).gauge().value();
    }

    private List<String> told() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static final class MovableClock extends Clock {

        private Duration ahead = Duration.ZERO;

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
