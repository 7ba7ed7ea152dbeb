package onsale.notification.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An integrator's endpoint. */
final class Receiver implements AutoCloseable {

    /** A request as it came. */
    record Got(Map<String, String> headers, String body) {}

    final List<Got> all = new CopyOnWriteArrayList<>();
    volatile Function<Got, Integer> status = got -> 204;
    volatile String location = "";
    private final CountDownLatch closed = new CountDownLatch(1);
    volatile boolean hangs;
    private final HttpServer server;

    Receiver() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/hook";
    }

    private void take(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) ->
                        headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Got got = new Got(headers, body);
        all.add(got);
        if (hangs) {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (!location.isEmpty()) {
            exchange.getResponseHeaders().set("Location", location);
        }
        exchange.sendResponseHeaders(status.apply(got), -1);
        exchange.close();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
