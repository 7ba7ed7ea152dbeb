package onsale.edge.front.request;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import onsale.edge.front.route.Routes.Kind;

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

    /** The outcome of a request: the tag {@code outcome} of {@code onsale.front}. */
    private enum Outcome {
        OK,
        REFUSED,
        FAILED;

        static Outcome of(int status) {
            return status >= 500 ? FAILED : status >= 400 ? REFUSED : OK;
        }
    }

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10)
    };

    private final MeterRegistry registry;
    private final Map<Kind, Map<Outcome, Timer>> times = new EnumMap<>(Kind.class);
    private final Map<AnsweredBy, Counter> requests = new EnumMap<>(AnsweredBy.class);

    public FrontMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (AnsweredBy kind : AnsweredBy.values()) {
            requests.put(
                    kind,
                    Counter.builder("onsale.front.requests")
                            .description("Requests by who answered them")
                            .tag("kind", lower(kind))
                            .register(registry));
        }
        for (Kind kind : Kind.values()) {
            times.put(kind, timers(kind));
        }
    }

    private Map<Outcome, Timer> timers(Kind kind) {
        Map<Outcome, Timer> timers = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            timers.put(
                    outcome,
                    Timer.builder("onsale.front")
                            .description("The time of requests that Spring MVC answered")
                            .tag("kind", lower(kind))
                            .tag("outcome", lower(outcome))
                            .serviceLevelObjectives(BUCKETS)
                            .register(registry));
        }
        return timers;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Notes a request that a worker has answered, with the time since it came. */
    public void worked(Kind kind, int status, long nanos) {
        Objects.requireNonNull(Objects.requireNonNull(times.get(kind)).get(Outcome.of(status)))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    public void count(AnsweredBy kind) {
        Objects.requireNonNull(requests.get(kind)).increment();
    }

    public Counter counter(String name, String description) {
        return Counter.builder("onsale.front." + name).description(description).register(registry);
    }

    /** A gauge of the requests of one kind. */
    public void gauge(String name, String description, Kind kind, IntSupplier value) {
        Gauge.builder("onsale.front." + name, value::getAsInt)
                .description(description)
                .tags(Tags.of("kind", lower(kind)))
                .register(registry);
    }

    public void gauge(String name, String description, IntSupplier value) {
        Gauge.builder("onsale.front." + name, value::getAsInt)
                .description(description)
                .register(registry);
    }
}
