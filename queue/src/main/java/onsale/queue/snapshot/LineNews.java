package onsale.queue.snapshot;

import onsale.platform.front.StreamEvent;

/**
 * The event that all listeners of a line get: the place up to which fans were called, and marks of
 * place and position between which a client interpolates its own position.
 */
final class LineNews {

    private static final int MARKS = 16;

    private LineNews() {}

    static StreamEvent event(String json) {
        return StreamEvent.of("line", json);
    }

    static String json(FollowedLine line) {
        if (line.isRestoring()) {
            return "{\"state\":\"RESTORING\"}";
        }
        Snapshot snapshot = line.snapshot();
        long waiting = snapshot.waiting();
        StringBuilder json = new StringBuilder(480);
        json.append("{\"state\":\"WAITING\",\"calledUpTo\":").append(snapshot.calledUpTo());
        json.append(",\"waiting\":").append(waiting);
        json.append(",\"admittedPerMinute\":")
                .append(Math.round(snapshot.admittedPerSecond() * 60));
        json.append(",\"paused\":").append(snapshot.head().paused());
        json.append(",\"marks\":[");
        for (int i = 0; i < MARKS && i < waiting; i++) {
            long rank = waiting * i / MARKS;
            json.append(i == 0 ? "[" : ",[").append(snapshot.placeAt(rank));
            json.append(',').append(rank).append(']');
        }
        return json.append("]}").toString();
    }
}
