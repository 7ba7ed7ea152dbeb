package onsale.platform.front;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A topic on which a context publishes events and to which streams listen. Publishing never blocks
 * and never fails. A client that cannot keep up gets the whole state instead of the events it
 * missed; if the topic has no state, it is disconnected and starts over with a new first event. To
 * lose no change in between, update the state that {@link EventStream#open} reads first, then
 * publish.
 */
public final class StreamTopic {

    /** Receives the events of a topic; implemented by the front. */
    public interface Listener {

        void published(StreamEvent event);

        void ended();

        /** Whether any stream is open. */
        boolean isHeard();
    }

    /** The state that the events of a topic change. Read from memory, by any thread. */
    public interface State {

        /** The number of the newest event that is part of the state. */
        long number();

        /** The whole state as one event, with that number or a later one. */
        StreamEvent whole();
    }

    private final @Nullable State state;

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** A topic without state: every event is complete, and may be skipped. */
    public StreamTopic() {
        this.state = null;
    }

    /** A topic whose numbered events change a state: who misses one gets the whole state. */
    public StreamTopic(State state) {
        this.state = state;
    }

    /** Null for a topic without state. */
    public @Nullable State state() {
        return state;
    }

    /** False if no stream would receive an event that is published now. */
    public boolean isHeard() {
        return listeners.stream().anyMatch(Listener::isHeard);
    }

    public void publish(StreamEvent event) {
        listeners.forEach(listener -> listener.published(event));
    }

    /** Closes all streams of this topic. */
    public void end() {
        listeners.forEach(Listener::ended);
        listeners.clear();
    }

    public void listen(Listener listener) {
        listeners.add(listener);
    }
}
