package onsale.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.app.Api.Answer;
import onsale.contracts.EntryPass;
import onsale.contracts.SeatIds;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.token.AccessTokenIssuer;
import tools.jackson.databind.JsonNode;

/** Fans, staff and shows on sale on a running node, made as anybody would: over HTTP. */
final class TestSale {

    private static final String LAYOUT =
            """
            {"sections":[{"floor":"1층","sectionId":"B","rows":[
               {"rowId":"1","grade":"R","length":40,"accessible":[1]}]}],
             "zones":[{"floor":"1층","zoneId":"ST","grade":"R","capacity":5}]}
            """;

    static final String LEAVER = "leaver@bad.example";

    private static final Pattern CODE = Pattern.compile("\\b\\d{6}\\b");
    private static final Pattern REFUSAL = Pattern.compile("#([A-Za-z0-9_-]{32})");

    private final Api api;
    final String url;
    private final Passes passes;
    final String fan;
    final UUID fanId;
    final String otherFan;
    final UUID otherFanId;
    final UUID suspect;
    final String organiser;
    final String operator;
    final String admin;
    final String leaver;

    final String adminsVenue;
    final String adminsShow;
    final String venue;
    final String hall;
    final String show;
    final UUID sale;
    final UUID otherSale;
    final String hidden;
    final String hiddenRound;
    private int made;
    private int seatsTaken;

    TestSale(Api api, String url, Stores stores) throws Exception {
        this.api = api;
        this.url = url;
        passes =
                new Passes(
                        PassKeys.of(new PassSettings(List.of()), stores.secret()),
                        Clock.systemUTC());
        fanId = member("fan@bad.example", "김팬");
        otherFanId = member("other@bad.example", "이팬");
        suspect = member("suspect@bad.example", "최의심");
        UUID organiserId = member("organiser@bad.example", "정기획");
        UUID operatorId = member("operator@bad.example", "오운영");
        UUID adminId = member("admin@bad.example", "박관리");
        try (var connection = stores.admin();
                var statement = connection.createStatement()) {
            // only who has the database makes staff
            for (var role :
                    Map.of("ORGANISER", organiserId, "OPERATOR", operatorId, "ADMIN", adminId)
                            .entrySet()) {
                statement.execute(
                        "update user_service.users set role = '%s' where id = '%s'"
                                .formatted(role.getKey(), role.getValue()));
            }
        }
        fan = session("fan@bad.example").text("accessToken");
        otherFan = session("other@bad.example").text("accessToken");
        organiser = session("organiser@bad.example").text("accessToken");
        operator = session("operator@bad.example").text("accessToken");
        admin = session("admin@bad.example").text("accessToken");

        member(LEAVER, "나감");
        leaver = session(LEAVER).text("accessToken");

        adminsVenue = must(api.post(url + "/api/admin/venues", venueForm(), admin)).text("id");
        String adminsHall =
                must(api.post(
                                url + "/api/admin/venues/" + adminsVenue + "/halls",
                                hallForm(),
                                admin))
                        .text("id");
        adminsShow =
                must(api.post(url + "/api/admin/events", eventForm(adminsHall), admin)).text("id");
        venue = venue();
        hall = hall(venue);
        show = event(hall);
        sale = UUID.fromString(schedule(show, 1, -1));
        otherSale = UUID.fromString(schedule(show, 2, -1));
        post("/api/admin/events/" + show + "/open", "");
        hidden = event(hall);
        hiddenRound = schedule(hidden, 1, 1);
        Wait.until(
                "seats are on sale",
                Duration.ofSeconds(60),
                () -> seatsAnswer(sale) == 200 && seatsAnswer(otherSale) == 200);
    }

    private int seatsAnswer(UUID schedule) {
        return api.send(
                        "GET",
                        url + "/api/reservations/seats/" + schedule,
                        fan,
                        null,
                        null,
                        "X-Queue-Token",
                        pass(schedule, fanId))
                .status();
    }

    private UUID member(String email, String name) {
        return UUID.fromString(must(api.signUp(url, email, name)).text("userId"));
    }

    /**
     * Signs up a member who has no part in the sale; returns another verification of the person.
     */
    String verifiedMember(String email, String name) {
        member(email, name);
        return api.verified(name);
    }

    String mailedCode(String email) {
        return mailed(email, CODE, 0);
    }

    /** Asks for another e-mail address of the leaver, who is mailed how to refuse it. */
    String refusalOfChange(String newEmail) {
        must(
                api.post(
                        url + "/api/users/me/email",
                        "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(newEmail, Api.PASSWORD),
                        leaver));
        return mailed(LEAVER, REFUSAL, 1);
    }

    private String mailed(String email, Pattern wanted, int group) {
        List<String> found = new ArrayList<>();
        Wait.until(
                "mail for " + email,
                Duration.ofSeconds(30),
                () -> {
                    for (JsonNode mail : api.get(url + "/api/mailbox", null).body().path("items")) {
                        Matcher matcher = wanted.matcher(mail.path("text").asString());
                        if (mail.path("address").asString().equals(email) && matcher.find()) {
                            found.add(matcher.group(group));
                        }
                    }
                    return !found.isEmpty();
                });
        return found.getFirst();
    }

    /** A token that was good. */
    String signedOut() {
        String token = session("other@bad.example").text("accessToken");
        must(api.post(url + "/api/auth/logout", "{}", token));
        return token;
    }

    Answer session(String email) {
        return must(api.login(url, email, Api.PASSWORD));
    }

    /** Another session of this member. */
    UUID sessionOf(String email) {
        return Objects.requireNonNull(
                AccessTokenIssuer.sessionOf(session(email).text("accessToken")));
    }

    /** The cookie of a browser that has signed in. */
    String browserCookie(String email) {
        return Browser.signedIn(api, url, email).cookie();
    }

    /** Paid, with a ticket. */
    String bought() {
        String reservation = hold(fan, fanId);
        Answer payment = prepared(reservation, fan);
        must(api.post(url + "/api/payments/confirm", confirmForm(payment), fan));
        Wait.until(
                "it is confirmed",
                Duration.ofSeconds(30),
                () ->
                        api.get(url + "/api/reservations/" + reservation, fan)
                                .text("status")
                                .equals("CONFIRMED"));
        return reservation;
    }

    /** A hold that its fan has released. */
    String released() {
        String reservation = hold(fan, fanId);
        must(api.delete(url + "/api/reservations/hold/" + reservation, fan));
        return reservation;
    }

    /** A refund that an administrator has asked for, where nobody gives back anything alone. */
    String refundThatWaits() {
        String reservation = bought();
        return must(api.post(
                        url + "/api/admin/reservations/" + reservation + "/refunds",
                        refundForm(reservation),
                        admin))
                .text("id");
    }

    String refundForm(String reservation) {
        return """
        {"id":"%s","seatIds":["%s"],"feePercent":10,"reason":"좌석이 부서졌다"}
        """
                .formatted(UUID.randomUUID(), seatOf(reservation));
    }

    /** The number of the first ticket of a reservation of the fan. */
    String ticketNumber(String reservation) {
        return must(api.get(url + "/api/reservations/" + reservation + "/tickets", fan))
                .body()
                .get(0)
                .path("number")
                .asString();
    }

    /** The code of a ticket that was just bought. */
    String ticketCode() {
        return must(api.get(url + "/api/reservations/" + bought() + "/tickets", fan))
                .body()
                .get(0)
                .path("code")
                .asString();
    }

    /** The first seat of a fan's reservation. */
    String seatOf(String reservation) {
        return must(api.get(url + "/api/reservations/" + reservation, fan))
                .body()
                .path("seats")
                .get(0)
                .path("seatId")
                .asString();
    }

    /** The signed quote for all seats of a reservation. */
    String quote(String reservation, String token) {
        return must(api.get(url + "/api/reservations/" + reservation + "/refund-quote", token))
                .text("quote");
    }

    String hold(String token, UUID user) {
        return must(api.send(
                        "POST",
                        url + "/api/reservations/hold",
                        token,
                        "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s\"]}"
                                .formatted(sale, nextSeat(sale)),
                        "application/json",
                        "X-Queue-Token",
                        pass(sale, user)))
                .text("reservationId");
    }

    /** What the waiting room says to this fan once it is their turn. */
    Answer admitted(String token) {
        String form = "{\"scheduleId\":\"%s\"}".formatted(sale);
        Answer[] last = new Answer[1];
        Wait.until(
                "it is the fan's turn",
                Duration.ofSeconds(30),
                () -> {
                    last[0] = api.post(url + "/api/queue/enter", form, token);
                    return last[0].text("state").equals("ADMITTED");
                });
        return last[0];
    }

    String nextSeat(UUID schedule) {
        return SeatIds.of(schedule).seat(seatsTaken++).toString();
    }

    String pass(UUID schedule, UUID user) {
        String token = user.equals(fanId) ? fan : otherFan;
        String claims = new String(Base64.getUrlDecoder().decode(token.split("\\.", 3)[1]), UTF_8);
        String person = claims.replaceFirst(".*\"pid\":\"([^\"]+)\".*", "$1");
        return new EntryPass(schedule, user, EntryPass.person(person), UUID.randomUUID())
                .issue(passes, Instant.now().plus(10, ChronoUnit.MINUTES));
    }

    /** A message of the provider. */
    Answer told(String body) {
        List<String> headers = new ArrayList<>();
        signed(body).forEach((name, value) -> headers.addAll(List.of(name, value)));
        return api.send(
                "POST",
                url + "/api/payments/webhooks/portone",
                null,
                body,
                "application/json",
                headers.toArray(String[]::new));
    }

    /** As Standard Webhooks has it. */
    static Map<String, String> signed(String body) {
        return signed(body, Api.WEBHOOK_KEY, Instant.now());
    }

    static Map<String, String> signed(String body, byte[] key, Instant at) {
        String id = "msg-" + UUID.randomUUID();
        String time = "" + at.getEpochSecond();
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            byte[] mark =
                    mac.doFinal((id + "." + time + "." + body).getBytes(StandardCharsets.UTF_8));
            return Map.of(
                    "webhook-id",
                    id,
                    "webhook-timestamp",
                    time,
                    "webhook-signature",
                    "v1," + Base64.getEncoder().encodeToString(mark));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The order. */
    String checkedOut(String reservation, String token) {
        return must(api.post(url + "/api/reservations/" + reservation + "/checkout", "", token))
                .text("paymentOrder");
    }

    Answer prepared(String reservation, String token) {
        return must(
                api.post(url + "/api/payments", payForm(checkedOut(reservation, token)), token));
    }

    static String payForm(String order) {
        return "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\",\"channelKey\":\"channel\",\"points\":0}"
                .formatted(order, UUID.randomUUID());
    }

    String confirmForm(Answer payment) {
        return "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                .formatted(
                        payment.text("paymentId"),
                        api.approve(payment.body().path("provider").path("paymentId").asString()));
    }

    /** A seat of a show whose every text is as long as the catalogue takes it; the held seat. */
    Answer theLongest() {
        String label = "한".repeat(20);
        String name = "한".repeat(200);
        String place =
                post(
                                "/api/admin/venues",
                                "{\"name\":\"%s\",\"address\":\"%s\",\"city\":\"%s\",\"venueType\":\"%s\"}"
                                        .formatted(
                                                name,
                                                "한".repeat(500),
                                                "한".repeat(100),
                                                "한".repeat(40)))
                        .text("id");
        String room =
                post(
                                "/api/admin/venues/" + place + "/halls",
                                """
                                {"name":"%2$s","layout":{"sections":[{"floor":"%1$s","sectionId":"%1$s",
                                  "rows":[{"rowId":"%1$s","grade":"%1$s","seats":[{"seatNumber":"%1$s"}]}]}],
                                  "zones":[{"floor":"%1$s","zoneId":"%1$s","grade":"%1$s","capacity":2}]}}
                                """
                                        .formatted(label, name))
                        .text("id");
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        String longest =
                post(
                                "/api/admin/events",
                                """
                                {"title":"%s","artist":"%s","description":"%s","hallId":"%s",
                                 "startsOn":"%s","endsOn":"%s","posterUrl":"/%s",
                                 "grades":[{"code":"%s","price":100000000,"color":"#FF0000","description":"%s"}],
                                 "cast":{"%8$s":["%8$s"]}}
                                """
                                        .formatted(
                                                "한".repeat(300),
                                                name,
                                                "한".repeat(20_000),
                                                room,
                                                today,
                                                today.plusDays(100),
                                                "p".repeat(999),
                                                label,
                                                "한".repeat(500)))
                        .text("id");
        UUID round = UUID.fromString(schedule(longest, 10_000, -1));
        post("/api/admin/events/" + longest + "/open", "");
        Wait.until(
                "its seats are on sale", Duration.ofSeconds(30), () -> seatsAnswer(round) == 200);
        String held =
                must(api.send(
                                "POST",
                                url + "/api/reservations/hold",
                                fan,
                                """
                                {"scheduleId":"%s","seatIds":["%s"],"zones":[{"zone":"%s","count":1}]}
                                """
                                        .formatted(round, SeatIds.of(round).seat(0), label),
                                "application/json",
                                "X-Queue-Token",
                                pass(round, fanId)))
                        .text("reservationId");
        return must(api.get(url + "/api/reservations/" + held, fan));
    }

    String venue() {
        return post("/api/admin/venues", venueForm()).text("id");
    }

    String hall(String ofVenue) {
        return post("/api/admin/venues/" + ofVenue + "/halls", hallForm()).text("id");
    }

    String event(String inHall) {
        return post("/api/admin/events", eventForm(inHall)).text("id");
    }

    String schedule(String ofEvent, int sequence, int opensInHours) {
        return post(
                        "/api/admin/events/" + ofEvent + "/schedules",
                        scheduleForm(sequence, opensInHours))
                .text("id");
    }

    String venueForm() {
        return "{\"name\":\"극장 %d\",\"address\":\"서울 1\",\"city\":\"서울\",\"venueType\":\"theater\"}"
                .formatted(made++);
    }

    String hallForm() {
        return hallForm("대극장 " + made++);
    }

    static String hallForm(String name) {
        return "{\"name\":\"%s\",\"layout\":%s}".formatted(name, LAYOUT);
    }

    static String eventForm(String inHall) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        return """
        {"title":"나쁜 밤","artist":"나래","description":"한 줄\\n또 한 줄","hallId":"%s",
         "startsOn":"%s","endsOn":"%s","posterUrl":"https://img.example/p.jpg",
         "hasOPSeats":true,"holdSeconds":3600,"seatsPerPersonMax":100,"active":true,
         "grades":[{"code":"R","price":170000,"color":"#FF0000","description":"앞"}],
         "cast":{"나":["가"]},
         "refundSteps":[{"daysBefore":3,"feePercent":0},{"daysBefore":0,"feePercent":30}]}
        """
                .formatted(inHall, today.minusDays(5), today.plusDays(100));
    }

    static String scheduleForm(int sequence, int opensInHours) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return """
        {"startsAt":"%s","saleOpensAt":"%s","saleClosesAt":"%s","playSequence":%d,"queued":true,
         "casting":{"나":["가"]},"endsAt":"%s","freeCancellationDays":7}
        """
                .formatted(
                        now.plus(50, ChronoUnit.DAYS),
                        now.plus(opensInHours, ChronoUnit.HOURS),
                        now.plus(10, ChronoUnit.DAYS),
                        sequence,
                        now.plus(50, ChronoUnit.DAYS).plus(2, ChronoUnit.HOURS));
    }

    Answer post(String path, String body) {
        return must(api.post(url + path, body, organiser));
    }

    private static Answer must(Answer answer) {
        if (answer.status() >= 300) {
            throw new AssertionError(
                    answer.response().request().uri() + ": " + answer.response().body());
        }
        return answer;
    }
}
