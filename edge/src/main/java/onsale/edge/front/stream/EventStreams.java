package onsale.edge.front.stream;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.edge.front.request.FrontMetrics;
import onsale.edge.front.request.FrontMetrics.AnsweredBy;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.PerAddressLimit;
import onsale.edge.front.request.Refusal;
import onsale.edge.front.response.ResponseWriter;
import onsale.platform.front.EventStream;
import onsale.platform.front.StreamEvent;
import onsale.platform.front.StreamTopic;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * The open event streams, bounded in number, in total and for one address. Contexts publish events
 * from any thread; one thread writes them, and all streams of a topic share the bytes of an event.
 */
public final class EventStreams implements AutoCloseable {

    private static final Duration LOOK_FOR_OVERDUE_EVERY = Duration.ofSeconds(1);

    private final int openMax;
    private final ResponseWriter responses;
    private final FrontMetrics metrics;
    private final StreamMetrics streamMetrics;
    private final PerAddressLimit addresses;
    private final Map<StreamTopic, Audience> audiences = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final StreamWriter writer = new StreamWriter();

    public EventStreams(
            int openMax,
            int perAddressMax,
            Duration heartbeat,
            ResponseWriter responses,
            FrontMetrics metrics) {
        this.openMax = openMax;
        this.responses = responses;
        this.metrics = metrics;
        this.streamMetrics = new StreamMetrics(metrics);
        this.addresses = new PerAddressLimit(perAddressMax);
        writer.repeat(heartbeat, this::sendHeartbeats);
        writer.repeat(LOOK_FOR_OVERDUE_EVERY, this::endOverdue);
    }

    /** The number of open streams. */
    public int open() {
        return open.get();
    }

    /** Opens a stream, or refuses it if there are too many. */
    public void open(FrontRequest request, EventStream.Outcome.Opened opened) {
        boolean fits = open.incrementAndGet() <= openMax;
        if (!addresses.take(request.countedAddress()) || !fits) {
            closed(request);
            responses.refuse(request, Refusal.TOO_MANY_STREAMS);
            return;
        }
        metrics.count(AnsweredBy.STREAM);
        HttpFields.Mutable headers = request.response().getHeaders();
        request.response().setStatus(200);
        headers.put(HttpHeader.CONTENT_TYPE, "text/event-stream");
        headers.put("X-Accel-Buffering", "no"); // a proxy must not collect events
        if (!request.isHttp2()) {
            // the stream ends with the connection, so events are not chunked and not copied
            headers.put(ResponseWriter.CLOSE);
        }
        responses.addCommonHeaders(request, headers);
        Audience audience =
                audiences.computeIfAbsent(
                        opened.topic(), topic -> new Audience(topic, writer, audiences::remove));
        OpenStream stream =
                new OpenStream(request, audience, opened, streamMetrics, () -> closed(request));
        audience.add(stream);
        stream.begin(opened.first());
    }

    private void closed(FrontRequest request) {
        addresses.giveBack(request.countedAddress());
        open.decrementAndGet();
    }

    private void sendHeartbeats() {
        audiences.values().forEach(audience -> audience.send(StreamEvent.heartbeat()));
    }

    private void endOverdue() {
        long now = System.currentTimeMillis();
        audiences.values().forEach(audience -> audience.endOverdue(now));
    }

    /** Ends all streams and takes no more events. */
    @Override
    public void close() {
        writer.close();
        audiences.values().forEach(Audience::end);
    }
}
