package onsale.edge.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import onsale.platform.door.StreamEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HTTP/2 without encryption, for clients that know it is there. */
class DoorHttp2Test {

    @SuppressWarnings("NullAway.Init")
    private static Upstream upstream;

    @SuppressWarnings("NullAway.Init")
    private static Doors.Open door;

    @SuppressWarnings("NullAway.Init")
    private static Vertx vertx;

    @SuppressWarnings("NullAway.Init")
    private static HttpClientAgent client;

    @BeforeAll
    static void open() throws Exception {
        upstream = new Upstream();
        door = Doors.open(upstream.port(), Map.of());
        vertx = Vertx.vertx();
        client =
                vertx.createHttpClient(
                        new HttpClientOptions()
                                .setProtocolVersion(HttpVersion.HTTP_2)
                                .setHttp2ClearTextUpgrade(false));
    }

    @AfterAll
    static void close() throws Exception {
        await(client.close());
        await(vertx.close());
        door.close();
        upstream.close();
    }

    @Test
    void itServesTheSame() throws Exception {
        assertThat(call(HttpMethod.GET, "/api/hot", "")).isEqualTo("200 {\"hot\":true}");
        assertThat(call(HttpMethod.GET, "/", "")).contains("<h1>Onsale</h1>");
        assertThat(call(HttpMethod.POST, "/api/echo", "body")).isEqualTo("200 upstream:/api/echo");
        Upstream.Seen seen = upstream.seen.getLast();
        assertThat(seen.body()).isEqualTo("body");
        assertThat(seen.header("Host")).isEqualTo("localhost:" + door.port());
        assertThat(call(HttpMethod.GET, "/internal/x", "")).startsWith("404 ");
        assertThat(call(HttpMethod.GET, "/api/%2e%2e/x", "")).startsWith("400 ");
        assertThat(call(HttpMethod.POST, "/api/upload", "x".repeat(2 << 20))).startsWith("413 ");
        assertThat(call(HttpMethod.GET, "/api/download?300000", "")).hasSize(300_004);
        assertThat(call(HttpMethod.GET, "/api/hot", "")).startsWith("200 ");
    }

    @Test
    void aStreamIsOneAmongOthersOnItsConnection() throws Exception {
        var received = new LinkedBlockingQueue<String>();
        HttpClientResponse stream =
                await(
                        client.request(HttpMethod.GET, door.port(), "localhost", "/api/stream")
                                .compose(request -> listening(request, received)));
        assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo("event: hello\ndata: first\n\n");

        door.topic().publish(StreamEvent.of("called", "7"));

        assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo("event: called\ndata: 7\n\n");
        assertThat(call(HttpMethod.GET, "/api/hot", "")).startsWith("200 ");
        stream.request().reset();
        door.awaitStreams(0);
    }

    /** Listens before it asks, so that the first event cannot come too early. */
    private static Future<HttpClientResponse> listening(
            HttpClientRequest request, Queue<String> received) {
        Future<HttpClientResponse> answer =
                request.response().map(r -> r.handler(b -> received.add(b.toString())));
        return request.end().compose(_ -> answer);
    }

    @Test
    void anUpgradeIsDeclinedAndHttp1GoesOn() throws Exception {
        try (HttpClient asks = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            HttpResponse<String> answer =
                    asks.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    "http://localhost:" + door.port() + "/api/x"))
                                    .POST(HttpRequest.BodyPublishers.ofString("body"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(upstream.seen.getLast().headers()).doesNotContainKey("Upgrade");
        }
    }

    private static String call(HttpMethod method, String path, String body) throws Exception {
        return await(
                client.request(method, door.port(), "localhost", path)
                        .compose(request ->
                                body.isEmpty() ? request.send() : request.send(Buffer.buffer(body)))
                        .compose(answer ->
                                answer.body().map(bytes -> answer.statusCode() + " " + bytes)));
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
