package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What honest clients get, from HTTP/1.1 and from HTTP/2. */
class FrontTest {

    private static final HttpClient http1 =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @SuppressWarnings("NullAway.Init")
    private static Behind behind;

    @SuppressWarnings("NullAway.Init")
    private static Fronts.Open front;

    @BeforeAll
    static void open() throws Exception {
        behind = new Behind();
        front = Fronts.open(behind, Map.of("trusted-proxies", "10.0.0.0/8"));
    }

    @AfterAll
    static void close() {
        front.close();
        behind.close();
    }

    @Test
    void aHotReadIsAnsweredFromMemory() throws Exception {
        HttpResponse<String> answer = get("/api/hot");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"hot\":true}");
        assertThat(answer.headers().firstValue("x-hot")).hasValue("yes");
        assertThat(answer.headers().firstValue("date")).isPresent();
        assertThat(answer.headers().firstValue("x-request-id")).isPresent();
        assertThat(behind.seen).noneMatch(seen -> seen.uri().equals("/api/hot"));
    }

    @Test
    void aHotAnswerIsKeptByNobodyUnlessItSaysSo() throws Exception {
        assertThat(get("/api/hot").headers().allValues("cache-control"))
                .containsExactly("no-store");
        assertThat(get("/api/hot/kept").headers().allValues("cache-control"))
                .containsExactly("max-age=60");
    }

    @Test
    void onlyPagesOfConfiguredOriginsMayReadAHotAnswer() throws Exception {
        HttpResponse<String> shared = get("/api/hot", "Origin", Fronts.PARTNER);
        assertThat(shared.headers().allValues("access-control-allow-origin"))
                .containsExactly(Fronts.PARTNER);
        assertThat(shared.headers().firstValue("access-control-expose-headers")).isPresent();
        assertThat(shared.headers().firstValue("vary")).hasValue("Origin");

        for (String origin : List.of("https://evil.example", "null", Fronts.PARTNER + ".evil")) {
            HttpResponse<String> kept = get("/api/hot", "Origin", origin);
            assertThat(kept.statusCode()).isEqualTo(200);
            assertThat(kept.headers().firstValue("access-control-allow-origin")).isEmpty();
            assertThat(kept.headers().firstValue("vary")).hasValue("Origin");
        }
    }

    @Test
    void aHotReadSeesItsRequest() throws Exception {
        assertThat(get("/api/hot/items/a7?x=1&q=a%20b", "X-Mine", "m").body())
                .isEqualTo("a7|a b|m|127.0.0.1");
        assertThat(get("/api/hot/items/a7?qq=1").body()).isEqualTo("a7|null|null|127.0.0.1");
    }

    @Test
    void aBrokenHotReadHurtsOnlyItsOwnRequest() throws Exception {
        HttpResponse<String> answer = get("/api/hot/broken");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertProblem(answer, "edge.internal");
        assertThat(get("/api/hot").statusCode()).isEqualTo(200);
    }

    @Test
    void aHotReadMayLeaveTheAnswerToTheServer() throws Exception {
        assertThat(get("/api/events/pass").body()).isEqualTo("behind:/api/events/pass");
    }

    @Test
    void anythingElseIsPassedOnWithWhoSentIt() throws Exception {
        HttpRequest request =
                request("/api/payments/webhooks/echo?a=%5B1%5D&b=x")
                        .header("X-Forwarded-For", "6.6.6.6")
                        .header("X-Forwarded-Proto", "https")
                        .header("X-Forwarded-Host", "evil.example")
                        .header("X-Real-IP", "6.6.6.6")
                        .header("X-Request-Id", "mine-1")
                        .POST(HttpRequest.BodyPublishers.ofString("hello"))
                        .build();

        HttpResponse<String> answer = http1.send(request, HttpResponse.BodyHandlers.ofString());

        Behind.Seen seen = behind.seen.getLast();
        assertThat(answer.body()).isEqualTo("behind:/api/payments/webhooks/echo?a=%5B1%5D&b=x");
        assertThat(answer.headers().firstValue("x-request-id")).hasValue("mine-1");
        assertThat(answer.headers().firstValue("x-behind")).hasValue("yes");
        assertThat(answer.headers().firstValue("server")).isEmpty();
        assertThat(seen.body()).isEqualTo("hello");
        assertThat(seen.client()).isEqualTo("127.0.0.1");
        assertThat(seen.secure()).isFalse();
        assertThat(seen.host()).isEqualTo("localhost:" + front.port());
    }

    @Test
    void aHarmfulRequestIdIsReplaced() throws Exception {
        HttpResponse<String> answer = get("/api/hot", "X-Request-Id", "a b<script>");

        assertThat(answer.headers().firstValue("x-request-id").orElseThrow())
                .matches("[0-9a-f]{32}");
    }

    @Test
    void theInsideStaysInside() throws Exception {
        for (String path :
                new String[] {"/internal", "/internal/x", "/actuator", "/actuator/health"}) {
            HttpResponse<String> answer = get(path, "Accept", "text/html");
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertProblem(answer, "edge.not_found");
        }
        assertThat(behind.seen).noneMatch(seen -> seen.uri().startsWith("/internal"));
        assertThat(get("/internals").body()).startsWith("behind:");
    }

    private static void assertProblem(HttpResponse<String> answer, String code) {
        assertThat(answer.headers().firstValue("content-type"))
                .hasValue("application/problem+json");
        assertThat(answer.body())
                .contains("\"type\":", "\"title\":", "\"detail\":", "\"code\":\"" + code + "\"")
                .contains("\"status\":" + answer.statusCode())
                .contains(
                        "\"traceId\":\""
                                + answer.headers().firstValue("x-request-id").orElseThrow());
    }

    static HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = request(path);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http1.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + front.port() + path));
    }
}
