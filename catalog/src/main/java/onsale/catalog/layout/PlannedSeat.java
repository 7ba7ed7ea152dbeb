package onsale.catalog.layout;

/**
 * One seat to be sold: a numbered seat, or one of the capacity of a standing zone.
 *
 * @param ordinal from 0 without gaps, in the order of the {@link SeatPlan}
 * @param section empty for a standing zone, as is {@code row}
 * @param zone empty for a numbered seat
 */
public record PlannedSeat(
        int ordinal,
        String floor,
        String section,
        String row,
        String number,
        String zone,
        String grade,
        boolean accessible,
        boolean viewRestricted) {}
