package onsale.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPInputStream;
import onsale.edge.token.Issuer;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What every answer has: headers, a size, an end. */
class AnswersTest {

    private static final int DEADLINE_MILLIS = 2_000; // first calls on a busy machine fit into it

    private static final Issuer issuer = new Issuer();
    private static final EdgeServer server =
            EdgeServer.start(
                    null,
                    Map.of(
                            "onsale.auth.jwks-url",
                            issuer.url(),
                            "onsale.front.cors-origins",
                            "https://partner.example",
                            "onsale.timeouts.other",
                            DEADLINE_MILLIS + "ms",
                            "onsale.permits.other",
                            "1000"));

    @AfterAll
    static void stop() {
        server.close();
        issuer.close();
    }

    @Test
    void browsersAreToldToDoLittleWithIt() {
        for (String path : new String[] {"/api/events", "/nothing", "/api/users/me"}) {
            HttpResponse<String> answer = server.get(path);

            assertThat(one(answer, "Content-Security-Policy")).contains("default-src 'none'");
            assertThat(one(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(one(answer, "Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(one(answer, "Permissions-Policy")).contains("camera=()");
            assertThat(one(answer, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
            assertThat(one(answer, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
            assertThat(one(answer, "Cross-Origin-Embedder-Policy")).isEqualTo("require-corp");
            assertThat(one(answer, "Cache-Control")).isEqualTo("no-store");
            assertThat(answer.headers().firstValue("Strict-Transport-Security")).isEmpty();
            assertThat(answer.headers().firstValue("X-Request-Id")).isPresent();
        }
        assertThat(one(server.get("/api/events/layout"), "Cache-Control"))
                .isEqualTo("max-age=86400");
        assertThat(
                        one(
                                server.get("/api/events", "X-Forwarded-Proto", "https"),
                                "Strict-Transport-Security"))
                .startsWith("max-age=");
    }

    @Test
    void aConfiguredOriginMayUseTheApi() {
        HttpResponse<String> preflight = preflight("https://partner.example");
        assertThat(preflight.statusCode()).isEqualTo(204);
        assertThat(one(preflight, "Access-Control-Allow-Origin"))
                .isEqualTo("https://partner.example");
        assertThat(one(preflight, "Access-Control-Allow-Methods")).contains("POST");
        assertThat(one(preflight, "Access-Control-Allow-Headers"))
                .contains("Authorization", "Idempotency-Key");
        assertThat(one(preflight, "Access-Control-Max-Age")).isEqualTo("600");

        HttpResponse<String> call =
                server.get("/api/users/me", "Origin", "https://partner.example");
        assertThat(call.statusCode()).isEqualTo(401);
        assertThat(one(call, "Access-Control-Allow-Origin")).isEqualTo("https://partner.example");
        assertThat(one(call, "Access-Control-Expose-Headers")).contains("Retry-After");
        assertThat(one(call, "Vary")).contains("Origin");
    }

    @Test
    void otherOriginsMayNot() {
        for (String origin :
                new String[] {"https://evil.example", "https://partner.example.evil.com", "null"}) {
            HttpResponse<String> preflight = preflight(origin);
            assertThat(preflight.statusCode()).isEqualTo(403);
            assertThat(preflight.body()).contains("platform.not_allowed");
            assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
            HttpResponse<String> call = server.get("/api/events", "Origin", origin);
            assertThat(call.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        }
    }

    @Test
    void largeJsonIsCompressedOnce() throws IOException {
        var large = gzipped("/api/events/large");
        assertThat(large.headers().firstValue("Content-Encoding")).contains("gzip");
        String json =
                new String(
                        new GZIPInputStream(new ByteArrayInputStream(large.body())).readAllBytes(),
                        StandardCharsets.UTF_8);
        assertThat(json).isEqualTo(server.get("/api/events/large").body());

        assertThat(gzipped("/api/events").headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(gzipped("/api/events/packed").headers().allValues("Content-Encoding"))
                .containsExactly("br");
        assertThat(gzipped("/api/events/packed").body()).hasSize(5_000);
    }

    @Test
    void whatTakesTooLongIsGivenUpAndInterrupted() {
        AtomicBoolean interrupted = new AtomicBoolean();
        server.calls()
                .work
                .put(
                        "slow",
                        () -> {
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                interrupted.set(true);
                                throw e;
                            }
                        });

        HttpResponse<String> answer = server.get("/api/schedules/slow");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("\"code\":\"platform.timeout\"");
        assertThat(one(answer, "Retry-After")).isEqualTo("2");
        assertThat(interrupted).isTrue();
    }

    @Test
    void workThatHidesTheInterruptIsGivenUpAllTheSame() {
        server.calls()
                .work
                .put(
                        "stubborn",
                        () -> {
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                                throw new IllegalStateException("wrapped", e);
                            }
                        });

        assertThat(server.get("/api/schedules/stubborn").statusCode()).isEqualTo(503);
        assertThat(server.get("/api/schedules/fast").body()).isEqualTo("done");
    }

    /** It did happen, so "no" would be a lie; and the connection is not broken by the interrupt. */
    @Test
    void workThatIgnoresTheInterruptGivesItsLateAnswer() {
        server.calls()
                .work
                .put(
                        "deaf",
                        () -> {
                            long end = nanosAfter(DEADLINE_MILLIS + 300);
                            while (System.nanoTime() < end) {
                                Thread.onSpinWait();
                            }
                        });

        HttpResponse<String> answer = server.get("/api/schedules/deaf");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("done");
    }

    /**
     * Answers that begin just when the deadline comes: each arrives whole, and so does the next.
     */
    @Test
    void noInterruptHitsAnAnswerOrALaterRequest() throws Exception {
        server.calls()
                .work
                .put(
                        "close",
                        () -> {
                            long end = nanosAfter(DEADLINE_MILLIS - 2);
                            while (System.nanoTime() < end) {
                                LockSupport.parkNanos(end - System.nanoTime());
                            }
                        });
        List<Future<String>> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                answers.add(
                        threads.submit(() ->
                                server.get("/api/schedules/close").body()
                                        + server.get("/api/schedules/fast").body()));
            }
        }
        for (Future<String> answer : answers) {
            assertThat(answer.get()).isEqualTo("donedone");
        }
    }

    @Test
    void aHeadHasItsLimits() {
        assertThat(server.get("/api/events", "X-Long", "x".repeat(15_000)).statusCode())
                .isEqualTo(200);
        assertThat(server.get("/api/events", "X-Long", "x".repeat(17_000)).statusCode())
                .isEqualTo(431);
    }

    @Test
    void theApiDescribesItself() {
        Wait.until(
                "the description is made", // it may take longer than a test's deadline at first
                Duration.ofSeconds(60),
                () -> server.get("/v3/api-docs").statusCode() == 200);

        JsonNode docs = JsonMapper.shared().readTree(server.get("/v3/api-docs").body());

        assertThat(docs.path("openapi").asString()).startsWith("3.");
        assertThat(docs.path("info").path("title").asString()).isEqualTo("Onsale");
        JsonNode paths = docs.path("paths");
        assertThat(paths.propertyNames())
                .contains("/api/events", "/api/payments", "/api/schedules/{name}")
                .doesNotContain("/internal/users/{id}", "/error");
        assertThat(paths.path("/api/payments").path("post").path("security").toString())
                .contains("accessToken");
        assertThat(paths.path("/api/events").path("get").has("security")).isFalse();
        assertThat(paths.path("/api/users/me").path("get").has("parameters")).isFalse();
        assertThat(
                        paths.path("/api/users/me")
                                .path("get")
                                .path("responses")
                                .path("default")
                                .toString())
                .contains("application/problem+json", "#/components/schemas/Problem");
        JsonNode components = docs.path("components");
        assertThat(components.path("schemas").path("Problem").path("properties").propertyNames())
                .contains("code", "traceId");
        assertThat(components.path("securitySchemes").path("accessToken").path("scheme").asString())
                .isEqualTo("bearer");
    }

    private static long nanosAfter(int millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private static HttpResponse<String> preflight(String origin) {
        return server.send(
                server.request("/api/users/me")
                        .method("OPTIONS", BodyPublishers.noBody())
                        .header("Origin", origin)
                        .header("Access-Control-Request-Method", "POST")
                        .header("Access-Control-Request-Headers", "authorization"));
    }

    private static HttpResponse<byte[]> gzipped(String path) {
        return server.send(
                server.request(path).header("Accept-Encoding", "gzip"), BodyHandlers.ofByteArray());
    }

    private static String one(HttpResponse<?> answer, String header) {
        assertThat(answer.headers().allValues(header)).as(header).hasSize(1);
        return answer.headers().firstValue(header).orElseThrow();
    }
}
