package onsale.notification.delivery;

/** The result of handing over one message to whoever carries it on. */
public sealed interface Result {
    record Accepted() implements Result {}

    /** It will never be taken. */
    record Refused(String why) implements Result {}

    /** The device exists no more. */
    record Gone() implements Result {}

    /** Later it may be taken. */
    record NotNow(String why) implements Result {}

    /** The carrier cannot be reached, or refuses us: nobody's attempt. */
    record Unreachable(String why) implements Result {}
}
