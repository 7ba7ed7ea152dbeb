package onsale.platform.messaging;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.problem.TraceId;
import onsale.platform.problem.TraceParent;
import onsale.platform.trace.Tracing;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The headers of a message: its identity, its seals, the request and message that caused it, and
 * the trace. Within a process, correlation and cause are kept in the logging context (MDC), so that
 * log lines show them too.
 */
public final class MessageHeaders {

    public static final String ID = "id";
    public static final String TYPE = "type";
    public static final String VERSION = "version";

    /** The time at which it was recorded, in milliseconds since 1970. */
    public static final String TIME = "time";

    public static final String ENCODING = "encoding";
    public static final String KEY_ID = "keyId";

    /** Prefix of the headers with the seals, followed by the name of the consumer. */
    public static final String MAC = "mac.";

    public static final String CORRELATION_ID = "correlationId";
    public static final String CAUSATION_ID = "causationId";

    private MessageHeaders() {}

    /**
     * The headers of a message that is recorded now. The request or message that is being handled
     * is its cause; without one, the message starts a correlation of its own, under its id.
     */
    static Map<String, String> current(UUID id) {
        Map<String, String> headers = new HashMap<>();
        String correlation = MDC.get(CORRELATION_ID);
        String request = MDC.get(TraceId.MDC_KEY);
        if (correlation != null || request != null) {
            headers.put(
                    CORRELATION_ID, correlation != null ? correlation : String.valueOf(request));
        }
        String causation = MDC.get(CAUSATION_ID);
        if (causation != null || request != null) {
            headers.put(CAUSATION_ID, causation != null ? causation : String.valueOf(request));
        }
        headers.put(TraceParent.HEADER, "00-%s-%s-01".formatted(traceId(id, request), spanId(id)));
        return headers;
    }

    /** The span that records the message, or one made from its id if nobody traces. */
    private static String spanId(UUID id) {
        @Nullable String span = Tracing.spanId();
        return span == null ? "%016x".formatted(id.getLeastSignificantBits()) : span;
    }

    /** The trace of the request or message that is being handled, or one made from its id. */
    private static String traceId(UUID id, @Nullable String request) {
        Optional<String> trace = TraceParent.valid(MDC.get(TraceParent.HEADER));
        if (trace.isPresent()) {
            return TraceParent.traceId(trace.get());
        }
        if (request == null) {
            return id.toString().replace("-", "");
        }
        return TraceParent.traceIdOf(request);
    }

    /**
     * Runs a handler with the message it handles as cause of everything that it records or logs.
     */
    static void within(Incoming message, Runnable handler) {
        try (var _ = MDC.putCloseable(CORRELATION_ID, message.correlationId());
                var _ = MDC.putCloseable(CAUSATION_ID, message.id().toString())) {
            String trace = message.headers().get(TraceParent.HEADER);
            if (trace == null) {
                handler.run();
                return;
            }
            try (var _ = MDC.putCloseable(TraceParent.HEADER, trace);
                    var _ = Tracing.message(message.type(), message.topic(), trace)) {
                handler.run();
            }
        }
    }
}
