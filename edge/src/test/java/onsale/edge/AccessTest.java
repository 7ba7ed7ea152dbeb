package onsale.edge;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.edge.token.Issuer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Who may call what, over HTTP. */
class AccessTest {

    private static final String KEY = "k".repeat(32);
    private static final String NEXT_KEY = "n".repeat(40);

    private static final Issuer issuer = new Issuer();
    private static final EdgeServer server =
            EdgeServer.start(
                    null,
                    Map.of(
                            "onsale.auth.jwks-url",
                            issuer.url(),
                            "onsale.internal.service-keys",
                            KEY + "," + NEXT_KEY));

    @AfterAll
    static void stop() {
        server.close();
        issuer.close();
    }

    @Test
    void aControllerGetsItsUser() {
        UUID user = UUID.randomUUID();
        String token = "bearer " + issuer.token(user, "USER");

        assertThat(server.get("/api/users/me", "Authorization", token).body())
                .isEqualTo(user.toString());
        assertThat(server.get("/api/events/viewer", "Authorization", token).body())
                .isEqualTo(user.toString());
        assertThat(server.get("/api/events/viewer").body()).isEqualTo("nobody");
    }

    @Test
    void whoIsNotSignedInIsAskedTo() {
        HttpResponse<String> none = server.get("/api/users/me");
        isProblem(none, 401, "platform.not_signed_in");
        assertThat(none.headers().firstValue("WWW-Authenticate")).contains("Bearer");

        for (String bad : List.of("Bearer x", "Bearer ", "Basic dTpw", "", issuer.token("USER"))) {
            HttpResponse<String> answer = server.get("/api/users/me", "Authorization", bad);
            isProblem(answer, 401, "platform.not_signed_in");
            assertThat(answer.headers().firstValue("WWW-Authenticate"))
                    .contains("Bearer error=\"invalid_token\"");
        }
        String good = "Bearer " + issuer.token("USER");
        isProblem(
                server.get("/api/users/me", "Authorization", good, "Authorization", good),
                401,
                "platform.not_signed_in");
    }

    @Test
    void aBadTokenDoesNotCloseWhatIsOpen() {
        assertThat(server.get("/api/events/viewer", "Authorization", "Bearer x").body())
                .isEqualTo("nobody");
        assertThat(server.post("/api/auth/login", "Authorization", "Bearer x").statusCode())
                .isEqualTo(200);
    }

    @Test
    void operatorsOnly() {
        String path = "/api/admin/audit";
        isProblem(server.get(path), 401, "platform.not_signed_in");
        isProblem(
                server.get(path, "Authorization", "Bearer " + issuer.token("USER")),
                403,
                "platform.not_allowed");
        isProblem(
                server.get(path, "Authorization", "Bearer " + issuer.token()),
                403,
                "platform.not_allowed");
        isProblem(
                server.get(path, "Authorization", "Bearer " + issuer.token("USER", "ORGANISER")),
                403,
                "platform.not_allowed");
        for (String role : List.of("OPERATOR", "ADMIN")) {
            assertThat(server.get(path, "Authorization", "Bearer " + issuer.token(role)).body())
                    .isEqualTo("audit");
        }
    }

    /** A hall is larger than anything a fan sends. */
    @Test
    void operatorsSendWholeHallsAndNobodyElseDoes() {
        String admin = "Bearer " + issuer.token("ADMIN");
        String hall = "x".repeat(2 << 20);
        assertThat(post("/api/admin/halls", hall, admin).body()).isEqualTo("hall of " + (2 << 20));
        isProblem(post("/api/admin/halls", hall + "x", admin), 413, "platform.too_large");
        isProblem(
                post("/api/admin/halls", hall, "Bearer " + issuer.token("USER")),
                403,
                "platform.not_allowed");
        isProblem(post("/api/auth/refresh", "x".repeat(65 << 10), ""), 413, "platform.too_large");
    }

    private static HttpResponse<String> post(String path, String body, String token) {
        var request =
                server.request(path)
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        return server.send(token.isEmpty() ? request : request.header("Authorization", token));
    }

    @Test
    void whatDoesNotExistIsNotFoundForEverybody() {
        for (String path : List.of("/api/nothing", "/api/admin/nothing", "/api", "/internals")) {
            isProblem(server.get(path), 404, "platform.not_found");
            isProblem(
                    server.get(path, "Authorization", "Bearer " + issuer.token("ADMIN")),
                    404,
                    "platform.not_found");
        }
        isProblem(server.post("/api/users/me"), 401, "platform.not_signed_in");
    }

    /** The canary of the table's last lines: the handler is there and would answer. */
    @Test
    void aHandlerThatTheTableForgetsIsNobodys() {
        isProblem(server.get("/api/forgotten"), 404, "platform.not_found");
        isProblem(
                server.get("/api/forgotten", "Authorization", "Bearer " + issuer.token("ADMIN")),
                404,
                "platform.not_found");
    }

    /** The table and the framework read a path in the same way. */
    @Test
    void noSpellingOfAPathSlipsThrough() throws IOException {
        for (String path :
                List.of(
                        "/api/admin/audit;x=1",
                        "/api;x/admin;y/audit",
                        "/%61pi/admin/audit",
                        "/api/%61dmin/audit",
                        "/api/events/../admin/audit",
                        "/api/events/%2e%2e/admin/audit",
                        "/api/./admin/audit",
                        "//api/admin/audit",
                        "/api//admin/audit",
                        "/api/admin/audit/",
                        "/API/admin/audit",
                        "/api/admin/audit?x=/api/events",
                        "http://x/api/admin/audit",
                        "/internal;x/users/1",
                        "/%69nternal/users/1",
                        "/api/../internal/users/1",
                        "//internal/users/1",
                        "/internal//users/1",
                        "/INTERNAL/users/1")) {
            String answer =
                    raw("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

            assertThat(answer).as(path).matches("(?s)HTTP/1.1 4\\d\\d .*");
        }
    }

    @Test
    void theOtherProcessesNeedAServiceKey() {
        for (String key : List.of(KEY, NEXT_KEY)) {
            assertThat(server.inside("/internal/users/1", "X-Service-Key", key).body())
                    .isEqualTo("internal 1");
        }
        isProblem(server.inside("/internal/users/1"), 403, "platform.not_allowed");
        for (String wrong : List.of("", "x", KEY + "k", KEY.substring(1), KEY + "," + NEXT_KEY)) {
            isProblem(
                    server.inside("/internal/users/1", "X-Service-Key", wrong),
                    403,
                    "platform.not_allowed");
        }
        isProblem(
                server.inside(
                        "/internal/users/1", "Authorization", "Bearer " + issuer.token("ADMIN")),
                403,
                "platform.not_allowed");
    }

    @Test
    void everyRefusalIsOnRecordWithoutTheKey() {
        Logger audit = (Logger) LoggerFactory.getLogger("onsale.audit.internal");
        ListAppender<ILoggingEvent> record = new ListAppender<>();
        record.start();
        audit.addAppender(record);
        try {
            server.inside("/internal/users/7", "X-Service-Key", "guessed-key");
        } finally {
            audit.detachAppender(record);
        }

        assertThat(record.list).hasSize(1);
        ILoggingEvent event = record.list.getFirst();
        assertThat(event.getKeyValuePairs().toString())
                .contains("key_wrong", "/internal/users/7", "127.0.0.1")
                .doesNotContain("guessed-key");
        assertThat(event.getFormattedMessage()).doesNotContain("guessed-key");
    }

    @Test
    void nothingInternalIsAtThePublicPort() {
        isProblem(server.get("/internal/users/1", "X-Service-Key", KEY), 404, "edge.not_found");
    }

    @Test
    void withoutAConfiguredKeyThereIsNothingInternal() {
        try (EdgeServer closed = EdgeServer.start(null, Map.of())) {
            isProblem(closed.inside("/internal/users/1"), 404, "platform.not_found");
            isProblem(
                    closed.inside("/internal/users/1", "X-Service-Key", ""),
                    404,
                    "platform.not_found");
        }
    }

    private static void isProblem(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("application/problem+json");
        assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
    }

    private static String raw(String bytes) throws IOException {
        try (Socket socket = new Socket("localhost", server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
