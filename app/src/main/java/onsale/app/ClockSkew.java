package onsale.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import onsale.platform.job.Loop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Compares this node's clock with those of the servers. Tokens and passes end by the node's clock,
 * holds and turns by the servers': a node whose clock is wrong refuses good tokens or believes ones
 * that have ended, and nobody would look for the reason there.
 */
final class ClockSkew implements HealthIndicator, AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(1);

    private static final Duration COMPARE_EVERY = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(ClockSkew.class);

    @FunctionalInterface
    interface Remote {
        Instant now() throws Exception;
    }

    private final Clock clock;
    private final List<Compared> all;
    private final Loop loop;

    ClockSkew(Clock clock, Map<String, Remote> remotes, MeterRegistry registry) {
        this.clock = clock;
        this.all =
                new TreeMap<>(remotes)
                        .entrySet().stream()
                                .map(remote -> new Compared(remote.getKey(), remote.getValue()))
                                .toList();
        for (Compared one : all) {
            Gauge.builder("onsale.clock.skew.seconds", one, Compared::seconds)
                    .description("By how much the clock of this node is ahead of a server's")
                    .tag("against", one.name)
                    .register(registry);
        }
        this.loop = Loop.every(COMPARE_EVERY, "clock-skew", this::compare);
    }

    ClockSkew start() {
        loop.start();
        return this;
    }

    /** The clock of one server, and how far ours was from it when last asked. */
    private static final class Compared {
        private final String name;
        private final Remote remote;
        private volatile @Nullable Duration skew;
        private volatile boolean wrong;

        Compared(String name, Remote remote) {
            this.name = name;
            this.remote = remote;
        }

        /** Not a number while it is not known. */
        double seconds() {
            @Nullable Duration known = skew;
            return known == null ? Double.NaN : known.toMillis() / 1_000.0;
        }
    }

    @Override
    public Health health() {
        boolean wrong = all.stream().anyMatch(one -> one.wrong);
        Health.Builder health = wrong ? Health.status(Dependency.DEGRADED) : Health.up();
        for (Compared one : all) {
            @Nullable Duration known = one.skew;
            if (known != null) {
                health.withDetail(one.name + "Millis", known.toMillis());
            }
        }
        return health.build();
    }

    void compare() {
        all.forEach(this::compare);
    }

    private void compare(Compared one) {
        try {
            Instant sent = clock.instant();
            Instant there = one.remote.now();
            Duration half = Duration.between(sent, clock.instant()).dividedBy(2);
            note(one, Duration.between(there, sent.plus(half)), half);
        } catch (Exception e) { // whether the server answers is told elsewhere
            LOG.debug("The clock of {} is not known: {}", one.name, e.toString());
        }
    }

    /** The answer may have taken any part of the round trip: what that explains is no skew. */
    private static void note(Compared one, Duration skew, Duration uncertain) {
        boolean wrong = skew.abs().minus(uncertain.abs()).compareTo(LIMIT) > 0;
        boolean before = one.wrong;
        one.skew = skew;
        one.wrong = wrong;
        if (wrong && !before) {
            LOG.warn(
                    "The clock of this node is {} ms {} that of {}: is it set by NTP?",
                    skew.abs().toMillis(),
                    skew.isNegative() ? "behind" : "ahead of",
                    one.name);
        } else if (!wrong && before) {
            LOG.info("The clock of this node agrees with that of {} again", one.name);
        }
    }

    @Override
    public void close() {
        loop.close(Duration.ZERO);
    }
}
