package onsale.edge.front.stream;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import onsale.platform.front.StreamEvent;
import onsale.platform.front.StreamTopic;
import org.jspecify.annotations.Nullable;

/** The open streams of one topic. */
final class Audience implements StreamTopic.Listener {

    private final StreamTopic topic;
    private final StreamWriter writer;
    private final Consumer<StreamTopic> onEnded;
    private final Set<OpenStream> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean missedSome;

    Audience(StreamTopic topic, StreamWriter writer, Consumer<StreamTopic> onEnded) {
        this.topic = topic;
        this.writer = writer;
        this.onEnded = onEnded;
        topic.listen(this);
    }

    void add(OpenStream stream) {
        streams.add(stream);
    }

    void remove(OpenStream stream) {
        streams.remove(stream);
    }

    /** The current state of the topic; null if it has none. */
    StreamTopic.@Nullable State state() {
        return topic.state();
    }

    @Override
    public void published(StreamEvent event) {
        if (!writer.offer(() -> send(event))) {
            missedSome = true; // the context publishes faster than we write
        }
    }

    /** Sends an event to all streams, or the whole state if an event was missed before. */
    void send(StreamEvent event) {
        StreamTopic.@Nullable State state = state();
        StreamEvent sent = event;
        if (missedSome && state != null) {
            missedSome = false;
            sent = state.whole();
        }
        for (OpenStream stream : streams) {
            stream.send(sent);
        }
    }

    @Override
    public boolean isHeard() {
        return !streams.isEmpty();
    }

    @Override
    public void ended() {
        onEnded.accept(topic);
        end();
    }

    void end() {
        streams.forEach(OpenStream::end);
    }

    void endOverdue(long nowMillis) {
        for (OpenStream stream : streams) {
            if (stream.isOverdue(nowMillis)) {
                stream.end();
            }
        }
    }
}
