package onsale.catalog.event;

/** The state of an event at this moment. Fans never see an event in preparation. */
public enum EventStatus {
    PREPARING,
    OPEN,
    /** The last day of the event is over. */
    ENDED,
    CANCELLED;

    /** Whether nothing of the event can change any more. */
    public boolean isOver() {
        return switch (this) {
            case ENDED, CANCELLED -> true;
            case PREPARING, OPEN -> false;
        };
    }
}
