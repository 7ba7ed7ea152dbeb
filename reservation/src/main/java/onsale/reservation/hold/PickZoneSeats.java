package onsale.reservation.hold;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import onsale.reservation.SeatStore;
import onsale.reservation.inventory.Schedule;

/**
 * Picks seats of standing zones from the rows while the gate, which does it otherwise, is
 * unavailable. Each request starts at a random seat, so that few pick the same ones.
 */
public final class PickZoneSeats {

    private final SeatStore seats;

    public PickZoneSeats(SeatStore seats) {
        this.seats = seats;
    }

    /** The outcome of picking seats. */
    sealed interface Outcome {
        record Picked(List<Integer> ordinals) implements Outcome {}

        record ZoneFull(String zone) implements Outcome {}
    }

    /**
     * @param zones how many seats of which zone
     */
    Outcome run(Schedule schedule, Map<String, Integer> zones) {
        List<Integer> picked = new ArrayList<>();
        for (Map.Entry<String, Integer> zone : zones.entrySet()) {
            List<Integer> free =
                    seats.freeInZone(
                            schedule.id(),
                            zone.getKey(),
                            zone.getValue(),
                            ThreadLocalRandom.current().nextInt(schedule.seatCount()));
            if (free.size() < zone.getValue()) {
                return new Outcome.ZoneFull(zone.getKey());
            }
            picked.addAll(free);
        }
        return new Outcome.Picked(picked);
    }
}
