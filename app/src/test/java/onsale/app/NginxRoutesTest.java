package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What deploy/nginx does with a request, seen by nodes that only say who they are. */
class NginxRoutesTest {

    private static final Map<String, String> GROUPS =
            Map.of(
                    "app", "desk", // every process answers it
                    "queue", "queue",
                    "reservation", "booking",
                    "payment", "payment",
                    "catalog", "catalogue",
                    "user", "accounts",
                    "ops", "desk",
                    "notification", "desk");
    private static final int CROWD = 5_000;
    private static final int SIGNED_IN = 500;

    private static final Map<String, List<Integer>> ports = new HashMap<>();
    private static final List<HttpServer> nodes = new ArrayList<>();
    private static final HttpClient http = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    private static Nginx nginx;

    @BeforeAll
    static void start() throws IOException {
        for (String group : GROUPS.values()) {
            if (!ports.containsKey(group)) {
                ports.put(group, List.of(node(group)));
            }
        }
        nginx = Nginx.before(ports);
    }

    /** Answers with its name and what it was told of the client. */
    private static int node(String group) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    String told =
                            "%s for %s"
                                    .formatted(
                                            group,
                                            exchange.getRequestHeaders().get("X-Forwarded-For"));
                    byte[] answer = told.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, answer.length);
                    exchange.getResponseBody().write(answer);
                    exchange.close();
                });
        server.start();
        nodes.add(server);
        return server.getAddress().getPort();
    }

    @AfterAll
    static void stop() throws IOException {
        nginx.close();
        nodes.forEach(node -> node.stop(0));
        http.close();
    }

    private static HttpResponse<String> get(String path, String... headers) throws Exception {
        return get(nginx, path, headers);
    }

    private static HttpResponse<String> get(Nginx from, String path, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(from.url() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void everyRequestGoesToTheGroupThatAnswersIt() throws Exception {
        Map<String, String> contexts = contextsOfControllers();
        Map<String, String> wrong = new TreeMap<>();
        JsonNode paths =
                JsonMapper.builder()
                        .build()
                        .readTree(Path.of("../web/openapi.json").toFile())
                        .path("paths");

        for (Map.Entry<String, JsonNode> path : paths.properties()) {
            String tag =
                    path.getValue().iterator().next().path("tags").path(0).asString("queue-stream");
            String group = GROUPS.get(tag.equals("queue-stream") ? "queue" : contexts.get(tag));
            String sent = path.getKey().replaceAll("\\{[^}]*}", "x");
            String answer = get(sent, "Authorization", "Bearer x").body();
            if (!answer.startsWith(group + " for")) {
                wrong.put(path.getKey(), "goes to " + answer + ", not to " + group);
            }
        }

        assertThat(paths.size()).isGreaterThan(50);
        assertThat(wrong).isEmpty();
    }

    /** From the tag of a controller in the description to its context. */
    private static Map<String, String> contextsOfControllers() {
        Map<String, String> contexts = new HashMap<>();
        new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("onsale")
                        .stream()
                        .filter(type -> type.isAnnotatedWith(RestController.class))
                        .forEach(type ->
                                contexts.put(
                                        type.getSimpleName()
                                                .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                                                .toLowerCase(Locale.ROOT),
                                        type.getPackageName().split("\\.", -1)[1]));
        return contexts;
    }

    @Test
    void pagesComeFromTheCatalogueAndTheWaitingRoomFromTheQueue() throws Exception {
        assertThat(get("/").body()).startsWith("catalogue");
        assertThat(get("/assets/index.js").body()).startsWith("catalogue");
        assertThat(get("/queue/0199").body()).startsWith("queue");
    }

    @Test
    void whatIsForProcessesIsNotForFans() throws Exception {
        assertThat(get("/internal/contacts").statusCode()).isEqualTo(404);
        assertThat(get("/actuator/prometheus").statusCode()).isEqualTo(404);
    }

    @Test
    void nobodyMakesUpTheirAddress() throws Exception {
        assertThat(get("/api/events", "X-Forwarded-For", "203.0.113.9").body())
                .endsWith("for [127.0.0.1]");
    }

    @Test
    void oneAddressIsLimitedButNotACrowdThatIsSignedIn() throws Exception {
        try (Nginx crowded = Nginx.before(ports)) {
            HttpResponse<String> answer = get(crowded, "/api/events");
            for (int sent = 1; answer.statusCode() == 200 && sent < CROWD; sent++) {
                answer = get(crowded, "/api/events");
            }

            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.body()).contains("\"code\":\"platform.too_many\"");
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            for (int sent = 0; sent < SIGNED_IN; sent++) {
                assertThat(get(crowded, "/api/events", "Authorization", "Bearer x").statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void aGroupThatIsGoneIsAProblemThatSaysSo() throws Exception {
        int nobody = Nginx.freePort();
        Map<String, List<Integer>> gone = new HashMap<>();
        GROUPS.values().forEach(group -> gone.put(group, List.of(nobody)));
        try (Nginx alone = Nginx.before(gone)) {
            HttpResponse<String> answer = get(alone, "/api/events");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains("application/problem+json");
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        }
    }
}
