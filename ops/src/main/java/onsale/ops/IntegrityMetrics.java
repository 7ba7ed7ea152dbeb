package onsale.ops;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import onsale.ops.IntegrityStore.Result;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last results of the checks as metrics. One node runs the checks; every node shows the stored
 * results, which it reads at most twice a minute.
 */
final class IntegrityMetrics {

    private static final Duration FRESH_FOR = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(IntegrityMetrics.class);

    private final IntegrityStore store;
    private Map<String, Result> results = Map.of();
    private long readNanos;
    private boolean read;

    private IntegrityMetrics(IntegrityStore store) {
        this.store = store;
    }

    static void register(MeterRegistry registry, IntegrityChecks checks, IntegrityStore store) {
        IntegrityMetrics metrics = new IntegrityMetrics(store);
        for (IntegrityCheck check : checks.all()) {
            Gauge.builder("onsale.integrity.found", () -> metrics.found(check))
                    .description("What the check found when it last ran; NaN if it could not look")
                    .tags("check", check.name(), "severity", check.severity().name())
                    .register(registry);
            Gauge.builder("onsale.integrity.threshold", check, IntegrityCheck::threshold)
                    .description("So many are no alarm yet")
                    .tags("check", check.name(), "severity", check.severity().name())
                    .register(registry);
        }
    }

    private synchronized double found(IntegrityCheck check) {
        if (!read || System.nanoTime() - readNanos > FRESH_FOR.toNanos()) {
            try {
                results = store.all();
            } catch (RuntimeException e) {
                LOG.warn("The results of integrity checks are not known: {}", e.toString());
                results = Map.of();
            }
            readNanos = System.nanoTime();
            read = true;
        }
        @Nullable Result result = results.get(check.name());
        return result == null || result.problem() != null ? Double.NaN : result.found();
    }
}
