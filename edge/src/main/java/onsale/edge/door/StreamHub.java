package onsale.edge.door;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import onsale.platform.door.StreamEvent;
import onsale.platform.door.StreamTopic;

/** Carries what contexts publish, from any thread, to the streams of every event loop. */
final class StreamHub {

    private final List<Streams> loops = new CopyOnWriteArrayList<>();
    private final Set<StreamTopic> known = ConcurrentHashMap.newKeySet();

    void add(Streams streams) {
        loops.add(streams);
    }

    /** Before the first stream of a topic opens. */
    void follow(StreamTopic topic) {
        if (known.add(topic)) {
            topic.listen(new Fanout(topic));
        }
    }

    /** From here on what is published goes nowhere. */
    void close() {
        List<Streams> open = List.copyOf(loops);
        loops.clear();
        open.forEach(streams -> streams.loop().runOnContext(_ -> streams.endAll()));
    }

    private final class Fanout implements StreamTopic.Listener {
        private final StreamTopic topic;

        Fanout(StreamTopic topic) {
            this.topic = topic;
        }

        @Override
        public void published(StreamEvent event) {
            SharedEvent shared = new SharedEvent(event.encoded());
            for (Streams streams : loops) {
                shared.retain();
                try {
                    streams.loop().runOnContext(_ -> streams.publish(topic, shared));
                } catch (RejectedExecutionException e) {
                    shared.release(); // the door closed in this moment
                }
            }
            shared.release();
        }

        @Override
        public void ended() {
            known.remove(topic);
            loops.forEach(streams -> streams.loop().runOnContext(_ -> streams.end(topic)));
        }
    }
}
