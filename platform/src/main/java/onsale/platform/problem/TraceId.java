package onsale.platform.problem;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** The request's id, which stands in its answer and in its log lines. */
public final class TraceId {

    /** Under which logging knows it. */
    public static final String MDC_KEY = "requestId";

    private TraceId() {}

    /** That of the request this thread works for, or a new one. */
    public static String current() {
        @Nullable String id = MDC.get(MDC_KEY);
        return id == null ? create() : id;
    }

    public static String create() {
        return UUID.randomUUID().toString();
    }
}
