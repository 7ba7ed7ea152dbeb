package onsale.notification.delivery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.platform.internal.InternalCalls;
import onsale.platform.internal.InternalSettings;
import onsale.platform.settings.Secret;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Stands in for the processes that answer under {@code /internal}: with contacts and tickets. */
public final class Users implements AutoCloseable {

    private static final String KEY = "a-service-key-of-32-characters-.";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpServer server;
    private final Map<UUID, Map<String, Object>> people = new ConcurrentHashMap<>();
    public final AtomicInteger questions = new AtomicInteger();
    public volatile boolean isDown;

    public Users() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        server.createContext("/internal/contacts", this::contacts);
        server.createContext("/internal/reservations", this::tickets);
        server.start();
    }

    public UUID person(String language, String email, boolean verified, String phone) {
        UUID id = UUID.randomUUID();
        people.put(
                id,
                Map.of(
                        "userId",
                        id.toString(),
                        "language",
                        language,
                        "email",
                        email,
                        "emailVerified",
                        verified,
                        "phone",
                        phone));
        return id;
    }

    public void purge(UUID person) {
        people.remove(person);
    }

    public InternalCalls calls() {
        return new InternalCalls(
                new InternalSettings(List.of(new Secret(KEY)), "", "", Duration.ofSeconds(5)),
                () -> URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    private void contacts(HttpExchange exchange) throws IOException {
        questions.incrementAndGet();
        JsonNode asked = JSON.readTree(exchange.getRequestBody().readAllBytes());
        List<Object> items = new ArrayList<>();
        for (JsonNode id : asked.path("userIds")) {
            Map<String, Object> person = people.get(UUID.fromString(id.asString()));
            if (person != null) {
                items.add(person);
            }
        }
        answer(exchange, JSON.writeValueAsBytes(Map.of("items", items)));
    }

    private void tickets(HttpExchange exchange) throws IOException {
        answer(exchange, "%PDF-1.7 tickets".getBytes(StandardCharsets.US_ASCII));
    }

    private void answer(HttpExchange exchange, byte[] body) throws IOException {
        boolean known = KEY.equals(exchange.getRequestHeaders().getFirst("X-Service-Key"));
        exchange.sendResponseHeaders(
                isDown ? 503 : known ? 200 : 403, isDown || !known ? -1 : body.length);
        if (!isDown && known) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
