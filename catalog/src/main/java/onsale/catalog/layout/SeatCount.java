package onsale.catalog.layout;

/** Counts the seats of a layout while it is read, so that a reader stops at the bound. */
final class SeatCount {

    private int seats;

    /** Returns whether the layout is still within {@link SeatPlan#SEATS_MAX}. */
    boolean add(int more) {
        seats += more;
        return !isTooHigh();
    }

    boolean isTooHigh() {
        return seats > SeatPlan.SEATS_MAX;
    }

    boolean isZero() {
        return seats == 0;
    }
}
