package onsale.ops.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import onsale.platform.db.Database;
import onsale.platform.job.Loop;
import org.jspecify.annotations.Nullable;

/** The {@link PostgresState} as metrics; while PostgreSQL does not answer, gauges are NaN. */
public final class PostgresMetrics implements AutoCloseable {

    private static final Duration ASK_EVERY = Duration.ofSeconds(15);

    private final Database reader;
    private final MeterRegistry registry;
    private final Loop loop = new Loop("postgres-metrics", this::step);
    private volatile @Nullable PostgresState now;
    private volatile @Nullable PostgresState last;

    public PostgresMetrics(Database reader, MeterRegistry registry) {
        this.reader = reader;
        this.registry = registry;
        gauge("connections", "Clients", PostgresState::connections);
        gauge("connections.max", "The most clients", PostgresState::connectionsMax);
        gauge(
                "longest.transaction.seconds",
                "Age of the oldest open transaction",
                PostgresState::longestTransactionSeconds);
        gauge("lock.waits", "Sessions that wait for a lock", PostgresState::waitingForLocks);
        gauge(
                "id.age",
                "Transactions since the oldest frozen row; PostgreSQL stops at two billion",
                PostgresState::idAge);
        gauge(
                "replication.lag.seconds",
                "Of the replica that is furthest behind; 0 without one",
                PostgresState::replicationLagSeconds);
        gauge("size.bytes", "Size of the database", PostgresState::sizeBytes);
        gauge(
                "cache.hit.ratio",
                "Reads that needed no disk, since the statistics were reset",
                PostgresState::cacheHitRatio);
        counter("deadlocks", "Deadlocks", PostgresState::deadlocks);
        counter("commits", "Transactions committed", PostgresState::commits);
        counter("rollbacks", "Transactions rolled back", PostgresState::rollbacks);
    }

    public PostgresMetrics start() {
        loop.start();
        return this;
    }

    private Duration step() {
        try {
            PostgresState state = PostgresState.read(reader);
            now = state;
            last = state;
        } catch (RuntimeException e) {
            now = null; // onsale_dependency_up tells it
        }
        return ASK_EVERY;
    }

    private void gauge(String name, String description, ToDoubleFunction<PostgresState> value) {
        Gauge.builder(
                        "onsale.postgres." + name,
                        () -> {
                            @Nullable PostgresState known = now;
                            return known == null ? Double.NaN : value.applyAsDouble(known);
                        })
                .description(description)
                .register(registry);
    }

    private void counter(String name, String description, ToDoubleFunction<PostgresState> value) {
        FunctionCounter.builder(
                        "onsale.postgres." + name,
                        this,
                        self -> {
                            @Nullable PostgresState known = self.last;
                            return known == null ? 0 : value.applyAsDouble(known);
                        })
                .description(description)
                .register(registry);
    }

    @Override
    public void close() {
        loop.close(Duration.ZERO);
    }
}
