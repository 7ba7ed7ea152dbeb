package onsale.notification.notice;

/** What people are told of; each has its templates. */
public enum Notice {
    /** Values: reservationId, number, title, venue, startsTime, seats, totalWon. */
    BOOKING_CONFIRMED(Matter.BOOKING),
    /** Values: number, title, seats. */
    BOOKING_CANCELLED(Matter.BOOKING),
    /** Values: refundWon; number and title of what was bought. */
    REFUNDED(Matter.BOOKING),
    /** Values: title, number. */
    SHOW_CANCELLED(Matter.SHOW),
    /** Values: title, venue, startsTime, number, reservationId; freeUntilAt where it is free. */
    SHOW_CHANGED(Matter.SHOW),
    /** Values: title, venue, startsTime, seats, reservationId. */
    SHOW_SOON(Matter.REMINDER),
    /** Values: title, venue, opensTime, eventId. */
    SALE_OPENS(Matter.SALE);

    private final Matter matter;

    Notice(Matter matter) {
        this.matter = matter;
    }

    public Matter matter() {
        return matter;
    }
}
