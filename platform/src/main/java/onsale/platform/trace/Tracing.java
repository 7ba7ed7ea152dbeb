package onsale.platform.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import onsale.platform.problem.TraceParent;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The traces of this process. Off until {@link #use} is called; then requests and messages that the
 * sampler chooses have a span, and what they ask of servers has a span below it. Spans carry
 * statements without values, names and outcomes: nothing of a person.
 *
 * <p>Static, as logging and its context are: a span is about the thread that does the work, and
 * what is not traced must cost next to nothing.
 */
public final class Tracing {

    /** The key under which logging keeps the id of the trace, whether it is recorded or not. */
    public static final String MDC_KEY = "trace.id";

    private static final int SPAN_ID_FROM = "00-".length() + 32 + "-".length();

    /** The id that a trace which begins on this thread is to have. */
    private static final ThreadLocal<@Nullable String> FIRST_ID = new ThreadLocal<>();

    private static volatile @Nullable Tracer tracer;

    private Tracing() {}

    /** Records spans with this tracer from now on; null for none. */
    public static void use(@Nullable Tracer recording) {
        tracer = recording;
    }

    /** For the generator of ids: what {@link #request} wants the trace to be called. */
    public static @Nullable String firstId() {
        return FIRST_ID.get();
    }

    /** Whether the work of this thread is part of a trace that is recorded. */
    public static boolean isRecording() {
        return tracer != null && Span.current().isRecording();
    }

    /** A request or message that is being worked on by this thread, until it is closed. */
    public static final class Work implements AutoCloseable {

        private static final Work UNTRACED = new Work(null, null);

        private final @Nullable Span span;
        private final @Nullable Scope scope;
        private MDC.@Nullable MDCCloseable id;

        private Work(@Nullable Span span, @Nullable Scope scope) {
            this.span = span;
            this.scope = scope;
        }

        /** Notes the status of the answer; 500 and above is a failure. */
        public void answered(int status) {
            if (span != null) {
                span.setAttribute("http.response.status_code", status);
                if (status >= 500) {
                    span.setStatus(StatusCode.ERROR);
                }
            }
        }

        @Override
        public void close() {
            if (scope != null) {
                scope.close();
            }
            if (span != null) {
                span.end();
            }
            if (id != null) {
                id.close();
            }
        }

        private Work logged(String traceId) {
            id = MDC.putCloseable(MDC_KEY, traceId);
            return this;
        }
    }

    /**
     * Begins the work on a request.
     *
     * @param parent the caller's {@code traceparent} if it is valid, else null
     * @param traceId of the trace: the caller's, or the one that the request gets
     */
    @SuppressWarnings("MustBeClosedChecker") // the work closes it
    public static Work request(
            String method, String route, @Nullable String parent, String traceId) {
        @Nullable Tracer recording = tracer;
        if (recording == null) {
            return new Work(null, null).logged(traceId);
        }
        FIRST_ID.set(traceId);
        try {
            Span span =
                    recording
                            .spanBuilder(method + " " + route)
                            .setParent(parent == null ? Context.root() : remote(parent))
                            .setSpanKind(SpanKind.SERVER)
                            .setAttribute("http.request.method", method)
                            .setAttribute("http.route", route)
                            .startSpan();
            return new Work(span, span.makeCurrent()).logged(traceId);
        } finally {
            FIRST_ID.remove();
        }
    }

    /** Begins the work on a message that has the {@code traceparent} of whoever recorded it. */
    @SuppressWarnings("MustBeClosedChecker") // the work closes it
    public static Work message(String type, String topic, String parent) {
        @Nullable Tracer recording = tracer;
        if (TraceParent.valid(parent).isEmpty()) {
            return Work.UNTRACED;
        }
        String traceId = TraceParent.traceId(parent);
        if (recording == null) {
            return new Work(null, null).logged(traceId);
        }
        Span span =
                recording
                        .spanBuilder("handle " + type)
                        .setParent(remote(parent))
                        .setSpanKind(SpanKind.CONSUMER)
                        .setAttribute("messaging.system", "kafka")
                        .setAttribute("messaging.message.type", type)
                        .setAttribute("messaging.destination.name", topic)
                        .startSpan();
        return new Work(span, span.makeCurrent()).logged(traceId);
    }

    private static Context remote(String parent) {
        return Context.root()
                .with(
                        Span.wrap(
                                SpanContext.createFromRemoteParent(
                                        TraceParent.traceId(parent),
                                        parent.substring(SPAN_ID_FROM, SPAN_ID_FROM + 16),
                                        TraceFlags.getSampled(),
                                        TraceState.getDefault())));
    }

    /** The id of the span of this thread's work, for messages that it records; null if untraced. */
    public static @Nullable String spanId() {
        return isRecording() ? Span.current().getSpanContext().getSpanId() : null;
    }

    /** A call of a server, which may end on another thread. */
    public static final class Call {

        private static final Call UNTRACED = new Call(null);

        private final @Nullable Span span;

        private Call(@Nullable Span span) {
            this.span = span;
        }

        public boolean isRecorded() {
            return span != null;
        }

        public Call with(String attribute, String value) {
            if (span != null) {
                span.setAttribute(attribute, value);
            }
            return this;
        }

        /** Ends the call, with the type of its failure if there was one. */
        public void end(@Nullable Throwable failure) {
            if (span != null) {
                if (failure != null) {
                    span.setAttribute("error.type", failure.getClass().getName());
                    span.setStatus(StatusCode.ERROR);
                }
                span.end();
            }
        }
    }

    /** Begins a call below the work of this thread; costs nothing if that is not recorded. */
    public static Call call(String name, String system) {
        @Nullable Tracer recording = tracer;
        if (recording == null || !Span.current().isRecording()) {
            return Call.UNTRACED;
        }
        return new Call(
                recording
                        .spanBuilder(name)
                        .setSpanKind(SpanKind.CLIENT)
                        .setAttribute("peer.service", system)
                        .startSpan());
    }
}
