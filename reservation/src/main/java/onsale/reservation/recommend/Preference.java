package onsale.reservation.recommend;

/**
 * What a fan prefers, as weights of the distance to the stage and to the middle. Units are rows and
 * seats; less is better.
 */
public enum Preference {
    FRONT(3, 0.5, 0),
    CENTRE(1, 1.6, 0),
    AISLE(1, 0.6, 40),
    /** As CENTRE, and the group stays in one block even if there is no room for it in a row. */
    TOGETHER(1, 1.6, 0);

    private final double perRow;
    private final double perSeatFromMiddle;
    private final double awayFromAisle;

    Preference(double perRow, double perSeatFromMiddle, double awayFromAisle) {
        this.perRow = perRow;
        this.perSeatFromMiddle = perSeatFromMiddle;
        this.awayFromAisle = awayFromAisle;
    }

    /** How far some seats of one row are from what is preferred. */
    public double penalty(int rowsFromFront, double seatsFromMiddle, boolean atAisle) {
        return perRow * rowsFromFront
                + perSeatFromMiddle * seatsFromMiddle
                + (atAisle ? 0 : awayFromAisle);
    }

    boolean allowsApart() {
        return this != TOGETHER;
    }
}
