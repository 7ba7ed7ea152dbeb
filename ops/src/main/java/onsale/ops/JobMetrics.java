package onsale.ops;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import onsale.ops.JobStore.JobView;
import onsale.platform.job.Loop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs of all contexts as metrics, read from their rows: the same on every node. */
final class JobMetrics implements AutoCloseable {

    private static final Duration READ_EVERY = Duration.ofSeconds(15);
    private static final Logger LOG = LoggerFactory.getLogger(JobMetrics.class);

    private final JobStore store;
    private final Clock clock;
    private final MeterRegistry registry;
    private final Map<MultiGauge, ToDoubleFunction<JobView>> gauges = new LinkedHashMap<>();
    private final Loop loop = new Loop("job-metrics", this::step);

    JobMetrics(JobStore store, MeterRegistry registry, Clock clock) {
        this.store = store;
        this.registry = registry;
        this.clock = clock;
        gauge(
                "late",
                "1 if no node has run it although it was due long ago",
                one -> one.late() ? 1 : 0);
        gauge("failures", "Runs in a row that failed", JobView::failures);
        gauge("took.seconds", "The time that the last run took", JobMetrics::tookSeconds);
        gauge("age.seconds", "Since a run last succeeded; NaN if none has", this::ageSeconds);
        gauge("backlog", "Rows that wait for it; NaN if it counts none", JobMetrics::backlog);
        loop.start();
    }

    private void gauge(String name, String what, ToDoubleFunction<JobView> value) {
        gauges.put(
                MultiGauge.builder("onsale.job." + name).description(what).register(registry),
                value);
    }

    private Duration step() {
        try {
            List<JobView> jobs = store.all();
            gauges.forEach((gauge, value) -> gauge.register(rows(jobs, value), true));
        } catch (RuntimeException e) {
            LOG.warn("The jobs are not known: {}", e.toString());
        }
        return READ_EVERY;
    }

    private static List<Row<?>> rows(List<JobView> jobs, ToDoubleFunction<JobView> value) {
        return jobs.stream()
                .<Row<?>>map(one ->
                        Row.of(
                                Tags.of("context", one.context(), "job", one.job()),
                                value.applyAsDouble(one)))
                .toList();
    }

    private static double tookSeconds(JobView job) {
        @Nullable Long millis = job.tookMillis();
        return millis == null ? Double.NaN : millis / 1000.0;
    }

    private double ageSeconds(JobView job) {
        return Optional.ofNullable(job.succeededAt())
                .map(at -> Duration.between(at, clock.instant()).toMillis() / 1000.0)
                .orElse(Double.NaN);
    }

    private static double backlog(JobView job) {
        @Nullable Long rows = job.backlog();
        return rows == null ? Double.NaN : rows.doubleValue();
    }

    @Override
    public void close() {
        loop.close(Duration.ZERO);
    }
}
