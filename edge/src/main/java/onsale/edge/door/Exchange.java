package onsale.edge.door;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request at the ordinary server, from start to end. Every stage has its time; whoever fails
 * first ends both sides, once. An answer that breaks off half-way breaks off for the client too: it
 * is never made to look complete.
 */
final class Exchange {

    private static final Set<String> ANSWERS_OWN = Set.of("x-request-id");

    private final Proxy proxy;
    private final Incoming incoming;
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final Vertx vertx;
    private final DoorSettings settings;
    private final Answers answers;
    private final DoorMetrics metrics;
    private final boolean hasBody;
    private final @Nullable Buffer read;
    private @Nullable HttpClientRequest upstream;
    private @Nullable Pump upload;
    private @Nullable Pump download;
    private long timer;
    private boolean over;

    Exchange(
            Proxy proxy,
            Incoming incoming,
            Vertx vertx,
            DoorSettings settings,
            Answers answers,
            DoorMetrics metrics,
            @Nullable Buffer read) {
        this.proxy = proxy;
        this.incoming = incoming;
        this.request = incoming.request();
        this.response = request.response();
        this.vertx = vertx;
        this.settings = settings;
        this.answers = answers;
        this.metrics = metrics;
        this.hasBody = Incoming.hasBody(request);
        this.read = read;
    }

    /** That passes through, because it was not read before. */
    boolean hasBody() {
        return hasBody;
    }

    void start() {
        if (hasBody) {
            request.pause();
        }
        request.exceptionHandler(_ -> abort());
        response.exceptionHandler(_ -> abort());
        response.closeHandler(_ -> abort());
        proxy.connect(incoming).onComplete(this::connected, _ -> refuse(Refusal.UNAVAILABLE));
    }

    private void connected(HttpClientRequest connected) {
        connected.exceptionHandler(_ -> broken());
        upstream = connected;
        if (over) {
            connected.reset();
            return;
        }
        Proxy.describe(incoming, connected.headers());
        connected.response().onComplete(this::answered, _ -> broken());
        if (hasBody) {
            sendBody(connected);
        } else {
            within(settings.proxyResponseTimeout(), () -> refuse(Refusal.NO_ANSWER));
            var _ = read == null ? connected.end() : connected.end(read);
        }
    }

    private void sendBody(HttpClientRequest connected) {
        if (request.getHeader(HttpHeaders.CONTENT_LENGTH) == null) {
            connected.setChunked(true);
        }
        if (request.headers().contains(HttpHeaders.EXPECT)) {
            response.writeContinue();
        }
        within(settings.bodyTimeout(), () -> refuse(Refusal.TOO_SLOW));
        upload =
                new Pump(
                        request,
                        connected,
                        settings.bodyBytesMax(),
                        () -> refuse(Refusal.BODY_TOO_LARGE));
        request.endHandler(_ -> bodySent(connected));
        upload.start();
    }

    private void bodySent(HttpClientRequest connected) {
        if (!over) {
            if (!response.headWritten()) {
                within(settings.proxyResponseTimeout(), () -> refuse(Refusal.NO_ANSWER));
            }
            connected.end();
        }
    }

    private void answered(HttpClientResponse answer) {
        if (over) {
            return;
        }
        within(settings.proxyTransferTimeout(), this::cut);
        response.setStatusCode(answer.statusCode());
        Hops.copy(answer.headers(), response.headers(), ANSWERS_OWN);
        response.putHeader(Answers.REQUEST_ID, incoming.requestId());
        boolean bodiless =
                request.method().equals(HttpMethod.HEAD)
                        || answer.statusCode() == 204
                        || answer.statusCode() == 304;
        if (!bodiless
                && request.version() == HttpVersion.HTTP_1_1
                && answer.getHeader(HttpHeaders.CONTENT_LENGTH) == null) {
            response.setChunked(true);
        }
        if (hasBody && !request.isEnded() && request.version() == HttpVersion.HTTP_1_1) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        answer.exceptionHandler(_ -> cut());
        answer.endHandler(_ -> complete());
        download = new Pump(answer, response, Long.MAX_VALUE, this::cut);
        download.start();
    }

    private void complete() {
        if (finish()) {
            boolean early = hasBody && !request.isEnded();
            if (early) {
                stop();
            }
            var sent = response.end();
            if (early) {
                Answers.close(request, sent);
            }
        }
    }

    /** The server broke off: 502 if the client has seen nothing yet, else it sees the break. */
    private void broken() {
        if (response.headWritten()) {
            cut();
        } else {
            refuse(Refusal.BAD_ANSWER);
        }
    }

    private void refuse(Refusal refusal) {
        if (response.headWritten()) {
            cut();
        } else if (finish()) {
            stop();
            metrics.refused();
            answers.problem(request, incoming.requestId(), refusal);
        }
    }

    private void cut() {
        if (finish()) {
            stop();
            response.reset();
        }
    }

    /** The client is gone. */
    private void abort() {
        if (finish()) {
            stop();
        }
    }

    private void stop() {
        if (upload != null) {
            upload.stop();
        } else {
            request.resume();
        }
        if (download != null) {
            download.stop();
        }
        if (upstream != null) {
            upstream.reset();
        }
    }

    private void within(Duration time, Runnable otherwise) {
        vertx.cancelTimer(timer);
        timer = vertx.setTimer(time.toMillis(), _ -> otherwise.run());
    }

    private boolean finish() {
        if (over) {
            return false;
        }
        over = true;
        vertx.cancelTimer(timer);
        proxy.ended(this);
        return true;
    }
}
