package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** An integrator's whole way: a webhook is registered, a ticket is sold, the library verifies. */
class WebhooksTests {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path PACKAGES = Path.of("../web/package.json").toAbsolutePath();

    private record Got(Map<String, String> headers, String body) {}

    private final SharedNode node = SharedNode.get();
    private final Api api = node.api;
    private final String url = node.url;
    private final String organiser = node.token(CurrentUser.ORGANISER);
    private final String fan = node.token(CurrentUser.USER);
    private final List<Got> received = new CopyOnWriteArrayList<>();

    @Test
    void theStandardsLibraryVerifiesWhatASaleSends() throws Exception {
        HttpServer server = receiver();
        try {
            Answer webhook = registered(server.getAddress().getPort());
            String reservation = sold();
            Wait.until("the sale is told", SOON, () -> !received.isEmpty());

            Got got = received.getFirst();
            assertThat(got.body()).contains(reservation);
            String secret = webhook.text("secret");
            assertThat(verified(secret, got)).isEqualTo("verified reservation.confirmed");
            Got changed = new Got(got.headers(), got.body().replace("B-", "C-"));
            assertThat(verified(secret, changed))
                    .as("the canary: another body")
                    .startsWith("refused");
        } finally {
            server.stop(0);
        }
    }

    private Answer registered(int port) {
        Answer made =
                api.post(
                        url + "/api/admin/webhooks",
                        """
                        {"url":"http://127.0.0.1:%d/hook","eventTypes":["reservation.confirmed"]}
                        """
                                .formatted(port),
                        organiser);
        assertThat(made.status()).as(made.response().body()).isEqualTo(201);
        return made;
    }

    /** Returns the reservation. */
    private String sold() {
        Organiser desk = new Organiser(api, url, organiser);
        String schedule =
                desk.schedule(
                        desk.openEvent(
                                """
                                {"rows":["A"],"seatsPerRow":4,"gradeMapping":{"A":"R"}}
                                """,
                                70_000));
        Wait.until(
                "the seats are on sale",
                SOON,
                () -> api.get(url + "/api/reservations/seats/" + schedule, null).status() == 200);
        String base =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
        String reservation =
                posted(
                                "/api/reservations/hold",
                                "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}"
                                        .formatted(schedule, base, 1))
                        .text("reservationId");
        Answer order = posted("/api/reservations/" + reservation + "/checkout", "");
        Answer payment =
                posted(
                        "/api/payments",
                        "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                .formatted(order.text("paymentOrder"), UUID.randomUUID()));
        String token = api.approve(payment.body().path("provider").path("paymentId").asString());
        posted(
                "/api/payments/confirm",
                "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                        .formatted(payment.text("paymentId"), token));
        return reservation;
    }

    private Answer posted(String path, String body) {
        Answer answer = api.post(url + path, body, fan);
        assertThat(answer.status()).as(answer.response().body()).isBetween(200, 299);
        return answer;
    }

    /** What the npm package standardwebhooks says of it. */
    private static String verified(String secret, Got got) throws Exception {
        Process node =
                new ProcessBuilder(
                                "node",
                                "src/test/resources/onsale/app/verify-webhook.cjs",
                                PACKAGES.toString())
                        .redirectErrorStream(true)
                        .start();
        try (var in = node.getOutputStream()) {
            in.write(
                    JSON.writeValueAsBytes(
                            Map.of(
                                    "secret",
                                    secret,
                                    "headers",
                                    got.headers(),
                                    "body",
                                    got.body())));
        }
        String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(node.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return said.strip();
    }

    private HttpServer receiver() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext(
                "/hook",
                exchange -> {
                    Map<String, String> headers = new HashMap<>();
                    exchange.getRequestHeaders()
                            .forEach((name, values) ->
                                    headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
                    received.add(
                            new Got(
                                    headers,
                                    new String(
                                            exchange.getRequestBody().readAllBytes(),
                                            StandardCharsets.UTF_8)));
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
        return server;
    }
}
