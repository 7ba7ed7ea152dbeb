package onsale.edge.front;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** One HTTP/2 connection that can also misbehave. */
final class Http2Client implements AutoCloseable {

    private final HTTP2Client client = new HTTP2Client();
    private final String scheme;
    private final int port;
    final Session session;

    Http2Client(int port, SslContextFactory.@Nullable Client tls) throws Exception {
        this(port, tls, 65_535);
    }

    /**
     * @param window how much of an answer it is ready to read
     */
    Http2Client(int port, SslContextFactory.@Nullable Client tls, int window) throws Exception {
        this.port = port;
        this.scheme = tls == null ? "http" : "https";
        client.setInitialStreamRecvWindow(window);
        if (tls != null) {
            client.addBean(tls);
        }
        client.start();
        CompletableFuture<Session> connected = new CompletableFuture<>();
        client.connect(
                tls,
                new InetSocketAddress("127.0.0.1", port),
                new Session.Listener() {},
                new Promise<>() {
                    @Override
                    public void succeeded(Session session) {
                        connected.complete(session);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        connected.completeExceptionally(cause);
                    }
                });
        session = connected.get(20, TimeUnit.SECONDS);
    }

    /** One request and what comes of it. */
    static final class Exchange implements Stream.Listener {
        final CompletableFuture<Integer> status = new CompletableFuture<>();
        final CompletableFuture<String> body = new CompletableFuture<>();
        final CompletableFuture<Boolean> reset = new CompletableFuture<>();
        final BlockingQueue<String> parts = new LinkedBlockingQueue<>();
        private final StringBuilder all = new StringBuilder();
        private final boolean reads;

        Exchange(boolean reads) {
            this.reads = reads;
        }

        @Override
        public void onHeaders(Stream stream, HeadersFrame frame) {
            status.complete(((MetaData.Response) frame.getMetaData()).getStatus());
            if (frame.isEndStream()) {
                body.complete("");
            } else if (reads) {
                stream.demand();
            }
        }

        @Override
        public void onDataAvailable(Stream stream) {
            Stream.Data data = stream.readData();
            if (data == null) {
                stream.demand();
                return;
            }
            DataFrame frame = data.frame();
            String part = StandardCharsets.UTF_8.decode(frame.getByteBuffer()).toString();
            parts.add(part);
            all.append(part);
            data.release();
            if (frame.isEndStream()) {
                body.complete(all.toString());
            } else {
                stream.demand();
            }
        }

        @Override
        public void onReset(
                Stream stream, org.eclipse.jetty.http2.frames.ResetFrame frame, Callback callback) {
            reset.complete(true);
            status.complete(0);
            body.complete("");
            callback.succeeded();
        }

        String answer() throws Exception {
            return status.get(20, TimeUnit.SECONDS) + " " + body.get(20, TimeUnit.SECONDS);
        }
    }

    String call(String method, String path, String body) throws Exception {
        Exchange exchange = new Exchange(true);
        Stream stream = open(method, path, exchange, body.isEmpty(), -1);
        if (!body.isEmpty()) {
            var _ =
                    stream.data(
                            new DataFrame(
                                    stream.getId(),
                                    ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
                                    true));
        }
        return exchange.answer();
    }

    /** A request whose body may never come. */
    Stream open(String method, String path, Exchange exchange, boolean last, long length)
            throws Exception {
        return session.newStream(
                        new HeadersFrame(
                                new MetaData.Request(
                                        method,
                                        HttpURI.from(scheme + "://localhost:" + port + path),
                                        HttpVersion.HTTP_2,
                                        length < 0
                                                ? HttpFields.EMPTY
                                                : HttpFields.build()
                                                        .put("content-length", "" + length)),
                                null,
                                last),
                        exchange)
                .get(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
