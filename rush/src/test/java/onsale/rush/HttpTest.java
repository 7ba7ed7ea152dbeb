package onsale.rush;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The crowd's client against a server that answers at once. */
class HttpTest {

    private static final int REQUESTS = 4_000;

    @Test
    void aQuickAnswerIsNotMissed() throws Exception {
        Vertx vertx = Vertx.vertx();
        HttpServer server =
                vertx.createHttpServer()
                        .requestHandler(request -> request.response().end("yes"))
                        .listen(0, "127.0.0.1")
                        .toCompletionStage()
                        .toCompletableFuture()
                        .get(10, TimeUnit.SECONDS);
        URI target = URI.create("http://127.0.0.1:" + server.actualPort() + "/");
        try (Http http = new Http(100);
                var fans = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                answers.add(
                        fans.submit(() ->
                                http.send("GET", target, Map.of(), null, Duration.ofSeconds(20))));
            }
            for (Future<Answer> answer : answers) {
                assertThat(answer.get().status()).isEqualTo(200);
            }
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void whereNobodyListensNothingWasSent() {
        try (Http http = new Http(10)) {
            Answer answer =
                    http.send(
                            "GET",
                            URI.create("http://127.0.0.1:1/"),
                            Map.of(),
                            null,
                            Duration.ofSeconds(5));

            assertThat(answer.status()).isZero();
            assertThat(answer.sent()).isFalse();
        }
    }
}
