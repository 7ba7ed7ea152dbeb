package onsale.platform.door;

/**
 * A GET that stays open and receives what its topic publishes (server-sent events). {@link #open}
 * runs on an event loop under the rules of {@link HotRead}.
 */
public interface EventStream {

    /** The exact path, or one ending in {@code /*} for any single last segment. */
    String path();

    Outcome open(HotRequest request);

    /** Whether this fan gets the stream. */
    sealed interface Outcome {

        /** The stream is open: {@code first} is sent now, then all that is published. */
        record Opened(StreamTopic topic, StreamEvent first) implements Outcome {}

        record Refused(HotAnswer answer) implements Outcome {}
    }
}
