package onsale.notification.outgoing;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to addresses that others give us, and never to our own networks: each name is
 * looked up for each connection, and only a public address of that very answer is connected to. A
 * name that points elsewhere later, or a redirect, which is not followed, therefore lead nowhere.
 */
public final class GuardedHttp implements AutoCloseable {

    /** The outcome of a request. */
    public sealed interface Outcome {

        /**
         * The receiver has answered.
         *
         * @param excerpt the beginning of the body
         */
        record Answered(int status, String excerpt) implements Outcome {}

        /** Its name leads to addresses that are not public. */
        record Blocked() implements Outcome {}

        record Failed(String why) implements Outcome {}
    }

    /** Finds the addresses of a name. */
    @FunctionalInterface
    public interface NameLookup {
        InetAddress[] find(String host) throws UnknownHostException;
    }

    private static final class BlockedAddress extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final int EXCERPT_BYTES_MAX = 500;
    private static final int BODY_BYTES_MAX = 64 << 10;
    private static final int THREADS_MAX = 16;
    private static final int CONNECTIONS_PER_HOST_MAX = 16;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    private static final Duration IDLE_MAX = Duration.ofSeconds(30);

    private final NameLookup names;
    private final boolean privateAllowed;
    private final HttpClient http;

    /**
     * @param privateAllowed also sends to private addresses, for installations whose receivers are
     *     there
     */
    public GuardedHttp(NameLookup names, boolean privateAllowed) {
        this.names = names;
        this.privateAllowed = privateAllowed;
        this.http = new HttpClient();
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX);
        threads.setName("outgoing");
        threads.setDaemon(true);
        http.setExecutor(threads);
        http.setFollowRedirects(false);
        http.setHttpCookieStore(new HttpCookieStore.Empty());
        http.setUserAgentField(null);
        http.setConnectTimeout(CONNECT_WITHIN.toMillis());
        http.setIdleTimeout(IDLE_MAX.toMillis());
        http.setMaxConnectionsPerDestination(CONNECTIONS_PER_HOST_MAX);
        http.setSocketAddressResolver((host, port, _, promise) -> resolve(host, port, promise));
        try {
            http.start();
        } catch (Exception e) {
            throw new IllegalStateException("the client cannot be started", e);
        }
    }

    private void resolve(String host, int port, Promise<List<InetSocketAddress>> promise) {
        try {
            List<InetSocketAddress> usable = new ArrayList<>();
            for (InetAddress address : names.find(host)) {
                if (privateAllowed || PublicAddresses.isPublic(address)) {
                    usable.add(new InetSocketAddress(address, port));
                }
            }
            if (usable.isEmpty()) {
                promise.failed(new BlockedAddress());
            } else {
                promise.succeeded(usable);
            }
        } catch (UnknownHostException e) {
            promise.failed(e);
        }
    }

    /** Sends a body by POST and waits for the answer. */
    public Outcome post(URI url, Map<String, String> headers, byte[] body, Duration within)
            throws InterruptedException {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Excerpt excerpt = new Excerpt();
        @Nullable String type = headers.get("Content-Type");
        Request request =
                http.newRequest(url)
                        .method("POST")
                        .headers(fields ->
                                headers.forEach((name, value) -> {
                                    if (!name.equals("Content-Type")) {
                                        fields.put(name, value);
                                    }
                                }))
                        .body(
                                new BytesRequestContent(
                                        type == null ? "application/octet-stream" : type, body))
                        .timeout(within.toMillis(), TimeUnit.MILLISECONDS)
                        .onResponseContent((response, content) -> {
                            if (excerpt.isFull(content)) {
                                var _ =
                                        response.abort(
                                                new IllegalStateException("the answer is long"));
                            }
                        });
        request.send(result -> outcome.complete(outcome(result, excerpt)));
        try {
            return outcome.get(2 * within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return new Outcome.Failed("TIMEOUT");
        }
    }

    private static Outcome outcome(Result result, Excerpt excerpt) {
        if (result.isSucceeded() || excerpt.wasFull) {
            return new Outcome.Answered(result.getResponse().getStatus(), excerpt.text());
        }
        for (@Nullable Throwable at = result.getFailure(); at != null; at = at.getCause()) {
            if (at instanceof BlockedAddress) {
                return new Outcome.Blocked();
            }
        }
        return new Outcome.Failed(result.getFailure().getClass().getSimpleName());
    }

    /** The beginning of a body, of which no more is kept. */
    private static final class Excerpt {

        private final byte[] kept = new byte[EXCERPT_BYTES_MAX];
        private int keptBytes;
        private int bytes;
        private volatile boolean wasFull;

        /** Takes more of the body; whether it is longer than any that matters. */
        synchronized boolean isFull(ByteBuffer content) {
            bytes += content.remaining();
            int more = Math.min(EXCERPT_BYTES_MAX - keptBytes, content.remaining());
            content.slice().get(kept, keptBytes, more);
            keptBytes += more;
            wasFull = bytes > BODY_BYTES_MAX;
            return wasFull;
        }

        /** What can be shown of it. */
        synchronized String text() {
            return new String(kept, 0, keptBytes, StandardCharsets.UTF_8)
                    .replaceAll("[\\p{Cc}\\p{Cs}\uFFFD]", " ");
        }
    }

    @Override
    public void close() {
        try {
            http.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the client cannot be stopped", e);
        }
    }
}
