package onsale.rush.fan;

import java.util.Locale;

/** The operations that fans use. PROVIDER is the provider's page, which is not ours to measure. */
public enum Op {
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

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
