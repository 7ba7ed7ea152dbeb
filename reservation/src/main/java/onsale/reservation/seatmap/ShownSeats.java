package onsale.reservation.seatmap;

import java.util.Base64;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.StreamEvent;
import org.jspecify.annotations.Nullable;

/**
 * A seat map as streams show it. Its number counts the maps that this node has shown, because
 * versions of maps may jump when the gate was lost, and streams need an order.
 */
final class ShownSeats {

    private final SeatMap map;
    private final long number;
    private volatile @Nullable StreamEvent whole; // made on the first request

    ShownSeats(SeatMap map, long number) {
        this.map = map;
        this.number = number;
    }

    SeatMap map() {
        return map;
    }

    long number() {
        return number;
    }

    /** The event with all seats. */
    StreamEvent whole() {
        @Nullable StreamEvent made = whole;
        if (made == null) {
            made = event(map.all());
            whole = made;
        }
        return made;
    }

    /** The event with what changed since a version, or with all seats if it is too old or -1. */
    StreamEvent since(long version) {
        HotAnswer answer = version < 0 ? map.all() : map.since(version);
        return answer == map.all() ? whole() : event(answer);
    }

    private StreamEvent event(HotAnswer answer) {
        return StreamEvent.of(number, "seats", Base64.getEncoder().encodeToString(answer.body()));
    }
}
