package onsale.edge.door;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import onsale.edge.DoorMark;
import org.jspecify.annotations.Nullable;

/**
 * The way to the ordinary server of this process, for one event loop: a bounded number of
 * connections and a bounded line in front of them. A request arrives there with who sent it, as the
 * door knows it and not as the client claims it. A small body is read before, and what has a large
 * one may take a part of the places only: sending slowly keeps nobody else out.
 */
final class Proxy {

    private static final String LOOPBACK = "127.0.0.1";

    /** Shorter than the server's own, so that it never closes a connection we are about to use. */
    private static final int KEEP_ALIVE_SECONDS = 30;

    /** More than any call of a fan has. */
    private static final int SMALL_BODY_BYTES = 4_096;

    /** Small bodies that are being read at once. */
    private static final int READING_MAX = 16_384;

    /** The part of all places that requests with large bodies may take: one of so many. */
    private static final int LARGE_BODIES_PART = 8;

    private static final Set<String> OURS =
            Set.of(
                    "host",
                    "forwarded",
                    "x-forwarded-for",
                    "x-forwarded-host",
                    "x-forwarded-port",
                    "x-forwarded-prefix",
                    "x-forwarded-proto",
                    "x-forwarded-ssl",
                    "x-real-ip",
                    "x-request-id");

    private final Vertx vertx;
    private final HttpClient client;
    private final DoorSettings settings;
    private final Answers answers;
    private final DoorMetrics metrics;
    private final int port;
    private final int underWayMax;
    private final int largeBodiesMax;
    private final int readingMax;
    private int underWay;
    private int largeBodies;
    private int reading;

    Proxy(Vertx vertx, DoorSettings settings, int port, Answers answers, DoorMetrics metrics) {
        this.vertx = vertx;
        this.settings = settings;
        this.port = port;
        this.answers = answers;
        this.metrics = metrics;
        int loops = settings.loops();
        int connectionsMax = Math.ceilDiv(settings.proxiedMax(), loops);
        this.underWayMax = connectionsMax + settings.proxiedWaitingMax() / loops;
        this.largeBodiesMax = Math.max(1, underWayMax / LARGE_BODIES_PART);
        this.readingMax = Math.ceilDiv(READING_MAX, loops);
        this.client =
                vertx.createHttpClient(
                        new HttpClientOptions()
                                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                                .setConnectTimeout(
                                        Math.toIntExact(settings.proxyConnectTimeout().toMillis()))
                                .setMaxHeaderSize(settings.headerBytesMax() * 2)
                                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS),
                        new PoolOptions()
                                .setHttp1MaxSize(connectionsMax)
                                .setMaxWaitQueueSize(-1)); // counted here, see pass
    }

    void pass(Incoming incoming) {
        HttpServerRequest request = incoming.request();
        boolean small = hasSmallBody(request);
        if (!Incoming.hasBody(request)) {
            pass(incoming, null);
        } else if (small ? reading >= readingMax : largeBodies >= largeBodiesMax) {
            refuse(incoming, Refusal.BUSY);
        } else if (small) {
            readAndPass(incoming);
        } else {
            pass(incoming, null);
        }
    }

    /** And it comes without being asked for. */
    private static boolean hasSmallBody(HttpServerRequest request) {
        @Nullable String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length != null
                && Long.parseLong(length) <= SMALL_BODY_BYTES
                && !request.headers().contains(HttpHeaders.EXPECT);
    }

    private void readAndPass(Incoming incoming) {
        reading++;
        incoming.body(vertx, settings.bodyTimeout(), () -> refuse(incoming, Refusal.TOO_SLOW))
                .onComplete(read -> {
                    reading--;
                    if (read.succeeded()) {
                        pass(incoming, read.result());
                    }
                });
    }

    /**
     * Passes a request on.
     *
     * @param read its whole body, if that has been read already
     */
    void pass(Incoming incoming, @Nullable Buffer read) {
        if (underWay >= underWayMax) {
            refuse(incoming, Refusal.BUSY);
            return;
        }
        Exchange exchange = new Exchange(this, incoming, vertx, settings, answers, metrics, read);
        underWay++;
        largeBodies += exchange.hasBody() ? 1 : 0;
        metrics.proxiedStarted();
        exchange.start();
    }

    private void refuse(Incoming incoming, Refusal refusal) {
        metrics.refused();
        answers.problem(incoming.request(), incoming.requestId(), refusal);
    }

    /** Once for each exchange. */
    void ended(Exchange exchange) {
        underWay--;
        largeBodies -= exchange.hasBody() ? 1 : 0;
        metrics.proxiedEnded();
    }

    Future<HttpClientRequest> connect(Incoming incoming) {
        RequestOptions options =
                new RequestOptions()
                        .setHost(LOOPBACK)
                        .setPort(port)
                        .setMethod(incoming.request().method())
                        .setURI(incoming.target().uri())
                        .setConnectTimeout(settings.proxyConnectTimeout().toMillis());
        return client.request(options);
    }

    static void describe(Incoming incoming, MultiMap headers) {
        MultiMap given = incoming.request().headers();
        Hops.copy(given, headers, OURS);
        String host = Incoming.host(incoming.request());
        boolean trusted = incoming.peerIsTrusted();
        @Nullable String forwardedHost = trusted ? given.get("x-forwarded-host") : null;
        headers.set("host", host);
        headers.set("x-forwarded-for", incoming.clientAddress());
        headers.set("x-forwarded-proto", incoming.isHttps() ? "https" : "http");
        headers.set(
                "x-forwarded-host",
                forwardedHost != null && Hosts.valid(forwardedHost) ? forwardedHost : host);
        headers.set("x-request-id", incoming.requestId());
        headers.set(DoorMark.HEADER, "1");
    }
}
