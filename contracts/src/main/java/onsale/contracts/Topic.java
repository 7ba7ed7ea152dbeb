package onsale.contracts;

import java.util.List;

/** The topics, without an installation's prefix. Each has a dead-letter topic beside it. */
public final class Topic {

    /** Keyed by schedule. */
    public static final String CATALOG_EVENTS = "catalog.events";

    /** Keyed by reservation. */
    public static final String RESERVATION_EVENTS = "reservation.events";

    /** Keyed by reservation, so that the verdict on an order keeps its place. */
    public static final String PAYMENT_EVENTS = "payment.events";

    /** Keyed by user. */
    public static final String NOTIFICATION_REQUESTS = "notification.requests";

    /** Keyed by admission. */
    public static final String QUEUE_EVENTS = "queue.events";

    /** Keyed by schedule. */
    public static final String SEAT_SYNC = "seat.sync";

    /** Keyed by schedule. */
    public static final String SCHEDULE_HEARD = "schedule.heard";

    public static final List<String> ALL =
            List.of(
                    CATALOG_EVENTS,
                    RESERVATION_EVENTS,
                    PAYMENT_EVENTS,
                    NOTIFICATION_REQUESTS,
                    QUEUE_EVENTS,
                    SEAT_SYNC,
                    SCHEDULE_HEARD);

    private Topic() {}
}
