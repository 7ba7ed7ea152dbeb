package onsale.platform.door;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Where a context publishes and streams listen. Publishing never blocks and never fails; who cannot
 * keep up is disconnected and comes back for a fresh first event. So that nobody misses a change in
 * between, bring the state that {@link EventStream#open} reads up to date first, then publish.
 */
public final class StreamTopic {

    /** The door's side of a topic. */
    public interface Listener {

        void published(StreamEvent event);

        void ended();
    }

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

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
