package onsale.rush;

import java.util.Locale;

/** What fans ask for; the provider's page is theirs to wait for and not ours to answer. */
enum Op {
    ENTER,
    QUEUE,
    LEAVE,
    LAYOUT,
    MAP,
    HOLD,
    CHANGE,
    RELEASE,
    CHECKOUT,
    PREPARE,
    CONFIRM,
    STATUS,
    ABANDON,
    CANCEL,
    PROVIDER;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
