package onsale.platform.portone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.platform.portone.PortOneClient.Limits;
import onsale.platform.settings.Secret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** The bounds of the client, and what counts as an answer. */
class PortOneClientTest {

    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final int BYTES_MAX = 1_000;

    private interface Behaviour {
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final AtomicInteger received = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile Behaviour behaviour = exchange -> answer(exchange, 200, "{}");
    private HttpServer server;
    private PortOneClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext(
                "/",
                exchange -> {
                    received.incrementAndGet();
                    try {
                        behaviour.answer(exchange);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        server.start();
        client = client(new Limits(10, Duration.ZERO, BYTES_MAX, 2, true));
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private PortOneClient client(Limits limits) {
        return new PortOneClient(
                settings("http://127.0.0.1:" + server.getAddress().getPort()), limits);
    }

    private static PortOneSettings settings(String url) {
        return new PortOneSettings(
                url,
                0,
                new Secret("the-secret"),
                "store",
                "channel",
                List.of(),
                List.of(),
                true,
                List.of());
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Breaks the connection in the response: before it, the JDK's client repeats reads itself. */
    private static void cut(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 10);
        exchange.getResponseBody().write('{');
        exchange.getResponseBody().flush();
        exchange.close(); // before the ten bytes
    }

    private PortOneResponse post() throws NoAnswer {
        return client.post("/pay", "key", Map.of("amount", 7), WITHIN);
    }

    @Test
    void aRequestCarriesTheSecretAndItsIdempotencyKey() throws Exception {
        AtomicInteger amount = new AtomicInteger();
        behaviour =
                exchange -> {
                    assertThat(exchange.getRequestHeaders().getFirst("Idempotency-Key"))
                            .isEqualTo("\"key\"");
                    amount.set(
                            JsonMapper.shared()
                                    .readTree(exchange.getRequestBody().readAllBytes())
                                    .path("amount")
                                    .asInt(0));
                    String secret = exchange.getRequestHeaders().getFirst("Authorization");
                    answer(exchange, 200, "{\"secret\":\"" + secret + "\"}");
                };

        PortOneResponse response = post();

        assertThat(response.isOk()).isTrue();
        assertThat(response.object().path("secret").asString()).isEqualTo("PortOne the-secret");
        assertThat(amount).hasValue(7);
    }

    @ParameterizedTest
    @CsvSource({
        "409, ALREADY_PAID, true",
        "404, PAYMENT_NOT_FOUND, true",
        "502, PG_PROVIDER, true",
        "500, ANYTHING, false",
        "503, INTERNAL_SERVER_ERROR, false"
    })
    void aRefusalIsAnAnswerAndAFailureIsNone(int status, String type, boolean isAnswer)
            throws Exception {
        behaviour = exchange -> answer(exchange, status, "{\"type\":\"%s\"}".formatted(type));

        if (isAnswer) {
            assertThat(post().status()).isEqualTo(status);
            assertThat(post().type()).isEqualTo(type);
        } else {
            assertThatThrownBy(this::post).isInstanceOf(NoAnswer.class);
            assertThat(received).as("a failure is not repeated").hasValue(1);
        }
    }

    @Test
    void aBodyThatIsNoJsonObjectAnswersNothing() throws Exception {
        for (String body : List.of("[]", "<html>", "")) {
            behaviour = exchange -> answer(exchange, 200, body);
            PortOneResponse response = client.get("/p", WITHIN);
            assertThatThrownBy(response::object).isInstanceOf(NoAnswer.class);
        }
    }

    @Test
    void aBodyThatIsTooLongIsNoAnswer() {
        behaviour = exchange -> answer(exchange, 200, "{\"a\":\"" + "x".repeat(2_000) + "\"}");

        assertThatThrownBy(this::post).isInstanceOf(NoAnswer.class);
    }

    @Test
    void onlyAReadIsSentAgainWhenTheConnectionBreaks() {
        behaviour = PortOneClientTest::cut;

        assertThatThrownBy(() -> client.get("/p", WITHIN)).isInstanceOf(NoAnswer.class);
        assertThat(received).as("the read, and the read again").hasValue(2);
        assertThatThrownBy(this::post).isInstanceOf(NoAnswer.class);
        assertThat(received).as("the change, once").hasValue(3);
    }

    @Test
    void aReadThatBrokeOnceIsAnswered() throws Exception {
        behaviour =
                exchange -> {
                    behaviour = again -> answer(again, 200, "{}");
                    cut(exchange);
                };

        assertThat(client.get("/p", WITHIN).isOk()).isTrue();
    }

    @Test
    void aClientOfOneReadNeverRepeatsIt() {
        behaviour = PortOneClientTest::cut;
        try (PortOneClient once = client(new Limits(1, Duration.ZERO, BYTES_MAX, 1, true))) {
            assertThatThrownBy(() -> once.get("/p", WITHIN)).isInstanceOf(NoAnswer.class);
        }

        assertThat(received).hasValue(1);
    }

    @Test
    void aBodyThatNeverEndsIsGivenUpInTime() {
        CountDownLatch over = new CountDownLatch(1);
        behaviour =
                exchange -> {
                    exchange.sendResponseHeaders(200, 100);
                    exchange.getResponseBody().write('{');
                    exchange.getResponseBody().flush();
                    over.await();
                };

        assertThatThrownBy(() -> client.get("/p", Duration.ofMillis(300)))
                .isInstanceOf(NoAnswer.class)
                .hasMessageContaining("TimeoutException");
        over.countDown();
        assertThat(received).as("a timeout is not repeated").hasValue(1);
    }

    @Test
    void theBreakerStopsRequestsWhenTheyFail() {
        behaviour = exchange -> answer(exchange, 503, "{}");
        for (int i = 0; i < 30; i++) {
            assertThatThrownBy(() -> client.get("/p", WITHIN)).isInstanceOf(NoAnswer.class);
        }

        assertThat(received).hasValue(20);
        assertThat(client.isBreakerOpen()).isTrue();
    }

    /** Canary: without the breaker every request is sent. */
    @Test
    void withoutTheBreakerEveryRequestIsSent() {
        behaviour = exchange -> answer(exchange, 503, "{}");
        try (PortOneClient eager = client(new Limits(1, Duration.ZERO, BYTES_MAX, 1, false))) {
            for (int i = 0; i < 30; i++) {
                assertThatThrownBy(() -> eager.get("/p", WITHIN)).isInstanceOf(NoAnswer.class);
            }
            assertThat(eager.isBreakerOpen()).isFalse();
        }

        assertThat(received).hasValue(30);
    }

    @Test
    void aRequestWithoutAPermitIsNotSent() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        behaviour =
                exchange -> {
                    arrived.countDown();
                    over.await();
                    answer(exchange, 200, "{}");
                };
        try (PortOneClient narrow = client(new Limits(1, Duration.ZERO, BYTES_MAX, 1, true))) {
            Future<PortOneResponse> first = threads.submit(() -> narrow.get("/p", WITHIN));
            assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();

            assertThatThrownBy(() -> narrow.get("/p", WITHIN))
                    .isInstanceOf(NoAnswer.class)
                    .hasMessageStartingWith("not sent");
            over.countDown();

            assertThat(first.get(10, TimeUnit.SECONDS).isOk()).isTrue();
        }
        assertThat(received).hasValue(1);
    }

    @Test
    void withoutAnAddressNothingIsSent() {
        try (PortOneClient nowhere =
                new PortOneClient(settings(""), new Limits(1, Duration.ZERO, BYTES_MAX, 1, true))) {
            assertThatThrownBy(() -> nowhere.get("/p", WITHIN))
                    .isInstanceOf(NoAnswer.class)
                    .hasMessageContaining("onsale.portone.api-url");
        }
    }
}
