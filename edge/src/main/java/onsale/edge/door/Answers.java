package onsale.edge.door;

import io.netty.buffer.Unpooled;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.buffer.BufferInternal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import onsale.edge.CorsFilter;
import onsale.edge.limit.Verdict;
import onsale.platform.door.HotAnswer;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the door answers itself. If part of the request's body is still on its way, the
 * answer is the last one on its connection: what follows could not be told from a new request.
 */
final class Answers {

    static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");
    private static final CharSequence NO_SNIFF_NAME =
            HttpHeaders.createOptimized("x-content-type-options");
    private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
    private static final CharSequence PROBLEM =
            HttpHeaders.createOptimized("application/problem+json");
    private static final CharSequence ALLOW = HttpHeaders.createOptimized("allow");
    private static final CharSequence LIMIT = HttpHeaders.createOptimized(Verdict.LIMIT_HEADER);
    private static final CharSequence REMAINING =
            HttpHeaders.createOptimized(Verdict.REMAINING_HEADER);
    private static final CharSequence RESET = HttpHeaders.createOptimized(Verdict.RESET_HEADER);
    static final List<HttpMethod> METHODS =
            List.of(
                    HttpMethod.GET,
                    HttpMethod.HEAD,
                    HttpMethod.POST,
                    HttpMethod.PUT,
                    HttpMethod.PATCH,
                    HttpMethod.DELETE,
                    HttpMethod.OPTIONS);
    private static final String METHODS_TEXT =
            String.join(", ", METHODS.stream().map(HttpMethod::name).toList());
    private static final long DATE_EVERY_MILLIS = 500;

    private final Set<String> corsOrigins;
    private CharSequence date = now();

    /**
     * @param corsOrigins whose pages may read the answers, as {@link CorsFilter} does it for the
     *     answers of the ordinary server
     */
    Answers(Vertx vertx, Set<String> corsOrigins) {
        this.corsOrigins = corsOrigins;
        vertx.setPeriodic(DATE_EVERY_MILLIS, _ -> date = now());
    }

    private static CharSequence now() {
        return HttpHeaders.createOptimized(
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        Instant.now().atOffset(ZoneOffset.UTC)));
    }

    HttpServerResponse begin(Incoming incoming, int status) {
        HttpServerResponse response = begin(incoming.request(), incoming.requestId(), status);
        @Nullable Verdict verdict = incoming.verdict();
        if (verdict != null) {
            response.putHeader(LIMIT, Integer.toString(verdict.limit().calls()));
            response.putHeader(REMAINING, Integer.toString(verdict.left()));
            response.putHeader(RESET, Long.toString(verdict.resetsInSeconds()));
        }
        return response;
    }

    /** The headers that every answer of the door has. */
    private HttpServerResponse begin(HttpServerRequest request, String requestId, int status) {
        HttpServerResponse response = request.response();
        response.setStatusCode(status);
        response.putHeader(HttpHeaders.DATE, date);
        response.putHeader(REQUEST_ID, requestId);
        response.putHeader(NO_SNIFF_NAME, NO_SNIFF);
        if (!corsOrigins.isEmpty()) {
            share(request.getHeader(HttpHeaders.ORIGIN), response);
        }
        return response;
    }

    private void share(@Nullable String origin, HttpServerResponse response) {
        response.putHeader(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        if (origin != null && corsOrigins.contains(origin)) {
            response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            response.putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, CorsFilter.SHOWN);
        }
    }

    void problem(HttpServerRequest request, String requestId, Refusal refusal) {
        HttpServerResponse response = begin(request, requestId, refusal.status());
        response.putHeader(HttpHeaders.CONTENT_TYPE, PROBLEM);
        response.putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
        if (refusal.retryAfterSeconds() > 0) {
            response.putHeader("retry-after", Integer.toString(refusal.retryAfterSeconds()));
        }
        if (refusal == Refusal.METHOD_NOT_ALLOWED) {
            response.putHeader(ALLOW, METHODS_TEXT);
        }
        end(request, shared(refusal.document(requestId)));
    }

    void tooMany(Incoming incoming, Verdict verdict) {
        Problem problem = verdict.problem();
        HttpServerResponse response = begin(incoming, problem.code().status());
        response.putHeader(HttpHeaders.CONTENT_TYPE, PROBLEM);
        response.putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
        response.putHeader("retry-after", Long.toString(problem.retryAfterSeconds()));
        end(incoming.request(), shared(problem.json(incoming.requestId())));
    }

    void hot(Incoming incoming, HotAnswer answer) {
        HttpServerResponse response = begin(incoming, answer.status());
        response.putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE); // unless the answer says otherwise
        for (HotAnswer.Header header : answer.headers()) {
            response.putHeader(header.name(), header.value());
        }
        end(incoming.request(), shared(answer.body()));
    }

    /** A view of the bytes, not a copy. */
    static Buffer shared(byte[] bytes) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
    }

    void end(HttpServerRequest request, Buffer body) {
        HttpServerResponse response = request.response();
        boolean last = Incoming.hasBody(request);
        if (last && request.version() != HttpVersion.HTTP_2) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        int status = response.getStatusCode();
        if (request.method().equals(HttpMethod.HEAD)) {
            response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
        }
        var sent =
                request.method().equals(HttpMethod.HEAD) || status == 304 || status == 204
                        ? response.end()
                        : response.end(body);
        if (last) {
            close(request, sent);
        }
    }

    static void close(HttpServerRequest request, io.vertx.core.Future<Void> sent) {
        request.resume();
        if (request.version() == HttpVersion.HTTP_2) {
            sent.onSuccess(_ -> request.response().reset(0)); // NO_ERROR: stop sending
        } else {
            Incoming.guard(request).lingerOnClose();
            sent.onComplete(_ -> request.connection().close());
        }
    }
}
