package onsale.notification.delivery;

/** The ways to reach a person. */
public enum Channel {
    EMAIL,
    SMS,
    /** An app, by Firebase Cloud Messaging. */
    FCM,
    /** A browser, by its push service. */
    WEB_PUSH
}
