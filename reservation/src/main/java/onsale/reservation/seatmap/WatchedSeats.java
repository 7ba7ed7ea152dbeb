package onsale.reservation.seatmap;

import java.time.Duration;
import onsale.platform.front.StreamEvent;
import onsale.platform.front.StreamTopic;

/**
 * The seat map of a schedule that fans of this node look at, and the topic of those who follow it
 * by a stream. One thread at a time changes it; any thread reads it.
 */
final class WatchedSeats {

    private final StreamTopic topic = new StreamTopic(new Newest());
    private volatile ShownSeats shown;
    private volatile long askedNanos = System.nanoTime();
    private volatile int inventoryVersion;
    private volatile long rowsReadNanos;

    WatchedSeats(SeatMap map, int inventoryVersion) {
        this.shown = new ShownSeats(map, 1);
        this.inventoryVersion = inventoryVersion;
    }

    StreamTopic topic() {
        return topic;
    }

    ShownSeats shown() {
        return shown;
    }

    SeatMap map() {
        return shown.map();
    }

    /** Notes that a fan has asked for the map. */
    void asked() {
        askedNanos = System.nanoTime();
    }

    boolean isUnwatchedFor(Duration time) {
        return System.nanoTime() - askedNanos > time.toNanos() && !topic.isHeard();
    }

    int inventoryVersion() {
        return inventoryVersion;
    }

    /** Shows the next version of the same map. */
    void changed(SeatMap map) {
        show(map, map.version() > map().version() ? map().version() : -1);
    }

    /** Shows a map that was read anew, whose versions may say nothing about the one before. */
    void replaced(SeatMap map) {
        show(map, -1);
    }

    void replaced(SeatMap map, int newInventoryVersion) {
        replaced(map);
        inventoryVersion = newInventoryVersion;
    }

    /** Shows a map that was read from the rows. */
    void replacedFromRows(SeatMap map) {
        // After a second loss within a minute the gate's version is ahead of time.
        replaced(map.atLeast(map().version() + 1));
        rowsReadNanos = System.nanoTime();
    }

    boolean wereRowsReadWithin(Duration time) {
        return System.nanoTime() - rowsReadNanos <= time.toNanos();
    }

    private void show(SeatMap map, long since) {
        SeatMap before = map();
        if (map == before) {
            return;
        }
        ShownSeats next = new ShownSeats(map, shown.number() + 1);
        shown = next; // before anybody is told
        if (topic.isHeard() && !map.isLike(before)) {
            topic.publish(next.since(since));
        }
    }

    private final class Newest implements StreamTopic.State {

        @Override
        public long number() {
            return shown.number();
        }

        @Override
        public StreamEvent whole() {
            return shown.whole();
        }
    }
}
