package onsale.reservation.recommend;

import java.util.List;

/**
 * The numbered seats of a schedule by ordinal, in rows: who sits beside whom, and how far each seat
 * is from the best ones. Immutable; made once for each inventory by {@link SeatingPlanner}.
 *
 * @param rows in the order of their seats
 * @param grades codes; {@code gradeOf} has indexes into it
 * @param joined whether a seat is beside the seat before it
 * @param reserved seats that are not proposed, such as places for wheelchairs
 * @param fromMiddle how many seats away from the best of the hall, by its section configuration
 * @param position where a seat is in its section: seats with the same position are above one
 *     another
 */
public record SeatingPlan(
        List<Row> rows,
        List<String> grades,
        short[] gradeOf,
        boolean[] joined,
        boolean[] reserved,
        float[] fromMiddle,
        float[] position) {

    /**
     * A row of seats.
     *
     * @param end the ordinal after its last seat
     * @param section the number of its section, from 0
     * @param inSection its place in the section, from 0 in front
     * @param fromFront how many rows away from the stage, floors included
     */
    public record Row(int first, int end, int section, int inSection, int fromFront) {}

    public int seatCount() {
        return gradeOf.length;
    }

    /** Whether a seat stands at the end of its row or beside a gap. */
    boolean isAtAisle(Row row, int seat) {
        return seat == row.first || !joined[seat] || seat + 1 == row.end || !joined[seat + 1];
    }

    /** Whether some of these neighbours in a row stand at an aisle. */
    boolean isAtAisle(Row row, int first, int size) {
        return isAtAisle(row, first) || isAtAisle(row, first + size - 1);
    }
}
