package onsale.platform.front;

import java.nio.charset.StandardCharsets;

/** A server-sent event, encoded once for all its receivers. */
public final class StreamEvent {

    private static final StreamEvent HEARTBEAT = new StreamEvent(0, ":\n\n");

    private final long number;
    private final byte[] encoded;

    private StreamEvent(long number, String encoded) {
        this.number = number;
        this.encoded = encoded.getBytes(StandardCharsets.UTF_8);
    }

    /** An empty event that keeps the connection alive. */
    public static StreamEvent heartbeat() {
        return HEARTBEAT;
    }

    /**
     * An event of the given type.
     *
     * @param name one line, the client's event type
     * @param data any text; each of its lines becomes a data line
     */
    public static StreamEvent of(String name, String data) {
        return of(0, name, data);
    }

    /**
     * An event of a topic whose events have an order.
     *
     * @param number at least 1 and greater than that of every earlier event; a stream skips events
     *     that are not newer than what it has sent
     */
    public static StreamEvent of(long number, String name, String data) {
        if (name.isEmpty() || name.chars().anyMatch(c -> c == '\n' || c == '\r')) {
            throw new IllegalArgumentException("an event's name is one line");
        }
        StringBuilder text = new StringBuilder("event: ").append(name).append('\n');
        data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
        return new StreamEvent(number, text.append('\n').toString());
    }

    /** 0 for an event without an order. */
    public long number() {
        return number;
    }

    /** The shared bytes, not a copy: do not change them. */
    public byte[] encoded() {
        return encoded;
    }
}
