package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import onsale.platform.front.StreamEvent;
import org.eclipse.jetty.http2.api.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** HTTP/2 without encryption, for clients that know it is there, where it is switched on. */
class Http2Test {

    @SuppressWarnings("NullAway.Init")
    private static Behind behind;

    @SuppressWarnings("NullAway.Init")
    private static Fronts.Open front;

    @BeforeAll
    static void open() {
        behind = new Behind();
        front =
                Fronts.open(
                        behind,
                        Map.of(
                                "h2c", "true",
                                "stream-heartbeat", "200ms",
                                "body-timeout", "3s",
                                "answer-timeout", "3s",
                                "bodies-per-address-max", "500"));
    }

    @AfterAll
    static void close() {
        front.close();
        behind.close();
    }

    @Test
    void itServesTheSame() throws Exception {
        try (Http2Client client = new Http2Client(front.port(), null)) {
            assertThat(client.call("GET", "/api/hot", "")).isEqualTo("200 {\"hot\":true}");
            assertThat(client.call("GET", "/", "")).contains("<h1>Onsale</h1>");
            assertThat(client.call("POST", "/api/payments/webhooks/echo", "body"))
                    .isEqualTo("200 behind:/api/payments/webhooks/echo");
            assertThat(behind.seen.getLast().body()).isEqualTo("body");
            assertThat(behind.seen.getLast().host()).isEqualTo("localhost:" + front.port());
            assertThat(client.call("GET", "/internal/x", "")).startsWith("404 ");
            assertThat(client.call("GET", "/api/%2e%2e/x", "")).startsWith("400 ");
            assertThat(client.call("POST", "/api/payments/webhooks/x", "x".repeat(70_000)))
                    .startsWith("413 ");
            assertThat(client.call("GET", "/api/events/download?300000", "")).hasSize(300_004);
            assertThat(client.call("GET", "/api/hot", "")).startsWith("200 ");
        }
    }

    @Test
    void aStreamIsOneAmongOthersOnItsConnection() throws Exception {
        try (Http2Client client = new Http2Client(front.port(), null)) {
            Http2Client.Exchange fan = new Http2Client.Exchange(true);
            client.open("GET", "/stream", fan, true, -1);
            assertThat(fan.parts.poll(10, TimeUnit.SECONDS))
                    .isEqualTo("event: hello\ndata: first\n\n");

            front.topic().publish(StreamEvent.of("called", "7"));

            String next = fan.parts.poll(10, TimeUnit.SECONDS);
            while (":\n\n".equals(next)) {
                next = fan.parts.poll(10, TimeUnit.SECONDS);
            }
            assertThat(next).isEqualTo("event: called\ndata: 7\n\n");
            assertThat(client.call("GET", "/api/hot", "")).startsWith("200 ");
        }
        front.awaitStreams(0);
    }

    @Test
    void anUpgradeIsDeclinedAndHttp1GoesOnUnlessItIsSwitchedOn() throws Exception {
        try (Fronts.Open plain = Fronts.open(Map.of());
                HttpClient asks =
                        HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            HttpResponse<String> answer =
                    asks.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    "http://localhost:"
                                                            + plain.port()
                                                            + "/api/payments/webhooks/x"))
                                    .POST(HttpRequest.BodyPublishers.ofString("body"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            try (RawClient preface = new RawClient(plain.port())) {
                preface.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
                assertThat(preface.answer().status()).isIn(0, 400, 505);
            }
        }
    }

    @Test
    void bodiesThatNeverComeAreGivenBackWhileTheClientStays() throws Exception {
        bodiesThatNeverCome(20);
    }

    @Test
    @Tag("long")
    void norDoSeventeenThousandOfThemKeepAnybodyOut() throws Exception {
        bodiesThatNeverCome(170);
    }

    /** Each of so many connections opens a hundred requests that announce a byte. */
    private static void bodiesThatNeverCome(int connections) throws Exception {
        List<Http2Client> clients = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            Http2Client client = new Http2Client(front.port(), null);
            clients.add(client);
            for (int n = 0; n < 100; n++) {
                client.open(
                        "POST",
                        "/api/payments/webhooks/x",
                        new Http2Client.Exchange(true),
                        false,
                        1);
            }
        }
        assertThat(front.held().bodies()).isLessThanOrEqualTo(500);
        try (RawClient honest = new RawClient("127.0.0.2", front.port())) {
            honest.send(
                    "POST /api/payments/webhooks/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab");
            assertThat(honest.answer().status()).isEqualTo(200);
        }
        front.awaitBodies(0); // by time, not by leaving
        for (Http2Client client : clients) {
            client.close();
        }
        front.awaitConnections(0);
        assertThat(front.held()).isEqualTo(new FrontServer.Held(0, 0, 0, 0, 0));
    }

    @Test
    void aWindowOfZeroKeepsNothingForLong() throws Exception {
        try (Http2Client client = new Http2Client(front.port(), null, 0)) {
            List<Http2Client.Exchange> exchanges = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                Http2Client.Exchange exchange = new Http2Client.Exchange(false);
                exchanges.add(exchange);
                client.open("GET", "/api/events/download?100000", exchange, true, -1);
            }
            front.awaitAnswers(50);
            assertThat(front.held().calls()).isZero();

            front.awaitAnswers(0);

            for (Http2Client.Exchange exchange : exchanges) {
                assertThat(exchange.reset.get(10, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void aStreamThatIsResetGivesItsBodyBack() throws Exception {
        try (Http2Client client = new Http2Client(front.port(), null)) {
            List<Stream> streams = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                streams.add(
                        client.open(
                                "POST",
                                "/api/payments/webhooks/x",
                                new Http2Client.Exchange(true),
                                false,
                                1));
            }
            front.awaitBodies(50);
            for (Stream stream : streams) {
                stream.reset(
                        new org.eclipse.jetty.http2.frames.ResetFrame(stream.getId(), 8),
                        org.eclipse.jetty.util.Callback.NOOP);
            }
            front.awaitBodies(0);
        }
    }
}
