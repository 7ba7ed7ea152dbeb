package onsale.reservation.inventory;

import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import onsale.contracts.SeatIds;

/**
 * A schedule with a complete inventory, as this node last read it. Times and limits are decided by
 * the database; this copy only shapes requests and answers.
 *
 * @param zones codes of the standing zones, in the order of their numbers
 * @param grades the grade of each seat by ordinal, as an index into {@code prices}
 * @param zoneOf the number of each seat's zone by ordinal, from 1; 0 for a numbered seat
 */
public record Schedule(
        UUID id,
        int version,
        int inventoryVersion,
        boolean queued,
        int holdSeconds,
        int seatsPerPersonMax,
        List<String> zones,
        long[] prices,
        short[] grades,
        short[] zoneOf,
        SeatIds seatIds) {

    public int seatCount() {
        return grades.length;
    }

    public long priceWon(int ordinal) {
        return prices[grades[ordinal]];
    }

    public long totalWon(List<Integer> ordinals) {
        return ordinals.stream().mapToLong(this::priceWon).sum();
    }

    public List<UUID> seats(List<Integer> ordinals) {
        return ordinals.stream().map(seatIds::seat).toList();
    }

    public boolean isOfZone(int ordinal) {
        return zoneOf[ordinal] != 0;
    }

    /**
     * The ordinal of a numbered seat. Empty for seats of a zone, which are not chosen one by one.
     */
    public OptionalInt numberedSeat(UUID seat) {
        OptionalInt ordinal = seatIds.ordinal(seat);
        return ordinal.isPresent()
                        && ordinal.getAsInt() < seatCount()
                        && !isOfZone(ordinal.getAsInt())
                ? ordinal
                : OptionalInt.empty();
    }
}
