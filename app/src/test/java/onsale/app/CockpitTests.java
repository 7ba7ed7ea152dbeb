package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A sale as those who run it see it, and the projection that it is made of, over HTTP. */
class CockpitTests {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final long PRICE = 70_000;

    @SuppressWarnings("NullAway.Init")
    private static SharedNode node;

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static String url;

    @SuppressWarnings("NullAway.Init")
    private static String owner;

    @SuppressWarnings("NullAway.Init")
    private static String operator;

    @SuppressWarnings("NullAway.Init")
    private static Organiser organiser;

    @BeforeAll
    static void start() {
        node = SharedNode.get();
        api = node.api;
        url = node.url;
        owner = node.token(CurrentUser.ORGANISER);
        operator = node.token(CurrentUser.OPERATOR);
        organiser = new Organiser(api, url, owner);
    }

    private static String aScheduleOnSale() {
        String made =
                organiser.schedule(
                        organiser.openEvent(
                                """
                                {"rows":["A","B"],"seatsPerRow":20,"gradeMapping":{"A":"R","B":"R"}}
                                """,
                                PRICE));
        Wait.until(
                "the seats are on sale",
                SOON,
                () -> api.get(url + "/api/reservations/seats/" + made, null).status() == 200);
        return made;
    }

    private static JsonNode get(String path, String token) {
        Answer answer = api.get(url + path, token);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.body();
    }

    /** Buys one seat by somebody new; returns the fan's token and the reservation. */
    private static String[] buy(String schedule, String seatIdBase, int ordinal) {
        String fan = node.token(CurrentUser.USER);
        Answer held =
                letIn(() ->
                        api.post(
                                url + "/api/reservations/hold",
                                "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}"
                                        .formatted(schedule, seatIdBase, ordinal),
                                fan));
        assertThat(held.status()).as(held.response().body()).isEqualTo(201);
        String reservation = held.text("reservationId");
        Answer order = api.post(url + "/api/reservations/" + reservation + "/checkout", "", fan);
        Answer payment =
                api.post(
                        url + "/api/payments",
                        "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                .formatted(order.text("paymentOrder"), UUID.randomUUID()),
                        fan);
        String token = api.approve(payment.body().path("provider").path("paymentId").asString());
        Answer paid =
                api.post(
                        url + "/api/payments/confirm",
                        "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                                .formatted(payment.text("paymentId"), token),
                        fan);
        assertThat(paid.text("status")).as(paid.response().body()).isEqualTo("SUCCESS");
        Wait.until(
                "it is confirmed",
                SOON,
                () ->
                        api.get(url + "/api/reservations/" + reservation, fan)
                                .text("status")
                                .equals("CONFIRMED"));
        return new String[] {fan, reservation};
    }

    /** A node that is told to rebuild without a pause refuses some holds; their fans ask again. */
    private static Answer letIn(Supplier<Answer> request) {
        List<Answer> answers = new ArrayList<>();
        Wait.until(
                "the node has time for a hold",
                SOON,
                () -> {
                    answers.add(request.get());
                    return !answers.getLast().text("code").equals("edge.busy");
                });
        return answers.getLast();
    }

    private static void giveBack(String[] bought) {
        String path = url + "/api/reservations/" + bought[1];
        String quote = api.get(path + "/refund-quote", bought[0]).text("quote");
        assertThat(api.delete(path + "?quote=" + quote, bought[0]).status()).isEqualTo(204);
    }

    private static JsonNode hours(String schedule) {
        return get("/api/admin/sales/" + schedule + "/bookings", owner).path("hours");
    }

    private static long sum(JsonNode hours, String field) {
        return hours.valueStream().mapToLong(hour -> hour.path(field).asLong()).sum();
    }

    private static void awaitBookings(String schedule, long seats, long returned) {
        Wait.until(
                "the projection knows " + seats + " seats, " + returned + " of them returned",
                SOON,
                () ->
                        sum(hours(schedule), "seats") == seats
                                && sum(hours(schedule), "returnedSeats") == returned);
    }

    private static String rebuild() {
        Answer rebuilt = api.post(url + "/api/admin/sales/rebuild", "", operator);
        assertThat(rebuilt.status()).as(rebuilt.response().body()).isEqualTo(200);
        return rebuilt.response().body();
    }

    @Test
    void theProjectionRebuiltFromZeroDuringARushEqualsTheLiveOne() throws Exception {
        String schedule = aScheduleOnSale();
        String base =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");

        try (ExecutorService fans = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<String[]>> purchases =
                    IntStream.range(0, 12)
                            .mapToObj(i ->
                                    (Callable<String[]>)
                                            () -> {
                                                String[] bought = buy(schedule, base, i);
                                                if (i % 4 == 0) {
                                                    giveBack(bought);
                                                }
                                                return bought;
                                            })
                            .toList();
            List<Future<String[]>> under = purchases.stream().map(fans::submit).toList();
            while (under.stream().anyMatch(one -> !one.isDone())) {
                rebuild(); // again and again, while they buy
            }
            for (Future<String[]> one : under) {
                one.get();
            }
        }
        awaitBookings(schedule, 12, 3);
        JsonNode live = hours(schedule);

        rebuild();

        assertThat(hours(schedule)).isEqualTo(live);
        assertThat(sum(live, "amountWon")).isEqualTo(12 * PRICE);
        assertThat(sum(live, "returnedWon")).isEqualTo(3 * PRICE);
        assertThat(live.valueStream().map(hour -> hour.path("channel").asString()).distinct())
                .containsExactly("CARD");
    }

    /** The canary of the test above: a rebuild does change what is wrong. */
    @Test
    void aRebuildMendsWhatWasLost() throws Exception {
        String schedule = aScheduleOnSale();
        String base =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
        buy(schedule, base, 1);
        awaitBookings(schedule, 1, 0);
        try (var connection = node.stores.admin();
                var statement = connection.createStatement()) {
            statement.execute(
                    "delete from ops.sales_by_hour where schedule_id = '" + schedule + "'");
            statement.execute(
                    "delete from ops.booking_seats where schedule_id = '" + schedule + "'");
        }
        assertThat(hours(schedule)).isEmpty();

        rebuild();

        assertThat(sum(hours(schedule), "seats")).isEqualTo(1);
    }

    @Test
    void theCockpitShowsWhatIsHeldAndSold() {
        String schedule = aScheduleOnSale();
        String base =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
        buy(schedule, base, 0);
        api.post(
                url + "/api/reservations/hold",
                "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}".formatted(schedule, base, 1),
                node.token(CurrentUser.USER));

        Wait.until(
                "the figures are right",
                SOON,
                () -> {
                    JsonNode figures = get("/api/admin/sales/" + schedule, owner).path("figures");
                    return figures.path("sold").asInt() == 1
                            && figures.path("held").asInt() == 1
                            && figures.path("revenueWon").asLong() == PRICE
                            && figures.path("nodes").size() >= 1;
                });
        JsonNode grade =
                get("/api/admin/sales/" + schedule, owner).path("figures").path("grades").get(0);
        assertThat(grade.path("sold").asInt()).isEqualTo(1);
        assertThat(grade.path("held").asInt()).isEqualTo(1);
        assertThat(grade.path("seats").asInt()).isEqualTo(40);
    }

    @Test
    void anotherOrganiserFindsNothingAndAFanEvenLess() {
        String schedule = aScheduleOnSale();
        String stranger = node.token(CurrentUser.ORGANISER);
        String fan = node.token(CurrentUser.USER);

        for (String what :
                List.of("", "/history", "/bookings", "/checklist", "/stream", "/bookings.csv")) {
            String path = url + "/api/admin/sales/" + schedule + what;
            assertThat(api.get(path, stranger).status()).as(what).isEqualTo(404);
            assertThat(api.get(path, fan).status()).as(what).isEqualTo(403);
            // the canary: its owner and an operator find it
            assertThat(opens(path, owner)).as(what).isEqualTo(200);
            assertThat(opens(path, operator)).as(what).isEqualTo(200);
        }
        assertThat(lists(schedule, owner)).isTrue();
        assertThat(lists(schedule, operator)).isTrue();
        assertThat(lists(schedule, stranger)).isFalse();
        for (String path : List.of("nodes", "jobs", "settings", "audit")) {
            assertThat(api.get(url + "/api/admin/" + path, owner).status()).isEqualTo(403);
        }
        assertThat(api.post(url + "/api/admin/sales/rebuild", "", owner).status()).isEqualTo(403);
    }

    private static int opens(String path, String token) {
        return api.opens(path, Map.of("Authorization", "Bearer " + token));
    }

    private static boolean lists(String schedule, String token) {
        return get("/api/admin/sales?size=100&query=" + enc("온 길"), token)
                .path("items")
                .valueStream()
                .anyMatch(item -> item.path("scheduleId").asString().equals(schedule));
    }

    private static String enc(String text) {
        return java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void theStreamTellsTheFiguresEachSecond() throws Exception {
        String schedule = aScheduleOnSale();
        String path = "/api/admin/sales/" + schedule;
        get(path, owner); // from now on this node watches it

        try (StreamReader stream = new StreamReader(url + path + "/stream", owner)) {
            JsonNode first = stream.next();
            JsonNode second = stream.next();

            assertThat(second.path("scheduleId").asString()).isEqualTo(schedule);
            assertThat(second.path("at").asString()).isGreaterThan(first.path("at").asString());
            assertThat(second.path("seats").asInt()).isEqualTo(40);
        }
    }

    @Test
    void aFileForASpreadsheetHasTheSameFigures() {
        String schedule = aScheduleOnSale();
        String base =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
        buy(schedule, base, 2);
        awaitBookings(schedule, 1, 0);

        Answer file = api.get(url + "/api/admin/sales/" + schedule + "/bookings.csv", owner);

        assertThat(file.response().headers().firstValue("content-disposition"))
                .hasValue("attachment; filename=\"bookings.csv\"");
        assertThat(file.response().body().lines().skip(1).toList())
                .singleElement()
                .asString()
                .endsWith(",R,CARD,1,70000,0,0");
    }

    @Test
    void theChecklistSaysWhatIsReady() {
        String schedule = aScheduleOnSale();

        Wait.until(
                "all that a sale needs is good",
                SOON,
                () -> {
                    Map<String, String> states = states(schedule);
                    return List.of("NODES", "POSTGRES", "REDIS", "KAFKA", "PROVIDER", "SEATS")
                            .stream()
                            .allMatch(subject -> "GOOD".equals(states.get(subject)));
                });
        String unopened =
                organiser.schedule(
                        organiser.event(
                                "{\"rows\":[\"A\"],\"seatsPerRow\":5,\"gradeMapping\":{\"A\":\"R\"}}",
                                PRICE));
        // the canary: reservation was not told of the seats of a show that is not open
        assertThat(states(unopened)).containsEntry("SEATS", "BAD");
    }

    private static Map<String, String> states(String schedule) {
        return get("/api/admin/sales/" + schedule + "/checklist", owner)
                .path("items")
                .valueStream()
                .collect(
                        java.util.stream.Collectors.toMap(
                                item -> item.path("subject").asString(),
                                item -> item.path("state").asString()));
    }
}
