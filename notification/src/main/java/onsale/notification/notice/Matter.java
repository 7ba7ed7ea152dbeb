package onsale.notification.notice;

/** What notices are about: the unit in which a person chooses channels. */
public enum Matter {
    /** Bought, cancelled, refunded. */
    BOOKING,
    /** The show is cancelled or changed. Mail of it cannot be chosen away. */
    SHOW,
    /** The day before. */
    REMINDER,
    /** A sale opens soon. */
    SALE
}
