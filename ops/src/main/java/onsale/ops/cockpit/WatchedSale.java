package onsale.ops.cockpit;

import onsale.platform.front.StreamEvent;
import onsale.platform.front.StreamTopic;

/** A sale that somebody looks at. One thread reads it anew, any thread looks at it. */
final class WatchedSale {

    private final Show show;
    private final StreamTopic topic = new StreamTopic();
    private volatile SaleFigures figures;
    private volatile StreamEvent event;
    private volatile long askedNanos = System.nanoTime();

    WatchedSale(Show show, SaleFigures figures, StreamEvent event) {
        this.show = show;
        this.figures = figures;
        this.event = event;
    }

    Show show() {
        return show;
    }

    StreamTopic topic() {
        return topic;
    }

    SaleFigures figures() {
        return figures;
    }

    /** The figures, encoded once for everybody who looks. */
    StreamEvent event() {
        return event;
    }

    void asked() {
        askedNanos = System.nanoTime();
    }

    boolean isUnwatchedFor(long nanos) {
        return System.nanoTime() - askedNanos > nanos && !topic.isHeard();
    }

    void becomes(SaleFigures next, StreamEvent encoded) {
        figures = next;
        event = encoded;
        topic.publish(encoded);
    }
}
