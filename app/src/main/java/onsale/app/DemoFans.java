package onsale.app;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.platform.job.Loop;
import onsale.user.demo.DemoAccounts.Demo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fans of the demo data who buy the smallest show completely, over HTTP and with play money, as
 * anybody would. What they have not bought when the process ends, they buy the next time.
 */
final class DemoFans implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DemoFans.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SHOW = "The Glass Orchard";
    private static final List<String> FANS = List.of("fan2@onsale.example", "fan3@onsale.example");
    private static final int SEATS_AT_ONCE = 4;
    private static final int TRIES_MAX = 120;
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    /** Not yet, too often, not now. */
    private static final Set<Integer> AGAIN = Set.of(404, 429, 503);

    private static final Pattern TOKEN = Pattern.compile("[?&]paymentToken=([^&#]+)");

    private final String url;
    private final Demo accounts;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Loop buying = new Loop("demo-fans", this::buy);

    DemoFans(String url, Demo accounts) {
        this.url = url;
        this.accounts = accounts;
    }

    void start() {
        buying.start();
    }

    /** Buys once, in one step of the loop. */
    private Duration buy() throws InterruptedException {
        try {
            buyAll();
        } catch (IOException | JacksonException | IllegalStateException e) {
            LOG.info("No show of the demo data is sold out this time: {}", e.toString());
        }
        buying.stop();
        return Duration.ZERO;
    }

    private void buyAll() throws IOException, InterruptedException {
        @Nullable JsonNode schedule = schedule();
        if (schedule == null || !accounts.emails().containsAll(FANS)) {
            return;
        }
        String id = schedule.path("id").asString();
        String base = get("/api/schedules/" + id + "/layout").path("seatIdBase").asString();
        List<String> tokens = new ArrayList<>();
        for (String fan : FANS) {
            JsonNode in =
                    call(
                            "/api/auth/login",
                            "",
                            JSON.createObjectNode()
                                    .put("email", fan)
                                    .put("password", accounts.password()));
            tokens.add(in.path("accessToken").asString());
        }
        int seats = schedule.path("totalSeats").asInt();
        for (int first = 0; first < seats; first += SEATS_AT_ONCE) {
            String token = tokens.get(first / SEATS_AT_ONCE % tokens.size());
            var wish = JSON.createObjectNode().put("scheduleId", id);
            var ids = wish.putArray("seatIds");
            for (int seat = first; seat < Math.min(first + SEATS_AT_ONCE, seats); seat++) {
                ids.add(base + "%08x".formatted(seat));
            }
            buy(token, wish);
        }
    }

    /** The one that is on sale and not sold out; null if there is none. */
    private @Nullable JsonNode schedule() throws IOException, InterruptedException {
        String title = URLEncoder.encode(SHOW, StandardCharsets.UTF_8);
        for (JsonNode event : get("/api/events?query=" + title).path("items")) {
            for (JsonNode schedule :
                    get("/api/events/" + event.path("id").asString()).path("schedules")) {
                if (schedule.path("status").asString().equals("ONGOING")
                        && !schedule.path("soldOut").asBoolean()) {
                    return schedule;
                }
            }
        }
        return null;
    }

    /** Seats that somebody has already are left to them. */
    private void buy(String token, JsonNode wish) throws IOException, InterruptedException {
        JsonNode held = call("/api/reservations/hold", token, wish);
        if (!held.has("reservationId")) {
            return;
        }
        String reservation = held.path("reservationId").asString();
        JsonNode order = call("/api/reservations/" + reservation + "/checkout", token, null);
        JsonNode payment =
                call(
                        "/api/payments",
                        token,
                        JSON.createObjectNode()
                                .put("paymentOrder", order.path("paymentOrder").asString())
                                .put("paymentKey", UUID.randomUUID().toString())
                                .put("method", "CARD"));
        String agreed = agree(payment.path("provider").path("payUrl").asString());
        call(
                "/api/payments/confirm",
                token,
                JSON.createObjectNode()
                        .put("paymentId", payment.path("paymentId").asString())
                        .put("paymentToken", agreed));
    }

    /** On the provider's page, which sends the fan back with a token. */
    private String agree(String page) throws IOException, InterruptedException {
        String back = page + (page.contains("?") ? "&" : "?") + "redirect=" + url + "/paid";
        HttpResponse<String> answer =
                send(
                        HttpRequest.newBuilder(URI.create(back))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(BodyPublishers.ofString("action=approve")));
        Matcher token = TOKEN.matcher(answer.headers().firstValue("Location").orElse(""));
        if (!token.find()) {
            throw new IllegalStateException("the provider answers " + answer.statusCode());
        }
        return token.group(1);
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return JSON.readTree(send(HttpRequest.newBuilder(URI.create(url + path))).body());
    }

    private JsonNode call(String path, String token, @Nullable JsonNode body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body == null ? "" : body.toString()));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> answer = send(request);
        for (int tried = 1; AGAIN.contains(answer.statusCode()); tried++) {
            if (tried == TRIES_MAX || buying.stopsWithin(BETWEEN_TRIES)) {
                throw new IllegalStateException(path + " answers " + answer.statusCode());
            }
            answer = send(request);
        }
        return JSON.readTree(answer.body());
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.timeout(ANSWER_WITHIN).build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        buying.stop();
        http.shutdownNow();
        buying.close(Duration.ZERO);
    }
}
