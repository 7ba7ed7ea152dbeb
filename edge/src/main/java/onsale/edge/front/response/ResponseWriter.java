package onsale.edge.front.response;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import onsale.edge.front.request.FrontMetrics;
import onsale.edge.front.request.FrontMetrics.AnsweredBy;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.Refusal;
import onsale.edge.front.request.RequestId;
import onsale.edge.front.request.RequestRules;
import onsale.edge.limit.LimitDecision;
import onsale.platform.front.HotAnswer;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the front's own responses, and the headers that every response has. */
public final class ResponseWriter {

    public static final HttpField CLOSE = new PreEncodedHttpField(HttpHeader.CONNECTION, "close");

    private static final Logger LOG = LoggerFactory.getLogger(ResponseWriter.class);
    private static final HttpField PROBLEM =
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/problem+json");
    private static final HttpField ALLOW =
            new PreEncodedHttpField(HttpHeader.ALLOW, String.join(", ", RequestRules.METHODS));

    /** Refusals after which client and server may disagree on where the next request begins. */
    private static final Set<Refusal> CLOSING =
            EnumSet.of(Refusal.BAD_REQUEST, Refusal.BODY_TOO_LARGE, Refusal.TOO_SLOW);

    private final Cors cors;
    private final PendingResponses pending;
    private final FrontMetrics metrics;

    public ResponseWriter(Cors cors, PendingResponses pending, FrontMetrics metrics) {
        this.cors = cors;
        this.pending = pending;
        this.metrics = metrics;
    }

    /** Runs the work; if it throws, answers with 500, because nobody else would. */
    public void guard(FrontRequest request, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("The front failed on request {}", request.requestId(), e);
            if (request.response().isCommitted()) {
                request.callback().failed(e);
            } else {
                request.response().reset();
                refuse(request, Refusal.INTERNAL);
            }
        }
    }

    /** Adds the headers that every response has; a header that is set already stays. */
    public void addCommonHeaders(FrontRequest request, HttpFields.Mutable headers) {
        headers.put(RequestId.HEADER, request.requestId());
        @Nullable LimitDecision decision = request.limitDecision();
        if (decision != null) {
            decision.headers(headers::put);
        }
        cors.addHeaders(request.headers(), headers);
        SecurityHeaders.addMissing(headers, request.isHttps());
    }

    public void refuse(FrontRequest request, Refusal refusal) {
        metrics.count(AnsweredBy.REFUSED);
        HttpFields.Mutable headers = request.response().getHeaders();
        if (refusal == Refusal.METHOD_NOT_ALLOWED) {
            headers.put(ALLOW);
        } else if (CLOSING.contains(refusal) && !request.isHttp2()) {
            headers.put(CLOSE);
        }
        problem(request, refusal.problem());
    }

    /** Refuses with 429. */
    public void tooMany(FrontRequest request, LimitDecision decision) {
        metrics.count(AnsweredBy.LIMITED);
        problem(request, decision.problem());
    }

    public void preflight(FrontRequest request) {
        if (cors.allow(request.headers(), request.response().getHeaders())) {
            request.response().setStatus(204);
            send(request, ByteBuffer.allocate(0));
        } else {
            problem(request, PlatformProblems.ofStatus(403));
        }
    }

    public void problem(FrontRequest request, Problem problem) {
        begin(problem, request.response());
        send(request, ByteBuffer.wrap(problem.json(request.requestId())));
    }

    /** Sets status and headers of a problem document. */
    public static void begin(Problem problem, Response response) {
        response.setStatus(problem.code().status());
        response.getHeaders().put(PROBLEM);
        if (problem.retryAfter() != null) {
            response.getHeaders()
                    .put(HttpHeader.RETRY_AFTER, Long.toString(problem.retryAfterSeconds()));
        }
    }

    public void hot(FrontRequest request, HotAnswer answer) {
        metrics.count(AnsweredBy.HOT);
        HttpFields.Mutable headers = request.response().getHeaders();
        request.response().setStatus(answer.status());
        for (HotAnswer.Header header : answer.headers()) {
            headers.put(header.name(), header.value());
        }
        if (answer.isPage()) {
            SecurityHeaders.forPage(headers);
        }
        send(request, ByteBuffer.wrap(answer.body()));
    }

    /** Answers a request that broke off, as far as its client may still be there. */
    public void brokenOff(FrontRequest request, Throwable cause) {
        if (cause instanceof HttpException) {
            refuse(request, Refusal.BAD_REQUEST);
        } else {
            request.callback().failed(cause);
        }
    }

    /** Adds the common headers and sends the response as a whole. */
    public void send(FrontRequest request, ByteBuffer body) {
        addCommonHeaders(request, request.response().getHeaders());
        Callback callback =
                request.hasUnreadBody()
                        ? new BodyDrain(request.jetty(), request.callback())
                        : request.callback();
        write(request, request.response(), body, callback);
    }

    /** Writes a whole response; a client that does not read it in time loses the connection. */
    public void write(FrontRequest request, Response response, ByteBuffer body, Callback callback) {
        int status = response.getStatus();
        if (status == 204 || status == 304) {
            body.position(body.limit());
        } else if (request.method().equals("HEAD")) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.remaining());
            body.position(body.limit());
        }
        PendingResponses.Pending written = pending.begin(request, body.remaining(), callback);
        response.write(true, body, written);
        written.watchUnlessDone();
    }
}
