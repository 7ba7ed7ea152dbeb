package onsale.edge.front;

import onsale.edge.front.connection.ConnectionGuard;
import onsale.edge.front.response.PendingResponses;
import onsale.edge.front.stream.EventStreams;
import onsale.edge.front.work.BodyReader;
import onsale.edge.front.work.Workers;

/** The parts of the front that {@link FrontServer} starts, watches and stops. */
record FrontParts(
        Front front,
        ErrorResponses errors,
        ConnectionGuard connections,
        BodyReader bodies,
        Workers workers,
        PendingResponses pendingResponses,
        EventStreams streams) {

    /** The number of requests that are not answered completely, without streams. */
    int underWay() {
        return workers.busy() + bodies.arriving() + pendingResponses.count();
    }
}
