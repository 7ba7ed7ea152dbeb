package onsale.platform.door;

import java.nio.charset.StandardCharsets;

/** One server-sent event in its final form; encoded once, however many receive it. */
public final class StreamEvent {

    private final byte[] encoded;

    private StreamEvent(String encoded) {
        this.encoded = encoded.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * An event of the given type.
     *
     * @param name one line, the client's event type
     * @param data any text; each of its lines becomes a data line
     */
    public static StreamEvent of(String name, String data) {
        if (name.isEmpty() || name.chars().anyMatch(c -> c == '\n' || c == '\r')) {
            throw new IllegalArgumentException("an event's name is one line");
        }
        StringBuilder text = new StringBuilder("event: ").append(name).append('\n');
        data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
        return new StreamEvent(text.append('\n').toString());
    }

    /** The shared bytes themselves: do not change them. */
    public byte[] encoded() {
        return encoded;
    }
}
