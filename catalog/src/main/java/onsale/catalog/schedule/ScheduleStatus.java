package onsale.catalog.schedule;

/** The state of a schedule's sale at this moment. ONGOING means the sale, not the show. */
public enum ScheduleStatus {
    UPCOMING,
    ONGOING,
    ENDED,
    CANCELLED;

    /** Whether seats are or were on sale, and the schedule was not cancelled. */
    public boolean saleHasStarted() {
        return switch (this) {
            case ONGOING, ENDED -> true;
            case UPCOMING, CANCELLED -> false;
        };
    }
}
