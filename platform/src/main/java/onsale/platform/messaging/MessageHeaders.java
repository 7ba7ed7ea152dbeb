package onsale.platform.messaging;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.MDC;

/**
 * What travels beside a message: its identity, its place in the story it belongs to, and the trace.
 * Inside a process the story is kept in the logging context, so that log lines carry it too.
 */
public final class MessageHeaders {

    public static final String ID = "id";
    public static final String TYPE = "type";
    public static final String ENCODING = "encoding";
    public static final String CORRELATION_ID = "correlationId";
    public static final String CAUSATION_ID = "causationId";
    public static final String TRACE_PARENT = "traceparent";

    private static final String REQUEST_ID = "requestId";

    private MessageHeaders() {}

    /**
     * For a message recorded now: the request or message being handled is its cause. Without one it
     * begins a story of its own, told by its id.
     */
    static Map<String, String> current() {
        Map<String, String> headers = new HashMap<>();
        String correlation = MDC.get(CORRELATION_ID);
        String request = MDC.get(REQUEST_ID);
        if (correlation != null || request != null) {
            headers.put(
                    CORRELATION_ID, correlation != null ? correlation : String.valueOf(request));
        }
        String causation = MDC.get(CAUSATION_ID);
        if (causation != null || request != null) {
            headers.put(CAUSATION_ID, causation != null ? causation : String.valueOf(request));
        }
        String trace = MDC.get(TRACE_PARENT);
        if (trace != null) {
            headers.put(TRACE_PARENT, trace);
        }
        return headers;
    }

    /** Runs a handler inside the story of the message it handles. */
    static void within(Incoming message, Runnable handler) {
        try (var _ = MDC.putCloseable(CORRELATION_ID, message.correlationId());
                var _ = MDC.putCloseable(CAUSATION_ID, message.id().toString())) {
            String trace = message.headers().get(TRACE_PARENT);
            if (trace == null) {
                handler.run();
                return;
            }
            try (var _ = MDC.putCloseable(TRACE_PARENT, trace)) {
                handler.run();
            }
        }
    }
}
