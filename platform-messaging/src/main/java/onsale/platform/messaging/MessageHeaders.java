package onsale.platform.messaging;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import onsale.platform.Sha256;
import onsale.platform.problem.TraceId;
import onsale.platform.problem.TraceParent;
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

    private static final Pattern TRACE_ID = Pattern.compile("(?!0{32})[0-9a-f]{32}");
    private static final int TRACE_ID_BYTES = 16;

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
        headers.put(
                TraceParent.HEADER,
                "00-%s-%016x-01".formatted(traceId(id, request), id.getLeastSignificantBits()));
        return headers;
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
        String plain = request.replace("-", "");
        return TRACE_ID.matcher(plain).matches()
                ? plain
                : HexFormat.of().formatHex(Sha256.of(request), 0, TRACE_ID_BYTES);
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
            try (var _ = MDC.putCloseable(TraceParent.HEADER, trace)) {
                handler.run();
            }
        }
    }
}
