package onsale.platform.front;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A GET whose response stays open and carries the events of a topic (server-sent events). {@link
 * #open} runs on an event loop under the rules of {@link HotRead}.
 */
public interface EventStream {

    /** The exact path, or one in which {@code *} stands for any single segment. */
    String path();

    /** Decides whether the stream is opened; null lets the framework answer this request. */
    @Nullable Outcome open(HotRequest request);

    /** The outcome of opening a stream. */
    sealed interface Outcome {

        /**
         * The stream is open: {@code first} is sent now, then every published event.
         *
         * @param until when the stream ends at the latest; null for no limit
         */
        record Opened(StreamTopic topic, StreamEvent first, @Nullable Instant until)
                implements Outcome {

            public Opened(StreamTopic topic, StreamEvent first) {
                this(topic, first, null);
            }
        }

        /** The stream is not opened; the request gets this answer. */
        record Refused(HotAnswer answer) implements Outcome {}
    }
}
