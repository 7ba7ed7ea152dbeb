package onsale.edge.door;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** The ordinary server's stand-in: a real HTTP server that remembers what reached it. */
final class Upstream implements AutoCloseable {

    /** One request as it arrived. */
    record Seen(String method, String uri, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return String.join(",", headers.getOrDefault(name, List.of()));
        }
    }

    final List<Seen> seen = new CopyOnWriteArrayList<>();
    final AtomicLong bytesReceived = new AtomicLong();

    /** Requests to /slow wait for this. */
    final CountDownLatch release = new CountDownLatch(1);

    private final HttpServer server;

    Upstream() throws IOException {
        this(0);
    }

    Upstream(int port) throws IOException {
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::echo);
        server.createContext("/api/slow", this::slow);
        server.createContext("/api/upload", this::count);
        server.createContext("/api/download", Upstream::download);
        server.createContext("/api/dies", Upstream::die);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void echo(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            seen.add(
                    new Seen(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI().toString(),
                            Map.copyOf(exchange.getRequestHeaders()),
                            new String(body, StandardCharsets.UTF_8)));
            byte[] answer =
                    ("upstream:" + exchange.getRequestURI()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Keep-Alive", "timeout=5");
            exchange.getResponseHeaders().add("X-Upstream", "yes");
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().add("Content-Length", "" + answer.length);
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private void slow(HttpExchange exchange) throws IOException {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        echo(exchange);
    }

    /** Reads as much as comes, at most a little at a time. */
    private void count(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream in = exchange.getRequestBody()) {
            byte[] part = new byte[8192];
            for (int n = in.read(part); n >= 0; n = in.read(part)) {
                bytesReceived.addAndGet(n);
            }
            exchange.sendResponseHeaders(204, -1);
        }
    }

    /** As many bytes as the query says, in chunks. */
    private static void download(HttpExchange exchange) throws IOException {
        try (exchange;
                OutputStream out = begin(exchange)) {
            byte[] part = new byte[65536];
            long left = Long.parseLong(exchange.getRequestURI().getQuery());
            for (; left > 0; left -= part.length) {
                out.write(part, 0, (int) Math.min(left, part.length));
            }
        }
    }

    private static OutputStream begin(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    /** Promises more than it sends. */
    private static void die(HttpExchange exchange) throws IOException {
        boolean chunked = "chunked".equals(exchange.getRequestURI().getQuery());
        exchange.sendResponseHeaders(200, chunked ? 0 : 1000);
        exchange.getResponseBody().write("half".getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
        throw new IOException("dies here");
    }

    @Override
    public void close() {
        release.countDown();
        server.stop(0);
    }
}
