package onsale.reservation.checkout;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import onsale.reservation.Reservation;

/** Counts what this node has confirmed, after the commit. */
public final class SaleCounters {

    private final Counter reservations;
    private final Counter seats;
    private final Counter won;

    public SaleCounters(MeterRegistry registry) {
        reservations = counter(registry, "confirmed", "Reservations that were paid and confirmed");
        seats = counter(registry, "sold.seats", "Seats of confirmed reservations");
        won = counter(registry, "sold.won", "The price of confirmed reservations");
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder("onsale.reservation." + name)
                .description(description)
                .register(registry);
    }

    void confirmed(List<Reservation> paid) {
        for (Reservation reservation : paid) {
            reservations.increment();
            seats.increment(reservation.activeSeats().size());
            won.increment((double) reservation.totalWon());
        }
    }
}
