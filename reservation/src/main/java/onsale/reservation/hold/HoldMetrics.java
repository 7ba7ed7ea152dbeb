package onsale.reservation.hold;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import onsale.reservation.hold.HoldSeats.Outcome;

/** Times requests for seats by their outcome: {@code onsale.reservation.holds}. */
public final class HoldMetrics {

    /** The outcomes that operators tell apart. */
    private enum Kind {
        HELD,
        /** Somebody else was faster. */
        TAKEN,
        /** Nothing could be decided, such as without Redis or under too much load. */
        NOT_NOW,
        REFUSED;

        static Kind of(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Held _ -> HELD;
                case Outcome.Taken _, Outcome.ZoneFull _ -> TAKEN;
                case Outcome.NotNow _ -> NOT_NOW;
                case Outcome.OverLimit _,
                        Outcome.NoSchedule _,
                        Outcome.NotOnSale _,
                        Outcome.EntryUsed _,
                        Outcome.NoSuchSeats _,
                        Outcome.KeyReused _,
                        Outcome.Over _ ->
                        REFUSED;
            };
        }
    }

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(10),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(200),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(3)
    };

    private final Map<Kind, Timer> timers = new EnumMap<>(Kind.class);

    public HoldMetrics(MeterRegistry registry) {
        for (Kind kind : Kind.values()) {
            timers.put(
                    kind,
                    Timer.builder("onsale.reservation.holds")
                            .description("Requests for seats")
                            .tag("outcome", kind.name().toLowerCase(Locale.ROOT))
                            .serviceLevelObjectives(BUCKETS)
                            .register(registry));
        }
    }

    public Outcome time(Supplier<Outcome> hold) {
        long startNanos = System.nanoTime();
        Outcome outcome = hold.get();
        Objects.requireNonNull(timers.get(Kind.of(outcome)))
                .record(Duration.ofNanos(System.nanoTime() - startNanos));
        return outcome;
    }
}
