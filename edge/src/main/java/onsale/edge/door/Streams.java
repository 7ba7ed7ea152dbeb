package onsale.edge.door;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.platform.door.EventStream;
import onsale.platform.door.StreamTopic;
import org.jspecify.annotations.Nullable;

/**
 * The open streams of one event loop. An event goes to all of a topic's streams in batches, between
 * which the loop serves everyone else; who cannot take it is closed and will come back.
 */
final class Streams {

    private static final int BATCH = 512;
    private static final int EVENTS_PENDING_MAX = 256;
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    /** The streams of one topic and the events on their way to them, one after the other. */
    private static final class Audience {
        final Set<StreamConnection> connections = new LinkedHashSet<>();
        final Deque<SharedEvent> pending = new ArrayDeque<>();
        boolean sending;
    }

    private final Context loop;
    private final DoorSettings settings;
    private final Answers answers;
    private final DoorMetrics metrics;
    private final Map<StreamTopic, Audience> audiences = new HashMap<>();

    Streams(Vertx vertx, DoorSettings settings, Answers answers, DoorMetrics metrics) {
        this.loop = vertx.getOrCreateContext();
        this.settings = settings;
        this.answers = answers;
        this.metrics = metrics;
        vertx.setPeriodic(settings.streamHeartbeat().toMillis(), _ -> heartbeat());
    }

    Context loop() {
        return loop;
    }

    void open(Incoming incoming, EventStream.Outcome.Opened opened) {
        if (!metrics.streamOpens(settings.streamsMax())) {
            answers.problem(incoming.request(), incoming.requestId(), Refusal.TOO_MANY_STREAMS);
            return;
        }
        HttpServerResponse response = answers.begin(incoming, 200);
        response.putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream");
        response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.putHeader("x-accel-buffering", "no"); // a proxy must not collect events
        response.setChunked(true);
        StreamConnection connection = StreamConnection.of(incoming.request());
        Audience audience = audiences.computeIfAbsent(opened.topic(), _ -> new Audience());
        audience.connections.add(connection);
        response.exceptionHandler(_ -> {});
        response.closeHandler(_ -> closed(opened.topic(), connection));
        response.writeHead();
        SharedEvent first = new SharedEvent(opened.first().encoded());
        connection.send(first);
        first.release();
    }

    private void closed(StreamTopic topic, StreamConnection connection) {
        @Nullable Audience audience = audiences.get(topic);
        if (audience != null && audience.connections.remove(connection)) {
            metrics.streamClosed();
            if (audience.connections.isEmpty() && audience.pending.isEmpty()) {
                audiences.remove(topic);
            }
        }
    }

    /** On the loop. Takes over the caller's reference to the event. */
    void publish(StreamTopic topic, SharedEvent event) {
        @Nullable Audience audience = audiences.get(topic);
        if (audience == null || audience.pending.size() >= EVENTS_PENDING_MAX) {
            event.release();
            return;
        }
        audience.pending.add(event);
        sendNext(topic, audience);
    }

    private void sendNext(StreamTopic topic, Audience audience) {
        @Nullable SharedEvent event = audience.sending ? null : audience.pending.poll();
        if (event != null) {
            audience.sending = true;
            sendBatch(topic, audience, event, List.copyOf(audience.connections), 0);
        }
    }

    private void sendBatch(
            StreamTopic topic,
            Audience audience,
            SharedEvent event,
            List<StreamConnection> receivers,
            int from) {
        int to = Math.min(from + BATCH, receivers.size());
        for (StreamConnection receiver : receivers.subList(from, to)) {
            if (!receiver.send(event)) {
                metrics.streamDropped();
                receiver.close();
            }
        }
        if (to < receivers.size()) {
            loop.runOnContext(_ -> sendBatch(topic, audience, event, receivers, to));
        } else {
            event.release();
            audience.sending = false;
            sendNext(topic, audience);
        }
    }

    private void heartbeat() {
        SharedEvent beat = new SharedEvent(HEARTBEAT);
        audiences.forEach((topic, _) -> loop.runOnContext(_ -> publish(topic, beat.retain())));
        loop.runOnContext(_ -> beat.release());
    }

    /** On the loop: ends the streams of a topic. */
    void end(StreamTopic topic) {
        @Nullable Audience audience = audiences.get(topic);
        if (audience != null) {
            List.copyOf(audience.connections).forEach(StreamConnection::close);
        }
    }

    void endAll() {
        List.copyOf(audiences.keySet()).forEach(this::end);
    }
}
