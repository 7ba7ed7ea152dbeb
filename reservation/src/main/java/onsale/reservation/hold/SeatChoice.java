package onsale.reservation.hold;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import onsale.reservation.inventory.Schedule;

/**
 * The seats that a fan has chosen, as ordinals of a schedule.
 *
 * @param ordinals of the numbered seats
 * @param unknownSeats chosen seats that the schedule does not have
 * @param unknownZones chosen zones that the schedule does not have
 */
record SeatChoice(List<Integer> ordinals, List<UUID> unknownSeats, List<String> unknownZones) {

    static SeatChoice of(Schedule schedule, List<UUID> seatIds, Map<String, Integer> zones) {
        List<Integer> ordinals = new ArrayList<>();
        List<UUID> unknown = new ArrayList<>();
        for (UUID seat : seatIds) {
            OptionalInt ordinal = schedule.numberedSeat(seat);
            ordinal.ifPresentOrElse(ordinals::add, () -> unknown.add(seat));
        }
        return new SeatChoice(
                ordinals,
                unknown,
                zones.keySet().stream().filter(z -> !schedule.zones().contains(z)).toList());
    }

    boolean hasUnknown() {
        return !unknownSeats.isEmpty() || !unknownZones.isEmpty();
    }

    /** Both without duplicates, ascending. */
    static List<Integer> union(List<Integer> some, List<Integer> more) {
        Set<Integer> all = new HashSet<>(some);
        all.addAll(more);
        return all.stream().sorted().toList();
    }
}
