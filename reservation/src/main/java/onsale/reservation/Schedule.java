package onsale.reservation;

import java.util.List;
import java.util.UUID;
import onsale.contracts.SeatIds;

/**
 * A schedule with a complete inventory, as this node last read it. Times and limits are decided by
 * the database; what stands here only shapes requests and answers.
 *
 * @param zones codes of the standing zones, in the order of their numbers
 * @param grades of each place by ordinal: index into {@code prices}
 * @param zoneOf number of the zone by ordinal, from 1; 0 for a seat
 */
record Schedule(
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

    int seatCount() {
        return grades.length;
    }

    long priceWon(int ordinal) {
        return prices[grades[ordinal]];
    }

    long totalWon(List<Integer> ordinals) {
        return ordinals.stream().mapToLong(this::priceWon).sum();
    }

    List<UUID> seats(List<Integer> ordinals) {
        return ordinals.stream().map(seatIds::seat).toList();
    }
}
