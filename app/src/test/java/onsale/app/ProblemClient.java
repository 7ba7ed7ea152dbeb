package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks for trouble, and checks of every answer what all problems have in common. */
final class ProblemClient {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final int port;
    private final HttpClient http = HttpClient.newHttpClient();

    ProblemClient(int port) {
        this.port = port;
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Accept-Language", "en");
    }

    HttpResponse<String> get(String path) {
        return send(request(path));
    }

    HttpResponse<String> post(String path, String json) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The answer to bytes that need not be HTTP, head and body. */
    String raw(String bytes) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static JsonNode problem(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type"))
                .contains("application/problem+json");
        assertThat(response.headers().firstValue("Content-Length")).isPresent();
        JsonNode body = problem(response.body(), status, code);
        assertThat(response.headers().firstValue("X-Request-Id"))
                .contains(body.path("traceId").asString());
        return body;
    }

    static JsonNode problem(String json, int status, String code) {
        assertThat(json)
                .doesNotContainIgnoringCase("exception")
                .doesNotContainIgnoringCase("tomcat")
                .doesNotContain("secret")
                .doesNotContain("java.")
                .doesNotContain("<");
        JsonNode body = JSON.readTree(json);
        assertThat(body.path("status").asInt()).isEqualTo(status);
        assertThat(body.path("code").asString()).isEqualTo(code);
        assertThat(body.path("type").asString()).isEqualTo("urn:onsale:problem:" + code);
        assertThat(body.path("title").asString()).isNotBlank();
        assertThat(body.path("detail").asString()).endsWith(".");
        assertThat(body.path("traceId").asString()).isNotBlank();
        return body;
    }

    static List<String> fields(JsonNode body) {
        List<String> fields = new ArrayList<>();
        for (JsonNode error : body.path("errors")) {
            assertThat(error.propertyNames()).containsExactly("field", "message");
            fields.add(error.path("field").asString() + " " + error.path("message").asString());
        }
        return fields;
    }
}
