package onsale.reservation.recommend;

import java.util.List;

/**
 * Seats for a group, and what is true of them.
 *
 * @param seats ordinals
 * @param orphans how many single free seats would be left beside them
 * @param penalty how far they are from what is preferred; less is better
 * @param fromMiddle seats, on the average
 * @param row the row in its section that is nearest to the stage, from 1
 */
public record Proposal(
        Arrangement arrangement,
        List<Integer> seats,
        int orphans,
        double penalty,
        double fromMiddle,
        int row,
        boolean atAisle) {

    /** How the seats of a group lie, the best first. */
    public enum Arrangement {
        SIDE_BY_SIDE,
        /** Two parts in neighbouring rows, one above the other. */
        ABOVE,
        /** Two parts in one section. */
        APART
    }

    private static final double BEST_SCORE = 100;
    private static final double HALVED_AT = 10;

    /** From 100 for the best seats of a hall down to 0. */
    double score() {
        return Math.round(10 * BEST_SCORE * HALVED_AT / (HALVED_AT + penalty)) / 10.0;
    }

    /** Whether these seats are to be preferred, whatever their arrangement. */
    boolean isBetterThan(Proposal other) {
        return orphans != other.orphans ? orphans < other.orphans : penalty < other.penalty;
    }
}
