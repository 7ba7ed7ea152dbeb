package onsale.rush.http;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.ContentDecoder;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.ProxyAuthenticationProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.jspecify.annotations.Nullable;

/**
 * One event-driven HTTP client for all fans. A fan waits on a virtual thread. Connections are
 * shared and bounded, and the wait for one counts as part of the response time.
 */
public final class Http implements AutoCloseable {

    public static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);

    static final int BODY_BYTES_MAX = 32 << 20;

    private static final String NAME = "rush-http";
    private static final int LOOPS = 2;

    /** Threads for what Jetty does not do on its event loops: connecting, failing requests. */
    private static final int HELPERS = 2;

    private static final Duration IDLE_FOR = Duration.ofSeconds(30);
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(3);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
    private static final int WAITING_MAX = 1 << 20;

    private final HttpClient client;
    private final Duration idleFor;

    public Http(int connectionsMax) {
        this(connectionsMax, IDLE_FOR);
    }

    public Http(int connectionsMax, Duration idleFor) {
        this.idleFor = idleFor;
        client = new HttpClient(new Transport());
        QueuedThreadPool threads = new QueuedThreadPool(LOOPS + HELPERS, LOOPS + HELPERS);
        threads.setName(NAME);
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        threads.setStopTimeout(CLOSE_WITHIN.toMillis());
        client.setExecutor(threads);
        client.setScheduler(new ScheduledExecutorScheduler(NAME + "-timer", true));
        client.setByteBufferPool(new ArrayByteBufferPool());
        client.getContentDecoderFactories().put(new Gzip(client.getByteBufferPool()));
        client.setSocketAddressResolver(new SocketAddressResolver.Sync());
        client.setConnectTimeout(CONNECT_WITHIN.toMillis());
        client.setIdleTimeout(idleFor.toMillis());
        client.setMaxConnectionsPerDestination(connectionsMax);
        client.setMaxRequestsQueuedPerDestination(WAITING_MAX);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(null);
        client.setFollowRedirects(false);
        try {
            client.start();
        } catch (Exception e) {
            throw new IllegalStateException("The HTTP client does not start.", e);
        }
        // Jetty fails a 401 or 407 that names no challenge; a fan wants to see it.
        client.getProtocolHandlers().remove(WWWAuthenticationProtocolHandler.NAME);
        client.getProtocolHandlers().remove(ProxyAuthenticationProtocolHandler.NAME);
    }

    /** Sends a request and waits for the response; to be called from a virtual thread. */
    public Answer send(
            String method,
            URI target,
            Map<String, String> headers,
            @Nullable String body,
            Duration within) {
        Call call = new Call();
        Request request = client.newRequest(target).method(method).onRequestBegin(call);
        request.headers(fields -> {
            // said here, it spares Jetty from parsing the target once more
            fields.put(HttpHeader.HOST, target.getRawAuthority());
            headers.forEach(fields::put);
        });
        if (body != null) {
            request.body(
                    new BytesRequestContent(
                            "application/json", body.getBytes(StandardCharsets.UTF_8)));
        }
        if (within.compareTo(idleFor) >= 0) {
            // a connection that waits for an answer is idle, too
            request.idleTimeout(within.toMillis(), TimeUnit.MILLISECONDS);
        }
        request.send(call);
        try {
            return call.answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (TimeoutException e) {
            return call.giveUp(request, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return call.giveUp(request, e);
        }
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            // the process is ending anyway
        }
    }

    /** One request and its response. */
    private static final class Call
            implements Request.BeginListener,
                    Response.HeadersListener,
                    Response.ContentListener,
                    Response.CompleteListener {

        private static final byte[] NOTHING = new byte[0];

        final CompletableFuture<Answer> answer = new CompletableFuture<>();

        /** Whether it got a connection, so that bytes may have been sent. */
        private volatile boolean begun;

        private byte[] body = NOTHING;
        private int length;

        @Override
        public void onBegin(Request request) {
            begun = true;
        }

        @Override
        public void onHeaders(Response response) {
            long announced = response.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
            if (announced > 0 && announced <= BODY_BYTES_MAX) {
                body = new byte[(int) announced];
            }
        }

        @Override
        public void onContent(Response response, ByteBuffer content) {
            int more = content.remaining();
            if (more > BODY_BYTES_MAX - length) {
                throw new IllegalStateException("an answer of more than " + BODY_BYTES_MAX);
            }
            if (more > body.length - length) {
                body = Arrays.copyOf(body, Math.max(length + more, 2 * body.length));
            }
            content.get(body, length, more);
            length += more;
        }

        @Override
        public void onComplete(Result result) {
            if (result.isFailed()) {
                answer.complete(Answer.none(begun));
                return;
            }
            Response response = result.getResponse();
            answer.complete(
                    new Answer(
                            response.getStatus(),
                            length == body.length ? body : Arrays.copyOf(body, length),
                            retryAfter(response.getHeaders().get(HttpHeader.RETRY_AFTER)),
                            true));
        }

        /**
         * Closes the connection, or stops waiting for one. A request that has not begun by the time
         * Jetty has aborted it never begins.
         */
        Answer giveUp(Request request, Exception why) {
            var _ = request.abort(why);
            return Answer.none(begun);
        }

        private static Duration retryAfter(@Nullable String header) {
            return header != null && header.matches("[0-9]{1,4}")
                    ? Duration.ofSeconds(Integer.parseInt(header))
                    : Duration.ZERO;
        }
    }

    /** The one encoding that is asked for, whatever else is on the class path. */
    private static final class Gzip extends ContentDecoder.Factory {

        private final GzipCompression compression = new GzipCompression();

        Gzip(ByteBufferPool buffers) {
            super("gzip");
            compression.setByteBufferPool(buffers);
            installBean(compression);
        }

        @Override
        public Content.Source newDecoderContentSource(Content.Source source) {
            return compression.newDecoderSource(source);
        }
    }

    private static final class Transport extends HttpClientTransportOverHTTP {

        Transport() {
            super(LOOPS);
            // answers are read where they arrive: nothing in a Call blocks
            setInvocationType(InvocationType.NON_BLOCKING);
            setConnectionPoolFactory(server ->
                    new Connections(server, getHttpClient().getMaxConnectionsPerDestination()));
        }

        @Override
        public Destination newDestination(Origin origin) {
            return new Server(getHttpClient(), origin);
        }
    }

    private static final class Connections extends AbstractConnectionPool {

        Connections(Destination server, int max) {
            super(server, () -> new ConnectionStack<>(max), 1);
        }

        boolean isAnyOpen() {
            return getActiveConnectionCount() + getIdleConnectionCount() > 0;
        }
    }

    /**
     * A server and the requests that wait for a connection to it. Jetty fails all of them when one
     * connection cannot be opened. As long as others are open, this fails the first only: the rest
     * get the next connection that is free.
     */
    private static final class Server extends HttpDestination {

        Server(HttpClient client, Origin origin) {
            super(client, origin);
        }

        @Override
        public void failed(Throwable why) {
            if (!((Connections) getConnectionPool()).isAnyOpen()) {
                super.failed(why);
                return;
            }
            HttpExchange first = getHttpExchanges().poll();
            if (first != null) {
                var _ = first.getRequest().abort(why);
            }
        }
    }
}
