package onsale.edge.front.stream;

import io.micrometer.core.instrument.Counter;
import onsale.edge.front.request.FrontMetrics;

/**
 * Counts what happens to streams whose clients are slow.
 *
 * @param dropped streams closed because their client did not keep up
 * @param collapsed times a slow client got the whole state in place of events
 */
record StreamMetrics(Counter dropped, Counter collapsed) {

    StreamMetrics(FrontMetrics metrics) {
        this(
                metrics.counter(
                        "streams.dropped", "Streams closed because their client did not keep up"),
                metrics.counter(
                        "streams.collapsed",
                        "Times a slow client got the whole state for what it missed"));
    }
}
