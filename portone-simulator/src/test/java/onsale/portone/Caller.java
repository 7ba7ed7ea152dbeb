package onsale.portone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Calls a simulator as a merchant does, and as a browser does. */
final class Caller implements AutoCloseable {

    static final String SECRET = "test-secret";
    static final String STORE = "store-test";
    static final String CHANNEL = "channel-key-test";
    static final String WEBHOOK_SECRET = "whsec_c2ltdWxhdG9yLXdlYmhvb2stc2VjcmV0LTAwMQ==";

    private final HttpClient http =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    private final String url;

    Caller(PortOneSimulator simulator) {
        this.url = simulator.url();
        simulator.allowReturnsTo("http://shop.test");
    }

    static Options options() {
        return Options.of(SECRET, STORE, CHANNEL, WEBHOOK_SECRET);
    }

    record Reply(int status, String body, HttpResponse<String> raw) {

        JsonNode json() {
            return Json.MAPPER.readTree(body);
        }

        String text(String pointer) {
            return json().at(pointer).asString("");
        }

        long number(String pointer) {
            return json().at(pointer).asLong(Long.MIN_VALUE);
        }

        String location() {
            return raw.headers().firstValue("Location").orElse("");
        }
    }

    Reply get(String path) {
        return send(authorized(path).GET().build());
    }

    Reply put(String path, String body) {
        return send(authorized(path).PUT(BodyPublishers.ofString(body)).build());
    }

    Reply post(String path, String body) {
        return send(authorized(path).POST(BodyPublishers.ofString(body)).build());
    }

    Reply post(String path, String body, String idempotencyKey) {
        return send(
                authorized(path)
                        .header("Idempotency-Key", "\"" + idempotencyKey + "\"")
                        .POST(BodyPublishers.ofString(body))
                        .build());
    }

    /** As a person's browser: no secret. */
    Reply open(String path) {
        return send(HttpRequest.newBuilder(URI.create(url + path)).GET().build());
    }

    Reply submit(String path, String form) {
        return send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form))
                        .build());
    }

    HttpRequest.Builder authorized(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "PortOne " + SECRET)
                .header("Content-Type", "application/json");
    }

    Reply send(HttpRequest request) {
        try {
            HttpResponse<String> raw = http.send(request, BodyHandlers.ofString());
            return new Reply(raw.statusCode(), raw.body(), raw);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
