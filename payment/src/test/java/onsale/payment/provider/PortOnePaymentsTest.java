package onsale.payment.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.payment.PaymentFixture;
import onsale.payment.SimulatedProvider;
import onsale.platform.portone.NoAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How answers of the provider are read, and how many requests it gets. */
class PortOnePaymentsTest {

    private interface Behaviour {
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final AtomicInteger asked = new AtomicInteger();
    private volatile Behaviour behaviour = exchange -> {};
    private HttpServer server;
    private PortOnePayments portOne;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/",
                exchange -> {
                    asked.incrementAndGet();
                    try {
                        behaviour.answer(exchange);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        server.start();
        portOne =
                new PortOnePayments(
                        SimulatedProvider.settingsOf(
                                "http://127.0.0.1:" + server.getAddress().getPort()),
                        PaymentFixture.settings(2));
    }

    @AfterEach
    void stop() {
        portOne.close();
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @ParameterizedTest
    @CsvSource({"READY", "PAY_PENDING", "VIRTUAL_ACCOUNT_ISSUED", "SOMETHING_NEW"})
    void whatIsNotFinalOrNotKnownIsOpen(String status) throws Exception {
        behaviour =
                e ->
                        answer(
                                e,
                                200,
                                "{\"id\":\"p\",\"status\":\"%s\",\"news\":[1]}".formatted(status));

        assertThat(portOne.get("p")).isEqualTo(new ProviderPayment.Open(status));
    }

    @Test
    void anAnswerAboutAnotherPaymentIsNone() {
        behaviour = e -> answer(e, 200, "{\"id\":\"q\",\"status\":\"FAILED\"}");

        assertThatThrownBy(() -> portOne.get("p")).isInstanceOf(NoAnswer.class);
    }

    @Test
    void moneyIsWhatIsLeft() throws Exception {
        behaviour =
                e ->
                        answer(
                                e,
                                200,
                                """
                                {"id":"p","status":"PARTIAL_CANCELLED","transactionId":"t",
                                 "amount":{"total":100,"cancelled":30}}
                                """);

        ProviderPayment.Charged charged = (ProviderPayment.Charged) portOne.get("p");
        assertThat(charged.leftWon()).isEqualTo(70);
    }

    @ParameterizedTest
    @CsvSource({
        "409, ALREADY_PAID, true",
        "502, PG_PROVIDER, true",
        "400, NOBODY_KNOWS, true",
        "503, INTERNAL_SERVER_ERROR, false",
        "500, ANYTHING, false"
    })
    void aRefusalIsAnAnswerAndAFailureIsNone(int status, String type, boolean isAnswer)
            throws Exception {
        behaviour = e -> answer(e, status, "{\"type\":\"%s\",\"message\":\"m\"}".formatted(type));

        if (isAnswer) {
            assertThat(portOne.preRegister("p", 1))
                    .isEqualTo(new ProviderAnswer.Refused(status, type, "m"));
        } else {
            assertThatThrownBy(() -> portOne.preRegister("p", 1)).isInstanceOf(NoAnswer.class);
        }
        assertThat(asked).as("nothing that changes anything is sent twice").hasValue(1);
    }

    @Test
    void anAnswerThatStopsHalfWayIsNone() {
        CountDownLatch over = new CountDownLatch(1);
        behaviour =
                exchange -> {
                    exchange.sendResponseHeaders(200, 100);
                    exchange.getResponseBody().write('{');
                    exchange.getResponseBody().flush();
                    over.await();
                };

        long start = System.nanoTime();
        assertThatThrownBy(() -> portOne.get("p")).isInstanceOf(NoAnswer.class);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        over.countDown();
    }

    @Test
    void aProviderThatFailsIsNotAskedAnyMore() {
        behaviour = e -> answer(e, 503, "{}");
        for (int i = 0; i < 30; i++) {
            assertThatThrownBy(() -> portOne.get("p")).isInstanceOf(NoAnswer.class);
        }

        assertThat(asked).as("until it is clear that it fails").hasValue(20);
        assertThat(portOne.isBreakerOpen()).isTrue();
    }

    @Test
    void refusalsDoNotOpenTheBreaker() throws Exception {
        behaviour = e -> answer(e, 409, "{\"type\":\"ALREADY_PAID\",\"message\":\"\"}");
        for (int i = 0; i < 30; i++) {
            portOne.preRegister("p", 1);
        }

        assertThat(asked).hasValue(30);
        assertThat(portOne.isBreakerOpen()).isFalse();
    }

    @Test
    void onlySoManyRequestsAreUnderWay() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        behaviour =
                exchange -> {
                    over.await();
                    answer(exchange, 200, "{\"status\":\"READY\"}");
                };
        AtomicInteger refused = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 5; i++) {
                threads.execute(() -> {
                    try {
                        portOne.cancel("p", "refund-1", 1, 1, "r", 0);
                    } catch (NoAnswer e) {
                        refused.incrementAndGet();
                    }
                });
            }
        }
        over.countDown();

        assertThat(refused).as("two hang until the timeout, three get no permit").hasValue(5);
        assertThat(asked).hasValueLessThan(5);
    }
}
