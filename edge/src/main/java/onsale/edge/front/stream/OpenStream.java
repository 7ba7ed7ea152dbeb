package onsale.edge.front.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import onsale.edge.front.request.FrontRequest;
import onsale.platform.front.EventStream;
import onsale.platform.front.StreamEvent;
import onsale.platform.front.StreamTopic;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * One client's stream. It has at most one write under way and one event that waits for it. A client
 * that falls further behind gets the whole state after the write under way. If the topic has no
 * state, the client is disconnected, and gets a fresh first event when it comes back.
 */
final class OpenStream implements Callback {

    private final FrontRequest request;
    private final Audience audience;
    private final StreamMetrics metrics;
    private final Runnable onClosed;
    private final long endsAtMillis;

    /** The number of the newest event that was sent or is being written. */
    private long number;

    private boolean writing = true; // the first event precedes all others
    private boolean behind;
    private boolean ending;
    private boolean over;
    private @Nullable StreamEvent next;

    OpenStream(
            FrontRequest request,
            Audience audience,
            EventStream.Outcome.Opened opened,
            StreamMetrics metrics,
            Runnable onClosed) {
        this.request = request;
        this.audience = audience;
        this.metrics = metrics;
        this.onClosed = onClosed;
        this.number = opened.first().number();
        @Nullable Instant until = opened.until();
        this.endsAtMillis = until == null ? Long.MAX_VALUE : until.toEpochMilli();
    }

    boolean isOverdue(long nowMillis) {
        return endsAtMillis <= nowMillis;
    }

    /** Sends the first event. The audience must know this stream already, or it misses events. */
    void begin(StreamEvent first) {
        StreamTopic.@Nullable State state = audience.state();
        synchronized (this) {
            behind |= state != null && state.number() > number;
        }
        write(first);
    }

    void send(StreamEvent event) {
        synchronized (this) {
            if (ending || over || isOld(event)) {
                return;
            }
            if (writing) {
                queueHoldingLock(event);
                return;
            }
            writing = true;
            number = Math.max(number, event.number());
        }
        write(event);
    }

    private boolean isOld(StreamEvent event) {
        return event.number() > 0 && event.number() <= number;
    }

    private void queueHoldingLock(StreamEvent event) {
        if (event == StreamEvent.heartbeat()) {
            return;
        }
        if (next == null && !behind) {
            next = event;
        } else if (audience.state() == null) {
            dropHoldingLock();
        } else {
            if (!behind) {
                metrics.collapsed().increment();
            }
            next = null;
            behind = true;
        }
    }

    private void dropHoldingLock() {
        metrics.dropped().increment();
        ending = true;
        next = null;
        request.jetty().fail(new IOException("the client does not keep up"));
    }

    private void write(StreamEvent event) {
        request.response().write(false, ByteBuffer.wrap(event.encoded()), this);
    }

    @Override
    public void succeeded() {
        @Nullable StreamEvent event;
        synchronized (this) {
            if (over) {
                return;
            }
            if (ending) {
                over = true;
                event = null;
            } else {
                event = takeNextHoldingLock();
                if (event == null) {
                    writing = false;
                    return;
                }
                number = Math.max(number, event.number());
            }
        }
        if (event == null) {
            finish();
        } else {
            write(event);
        }
    }

    /** Returns what is to be written now, or null. */
    private @Nullable StreamEvent takeNextHoldingLock() {
        @Nullable StreamEvent event = next;
        StreamTopic.@Nullable State state = audience.state();
        if (behind && state != null) {
            event = state.whole();
        }
        behind = false;
        next = null;
        return event == null || isOld(event) ? null : event;
    }

    @Override
    public void failed(Throwable cause) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        leave();
        request.callback().failed(cause);
    }

    /** Ends the stream after the write under way. */
    void end() {
        synchronized (this) {
            if (over) {
                return;
            }
            ending = true;
            next = null;
            behind = false;
            if (writing) {
                return;
            }
            over = true;
        }
        finish();
    }

    private void finish() {
        leave();
        request.response().write(true, ByteBuffer.allocate(0), request.callback());
    }

    private void leave() {
        audience.remove(this);
        onClosed.run();
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }
}
