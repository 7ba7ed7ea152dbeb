package onsale.platform.problem;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** The id of a request, which its response and its log lines carry. */
public final class TraceId {

    /** The key under which logging keeps it. */
    public static final String MDC_KEY = "requestId";

    private TraceId() {}

    /** The id of the request that this thread works for, or a new one. */
    public static String current() {
        @Nullable String id = MDC.get(MDC_KEY);
        return id == null ? create() : id;
    }

    public static String create() {
        return UUID.randomUUID().toString();
    }
}
