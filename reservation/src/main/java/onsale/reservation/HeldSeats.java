package onsale.reservation;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.job.Loop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows how many seats of each schedule are held and not paid, read from the rows of holds: the
 * same on every node, and as much work as there are holds.
 */
final class HeldSeats implements AutoCloseable {

    private static final Duration READ_EVERY = Duration.ofSeconds(15);
    private static final Logger LOG = LoggerFactory.getLogger(HeldSeats.class);

    private final ReservationStore reservations;
    private final MultiGauge gauge;
    private final Loop loop = new Loop("held-seats", this::step);

    HeldSeats(ReservationStore reservations, MeterRegistry registry) {
        this.reservations = reservations;
        this.gauge =
                MultiGauge.builder("onsale.reservation.held.seats")
                        .description("Seats that are held and not paid")
                        .register(registry);
        loop.start();
    }

    private Duration step() {
        try {
            Map<UUID, Long> held = reservations.heldSeats();
            List<Row<?>> rows =
                    held.entrySet().stream()
                            .<Row<?>>map(one ->
                                    Row.of(
                                            Tags.of("schedule", one.getKey().toString()),
                                            one.getValue()))
                            .toList();
            gauge.register(rows, true);
        } catch (RuntimeException e) {
            LOG.warn("The held seats are not known: {}", e.toString());
        }
        return READ_EVERY;
    }

    @Override
    public void close() {
        loop.close(Duration.ZERO);
    }
}
