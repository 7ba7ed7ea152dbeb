package onsale.queue.recovery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Metrics of what this node has done for lines that Redis has lost. */
public final class RecoveryMetrics {

    private final MeterRegistry registry;
    private final Counter returned;

    public RecoveryMetrics(MeterRegistry registry) {
        this.registry = registry;
        returned =
                Counter.builder("onsale.queue.returned")
                        .description("Fans sent back to their numbers after a loss")
                        .register(registry);
    }

    void returned(int fans) {
        returned.increment(fans);
    }

    void lost(LossCause cause) {
        registry.counter("onsale.queue.losses", "cause", cause.name()).increment();
    }
}
