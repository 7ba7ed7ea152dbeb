package onsale.platform.messaging;

/** A message of one of several that are handled together. */
public record Received<T>(T body, Incoming message) {

    /** Runs work as this message's: messages recorded in it are caused by it. */
    public void within(Runnable work) {
        MessageHeaders.within(message, work);
    }
}
