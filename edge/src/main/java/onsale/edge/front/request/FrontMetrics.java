package onsale.edge.front.request;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;

/** The metrics {@code onsale.front.*}. */
public final class FrontMetrics {

    /** Who answered a request: the tag {@code kind} of {@code onsale.front.requests}. */
    public enum AnsweredBy {
        HOT,
        STATIC,
        STREAM,
        ORDINARY,
        REFUSED,
        LIMITED
    }

    private final MeterRegistry registry;
    private final Map<AnsweredBy, Counter> requests = new EnumMap<>(AnsweredBy.class);

    public FrontMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (AnsweredBy kind : AnsweredBy.values()) {
            requests.put(
                    kind,
                    Counter.builder("onsale.front.requests")
                            .description("Requests by who answered them")
                            .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    public void count(AnsweredBy kind) {
        Objects.requireNonNull(requests.get(kind)).increment();
    }

    public Counter counter(String name, String description) {
        return Counter.builder("onsale.front." + name).description(description).register(registry);
    }

    public void gauge(String name, String description, IntSupplier value) {
        Gauge.builder("onsale.front." + name, value::getAsInt)
                .description(description)
                .register(registry);
    }
}
