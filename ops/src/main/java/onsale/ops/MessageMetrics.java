package onsale.ops;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import onsale.ops.OperatorMessages.Summary;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Metrics of waiting messages and dead letters, read from the rows, the same on every node. */
final class MessageMetrics {

    /** All gauges are read together, by one query. */
    private static final Duration FRESH_FOR = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(MessageMetrics.class);

    private final OperatorMessages messages;
    private final InstantSource clock;
    private @Nullable List<Summary> read;
    private Instant readAt = Instant.EPOCH;

    MessageMetrics(OperatorMessages messages, InstantSource clock) {
        this.messages = messages;
        this.clock = clock;
    }

    void register(MeterRegistry registry) {
        gauge(
                registry,
                "onsale.outbox.waiting",
                "Messages recorded and not yet with Kafka",
                all -> all.stream().mapToLong(Summary::waiting).sum());
        gauge(
                registry,
                "onsale.outbox.oldest.seconds",
                "Age of the oldest message that is not yet with Kafka",
                this::oldestSeconds);
        gauge(
                registry,
                "onsale.messages.dead",
                "Messages that were given up and wait for somebody",
                all -> all.stream().mapToLong(Summary::dead).sum());
    }

    private double oldestSeconds(List<Summary> all) {
        return all.stream()
                .map(Summary::oldestAt)
                .filter(Objects::nonNull)
                .mapToLong(oldest -> Duration.between(oldest, clock.instant()).toSeconds())
                .max()
                .orElse(0);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String what,
            ToDoubleFunction<List<Summary>> value) {
        Gauge.builder(
                        name,
                        () -> {
                            @Nullable List<Summary> known = summary();
                            return known == null ? Double.NaN : value.applyAsDouble(known);
                        })
                .description(what)
                .register(registry);
    }

    private synchronized @Nullable List<Summary> summary() {
        if (clock.instant().isAfter(readAt.plus(FRESH_FOR))) {
            readAt = clock.instant();
            try {
                read = messages.summary();
            } catch (RuntimeException e) {
                LOG.warn("The outbox is not known: {}", e.toString());
                read = null;
            }
        }
        return read;
    }
}
