package onsale.portone;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A merchant's webhook address, which may be out of order for a while. */
final class Receiver implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Message> messages = new CopyOnWriteArrayList<>();
    private final AtomicInteger failuresLeft = new AtomicInteger();

    record Message(String id, String timestamp, String signature, String body) {

        String type() {
            return Json.MAPPER.readTree(body).at("/type").asString("");
        }
    }

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    }

    void failNext(int times) {
        failuresLeft.set(times);
    }

    /** Everything that came, also what was refused. */
    List<Message> messages() {
        return messages;
    }

    List<String> types() {
        return messages.stream().map(Message::type).toList();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var headers = exchange.getRequestHeaders();
            messages.add(
                    new Message(
                            headers.getFirst("webhook-id"),
                            headers.getFirst("webhook-timestamp"),
                            headers.getFirst("webhook-signature"),
                            body));
            boolean fails = failuresLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
            exchange.sendResponseHeaders(fails ? 500 : 200, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
