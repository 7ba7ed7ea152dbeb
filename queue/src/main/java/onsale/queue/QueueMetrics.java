package onsale.queue;

import io.micrometer.core.instrument.Counter;
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

/**
 * What operators watch of the lines this node follows, by schedule, and what this node has done for
 * those that Redis lost.
 */
final class QueueMetrics {

    private final MeterRegistry registry;
    private final Map<MultiGauge, ToDoubleFunction<Lines.Followed>> gauges = new LinkedHashMap<>();
    private final Timer tick;
    private final Counter back;

    QueueMetrics(MeterRegistry registry) {
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
        back =
                Counter.builder("onsale.queue.returned")
                        .description("Fans sent back to their numbers after a loss")
                        .register(registry);
    }

    private void gauge(String name, String what, ToDoubleFunction<Lines.Followed> value) {
        gauges.put(
                MultiGauge.builder("onsale.queue." + name).description(what).register(registry),
                value);
    }

    Timer tick() {
        return tick;
    }

    void returned(int fans) {
        back.increment(fans);
    }

    void lost(Line.Cause cause) {
        registry.counter("onsale.queue.losses", "cause", cause.name()).increment();
    }

    /** Which lines there are; their figures are read when somebody asks. */
    void follows(Collection<Lines.Followed> all) {
        gauges.forEach((gauge, value) -> {
            List<Row<?>> rows = new ArrayList<>(all.size());
            all.forEach(one ->
                    rows.add(Row.of(Tags.of("schedule", one.scheduleId.toString()), one, value)));
            gauge.register(rows, true);
        });
    }
}
