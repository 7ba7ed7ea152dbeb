package onsale.queue.snapshot;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Metrics of the lines that this node follows, by schedule. */
public final class LineMetrics {

    private final MeterRegistry registry;
    private final Map<MultiGauge, ToDoubleFunction<FollowedLine>> gauges = new LinkedHashMap<>();
    private final Timer tick;

    public LineMetrics(MeterRegistry registry) {
        this.registry = registry;
        gauge("waiting", "Fans in line", one -> one.snapshot().waiting());
        gauge("active", "Called or inside", one -> one.snapshot().head().active());
        gauge("called", "Called, the turn not taken up yet", one -> one.snapshot().called());
        gauge(
                "called.per.second",
                "Fans called each second, over half a minute",
                one -> one.snapshot().admittedPerSecond());
        gauge(
                "restoring",
                "1 while Redis has lost the line and it is not rebuilt",
                one -> one.isRestoring() ? 1 : 0);
        gauge(
                "returning",
                "1 while fans come back after a loss and nobody is called",
                one -> one.snapshot().head().isReturning() ? 1 : 0);
        tick =
                Timer.builder("onsale.queue.tick")
                        .description("To bring one line of this node up to date")
                        .publishPercentiles(0.5, 0.99)
                        .register(registry);
    }

    private void gauge(String name, String what, ToDoubleFunction<FollowedLine> value) {
        gauges.put(
                MultiGauge.builder("onsale.queue." + name).description(what).register(registry),
                value);
    }

    /** Times how long it takes to bring one line up to date. */
    Timer tick() {
        return tick;
    }

    /** Sets the lines that are measured; their figures are read when a scrape asks for them. */
    void follows(Collection<FollowedLine> all) {
        gauges.forEach((gauge, value) -> {
            List<Row<?>> rows = new ArrayList<>(all.size());
            all.forEach(one ->
                    rows.add(Row.of(Tags.of("schedule", one.scheduleId().toString()), one, value)));
            gauge.register(rows, true);
        });
    }
}
