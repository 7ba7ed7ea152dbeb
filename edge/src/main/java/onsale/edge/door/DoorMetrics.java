package onsale.edge.door;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** What the door did and holds, as metrics. */
final class DoorMetrics {

    private final AtomicInteger proxied = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final Counter hot;
    private final Counter files;
    private final Counter opened;
    private final Counter passed;
    private final Counter refused;
    private final Counter slowStreams;

    DoorMetrics(MeterRegistry registry, IntSupplier connections) {
        hot = requests(registry, "hot");
        files = requests(registry, "static");
        opened = requests(registry, "stream");
        passed = requests(registry, "proxied");
        refused = requests(registry, "refused");
        slowStreams =
                Counter.builder("onsale.door.streams.dropped")
                        .description("Streams closed because their client did not keep up")
                        .register(registry);
        Gauge.builder("onsale.door.connections", connections::getAsInt)
                .description("Open connections")
                .register(registry);
        Gauge.builder("onsale.door.proxied", proxied, AtomicInteger::get)
                .description("Requests at the ordinary server, or waiting for it")
                .register(registry);
        Gauge.builder("onsale.door.streams", streams, AtomicInteger::get)
                .description("Open event streams")
                .register(registry);
    }

    private static Counter requests(MeterRegistry registry, String kind) {
        return Counter.builder("onsale.door.requests")
                .description("Requests by who answered them")
                .tag("kind", kind)
                .register(registry);
    }

    void hot() {
        hot.increment();
    }

    void file() {
        files.increment();
    }

    void refused() {
        refused.increment();
    }

    void proxiedStarted() {
        passed.increment();
        proxied.incrementAndGet();
    }

    void proxiedEnded() {
        proxied.decrementAndGet();
    }

    int proxied() {
        return proxied.get();
    }

    /** False if there are as many as there may be. */
    boolean streamOpens(int streamsMax) {
        if (streams.incrementAndGet() > streamsMax) {
            streams.decrementAndGet();
            return false;
        }
        opened.increment();
        return true;
    }

    void streamClosed() {
        streams.decrementAndGet();
    }

    void streamDropped() {
        slowStreams.increment();
    }

    int streams() {
        return streams.get();
    }
}
