package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A fan's way where there is a waiting room: enter, wait, be called, hold, pay, make room. */
class QueueWayTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static SharedNode node;

    @SuppressWarnings("NullAway.Init")
    private static String url;

    @SuppressWarnings("NullAway.Init")
    private static String admin;

    @SuppressWarnings("NullAway.Init")
    private static String event;

    @BeforeAll
    static void start() {
        node = SharedNode.get();
        api = node.api;
        url = node.url;
        admin = node.token(CurrentUser.ADMIN);
        event =
                new Organiser(api, url, admin)
                        .openEvent(
                                """
                                {"rows":["A","B"],"seatsPerRow":10,"gradeMapping":{"A":"R","B":"R"}}
                                """,
                                70_000);
    }

    private static String aScheduleWithOnePlace() {
        String schedule = new Organiser(api, url, admin).schedule(event, true);
        Wait.until(
                "the waiting room is there",
                SOON,
                () ->
                        api.send(
                                                "PATCH",
                                                url + "/api/admin/queue/" + schedule,
                                                admin,
                                                "{\"maxActive\":1,\"admitPerSecond\":100}",
                                                "application/json")
                                        .status()
                                == 200);
        return schedule;
    }

    private static Answer enter(String schedule, String fan) {
        return api.post(
                url + "/api/queue/enter", "{\"scheduleId\":\"%s\"}".formatted(schedule), fan);
    }

    private static String entered(String schedule, String fan) {
        Answer[] answer = new Answer[1];
        Wait.until(
                "the line is open",
                SOON,
                () -> {
                    answer[0] = enter(schedule, fan);
                    return answer[0].status() == 200;
                });
        assertThat(answer[0].text("receipt")).startsWith("qc_");
        return answer[0].text("receipt");
    }

    private static Answer status(String schedule, String receipt) {
        return api.send(
                "GET",
                url + "/api/queue/status?scheduleId=" + schedule,
                null,
                null,
                null,
                "X-Queue-Receipt",
                receipt);
    }

    private static String entryToken(String schedule, String receipt) {
        Answer[] last = new Answer[1];
        Wait.until(
                "it is the fan's turn",
                SOON,
                () -> {
                    last[0] = status(schedule, receipt);
                    return last[0].text("state").equals("ADMITTED");
                });
        return last[0].text("entryToken");
    }

    private static Answer seats(String schedule, @Nullable String token) {
        String at = url + "/api/reservations/seats/" + schedule;
        return token == null
                ? api.get(at, null)
                : api.send("GET", at, null, null, null, "X-Queue-Token", token);
    }

    private static Answer hold(String schedule, String fan, @Nullable String token, int ordinal) {
        String base =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
        String body =
                "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}"
                        .formatted(schedule, base, ordinal);
        return token == null
                ? api.post(url + "/api/reservations/hold", body, fan)
                : api.send(
                        "POST",
                        url + "/api/reservations/hold",
                        fan,
                        body,
                        "application/json",
                        "X-Queue-Token",
                        token);
    }

    @Test
    void fromTheLineToTheTicketAndTheNextFanIsCalled() {
        String schedule = aScheduleWithOnePlace();
        String first = node.token(CurrentUser.USER);
        String second = node.token(CurrentUser.USER);
        String receipt = entered(schedule, first);
        String token = entryToken(schedule, receipt);
        String waiting = entered(schedule, second);
        assertThat(token).startsWith("qr_");
        assertThat(status(schedule, waiting).text("state")).isEqualTo("WAITING");

        // without a turn nobody sees or holds seats, nor with the turn of somebody else
        Wait.until("the seats are known", SOON, () -> seats(schedule, token).status() == 200);
        assertThat(seats(schedule, null).text("code")).isEqualTo("reservation.entry_needed");
        assertThat(hold(schedule, first, null, 0).text("code"))
                .isEqualTo("reservation.entry_needed");
        assertThat(hold(schedule, second, token, 0).text("code"))
                .isEqualTo("reservation.entry_needed");

        Answer held = hold(schedule, first, token, 3);
        assertThat(held.status()).as(held.response().body()).isEqualTo(201);
        String reservation = held.text("reservationId");
        Answer order = api.post(url + "/api/reservations/" + reservation + "/checkout", "", first);
        Answer payment =
                api.post(
                        url + "/api/payments",
                        "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                .formatted(order.text("paymentOrder"), UUID.randomUUID()),
                        first);
        String approved = api.approve(payment.body().path("provider").path("paymentId").asString());
        api.post(
                url + "/api/payments/confirm",
                "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                        .formatted(payment.text("paymentId"), approved),
                first);
        Wait.until(
                "it is confirmed",
                SOON,
                () ->
                        api.get(url + "/api/reservations/" + reservation, first)
                                .text("status")
                                .equals("CONFIRMED"));
        long confirmed = System.nanoTime();

        entryToken(schedule, waiting);
        long millis = (System.nanoTime() - confirmed) / 1_000_000;
        // That it takes no longer than a second on a quiet machine, TurnTest shows.
        System.out.printf("The next fan was in %d ms after the confirmation was seen%n", millis);
        Wait.until(
                "the first turn is over",
                SOON,
                () -> status(schedule, receipt).text("state").equals("EXPIRED"));
    }

    /** The queue tells it, reservation hears it: no call between them while a fan waits. */
    @Test
    void whoLeftHoldsNothingMore() {
        String schedule = aScheduleWithOnePlace();
        String fan = node.token(CurrentUser.USER);
        String receipt = entered(schedule, fan);
        String token = entryToken(schedule, receipt);
        Wait.until("the seats are known", SOON, () -> seats(schedule, token).status() == 200);
        Answer held = hold(schedule, fan, token, 0);
        assertThat(held.status()).as(held.response().body()).isEqualTo(201);

        Answer left =
                api.send(
                        "DELETE",
                        url + "/api/queue/leave",
                        fan,
                        null,
                        null,
                        "X-Queue-Receipt",
                        receipt);
        assertThat(left.status()).isEqualTo(204);

        long start = System.nanoTime();
        Wait.until("reservation has heard of it", SOON, () -> hasHeard(schedule));
        System.out.printf(
                "The token was void %d ms after its fan left%n",
                (System.nanoTime() - start) / 1_000_000);
        assertThat(hold(schedule, fan, token, 1).text("code")).isEqualTo("reservation.entry_used");
        String waiting = node.token(CurrentUser.USER);
        String next = entryToken(schedule, entered(schedule, waiting));
        assertThat(hold(schedule, waiting, next, 2).status()).isEqualTo(201);
        assertThat(hold(schedule, fan, token, 3).text("code")).isEqualTo("reservation.entry_used");
    }

    /** Asked of the rows: holds are limited, and whoever tries too often is refused for that. */
    private static boolean hasHeard(String schedule) {
        try (var connection = node.stores.admin();
                var statement = connection.createStatement();
                var row =
                        statement.executeQuery(
                                """
                                select exists (
                                    select from reservation_service.ended_turns e
                                    join queue_service.turns t on t.id = e.turn_id
                                    where t.schedule_id = '%s')
                                """
                                        .formatted(schedule))) {
            return row.next() && row.getBoolean(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void operatorsSeeAndSetTheLine() {
        String schedule = aScheduleWithOnePlace();
        String fan = node.token(CurrentUser.USER);
        entryToken(schedule, entered(schedule, fan));
        entered(schedule, node.token(CurrentUser.USER));

        Wait.until(
                "the figures are there",
                SOON,
                () -> {
                    for (var queue : api.get(url + "/api/admin/queue", admin).body()) {
                        if (queue.path("scheduleId").asString("").equals(schedule)) {
                            return queue.path("figures").path("waiting").asInt(0) == 1
                                    && queue.path("figures").path("active").asInt(0) == 1
                                    && queue.path("maxActive").asInt(0) == 1;
                        }
                    }
                    return false;
                });
        assertThat(api.get(url + "/api/admin/queue", fan).status()).isEqualTo(403);
    }

    @Test
    void aFullWaitingRoomSaysWhenToComeBackAndPollsAreSpaced() {
        String schedule = aScheduleWithOnePlace();
        entryToken(schedule, entered(schedule, node.token(CurrentUser.USER)));
        String receipt = entered(schedule, node.token(CurrentUser.USER));
        assertThat(status(schedule, receipt).body().path("pollAfterMillis").asLong(0))
                .isBetween(2_000L, 15_000L);
        api.send(
                "PATCH",
                url + "/api/admin/queue/" + schedule,
                admin,
                "{\"capacity\":1}",
                "application/json");

        Answer full = enter(schedule, node.token(CurrentUser.USER));

        assertThat(full.status()).isEqualTo(503);
        assertThat(full.text("code")).isEqualTo("queue.full");
        assertThat(full.response().headers().firstValue("Retry-After")).contains("30");
        // who is in line is in line
        assertThat(status(schedule, receipt).text("state")).isEqualTo("WAITING");
    }

    @Test
    void onePersonOneLineAndAClearAnswer() {
        String schedule = aScheduleWithOnePlace();
        String other = aScheduleWithOnePlace();
        String fan = node.token(CurrentUser.USER);
        String receipt = entered(schedule, fan);

        Answer refused = enter(other, fan);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("queue.elsewhere");
        assertThat(refused.text("scheduleId")).isEqualTo(schedule);

        Answer left =
                api.send(
                        "DELETE",
                        url + "/api/queue/leave",
                        fan,
                        null,
                        null,
                        "X-Queue-Receipt",
                        receipt);
        assertThat(left.status()).isEqualTo(204);
        Wait.until("the other line is open to them", SOON, () -> enter(other, fan).status() == 200);
    }

    @Test
    void thePageAndTheStreamWorkWithAReceiptAlone() throws Exception {
        String schedule = aScheduleWithOnePlace();
        entryToken(schedule, entered(schedule, node.token(CurrentUser.USER)));
        String receipt = entered(schedule, node.token(CurrentUser.USER));
        status(schedule, receipt);

        String page = api.get(url + "/api/queue/page?receipt=" + receipt, null).response().body();
        assertThat(page).contains("http-equiv=\"refresh\"", "0 people are ahead of you");
        assertThat(api.get(url + "/api/queue/page?receipt=qc_no", null).text("code"))
                .isEqualTo("queue.bad_receipt");

        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<java.io.InputStream> stream =
                    client.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    url + "/api/queue/stream?receipt=" + receipt))
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            try (var lines =
                    new BufferedReader(
                            new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
                assertThat(lines.readLine()).isEqualTo("event: status");
                assertThat(lines.readLine()).contains("WAITING", "\"position\":1");
                entered(schedule, node.token(CurrentUser.USER));
                assertThat(nextEvent(lines)).isEqualTo("event: line");
                assertThat(lines.readLine()).contains("\"waiting\":", "\"marks\":[[");
            }
            client.shutdownNow();
        }
    }

    /**
     * The next line that is neither empty nor a heartbeat, which may come between any two events.
     */
    private static String nextEvent(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (line.isEmpty() || line.startsWith(":")) {
            line = lines.readLine();
        }
        return line;
    }
}
