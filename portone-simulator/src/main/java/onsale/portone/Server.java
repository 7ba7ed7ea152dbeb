package onsale.portone;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server: a virtual thread for each request, everything bounded. */
final class Server implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Server.class);
    private static final int REQUESTS_MAX = 5_000;
    private static final int BODY_BYTES_MAX = 64 << 10;
    private static final int BACKLOG = 1_024;

    static {
        // The JDK's server reads these once. Without the first, Nagle's algorithm and delayed
        // acknowledgements cost 40 ms an answer; with 200, the default of the second, busy clients
        // would see kept connections closed.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "" + REQUESTS_MAX);
        System.setProperty("jdk.httpserver.maxConnections", "" + 2 * REQUESTS_MAX);
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore places = new Semaphore(REQUESTS_MAX);
    private final Function<Request, Answer> handler;
    private volatile boolean closed;

    Server(String host, int port, Function<Request, Answer> handler) {
        this.handler = handler;
        try {
            server = HttpServer.create(new InetSocketAddress(host, port), BACKLOG);
        } catch (IOException e) {
            threads.close();
            throw new UncheckedIOException(
                    "Nobody can listen on port %d of %s".formatted(port, host), e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    void start() {
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            send(exchange, places.tryAcquire() ? answer(exchange) : busy());
        } catch (IOException e) {
            log.debug("A caller went away", e);
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        try {
            return handler.apply(read(exchange));
        } catch (PortOneError e) {
            return Answer.error(e);
        } catch (RuntimeException e) {
            if (closed) {
                return new Answer.Cut();
            }
            log.error("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), e);
            return Answer.error(
                    new PortOneError(500, "INTERNAL_SERVER_ERROR", "The simulator failed."));
        } finally {
            places.release();
        }
    }

    private static Answer busy() {
        return Answer.error(new PortOneError(503, "SERVICE_UNAVAILABLE", "Too many requests."));
    }

    private static Request read(HttpExchange exchange) throws IOException {
        byte[] body;
        try (InputStream in = exchange.getRequestBody()) {
            body = in.readNBytes(BODY_BYTES_MAX + 1);
        }
        if (body.length > BODY_BYTES_MAX) {
            throw new PortOneError(
                    413, "INVALID_REQUEST", "A body has at most " + BODY_BYTES_MAX + " bytes.");
        }
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) ->
                        headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                Request.pairs(exchange.getRequestURI().getRawQuery()),
                headers,
                body,
                java.util.List.of());
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        switch (answer) {
            case Answer.Cut cut -> exchange.close(); // before any header: the connection ends
            case Answer.Streamed streamed -> {
                exchange.getResponseHeaders().set("Content-Type", Answer.JSON);
                exchange.sendResponseHeaders(200, 0);
                try (OutputStream out =
                        new BufferedOutputStream(exchange.getResponseBody(), 1 << 16)) {
                    streamed.writer().to(out);
                }
            }
            case Answer.Content content -> {
                exchange.getResponseHeaders().set("Content-Type", content.type());
                exchange.getResponseHeaders().set("Cache-Control", "no-store");
                content.headers().forEach(exchange.getResponseHeaders()::set);
                boolean bodiless =
                        content.body().length == 0 || exchange.getRequestMethod().equals("HEAD");
                exchange.sendResponseHeaders(
                        content.status(), bodiless ? -1 : content.body().length);
                if (!bodiless) {
                    exchange.getResponseBody().write(content.body());
                }
            }
        }
    }

    /** Cuts requests under way off, as a crash would; changes that were made stay. */
    @Override
    public void close() {
        closed = true;
        server.stop(0);
        threads.shutdown();
    }
}
