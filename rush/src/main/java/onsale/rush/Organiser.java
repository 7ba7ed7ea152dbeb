package onsale.rush;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import onsale.platform.ProofOfWork;
import onsale.platform.StartFailure;
import onsale.rush.fan.House;
import onsale.rush.http.Answer;
import onsale.rush.http.Balancer;
import onsale.rush.http.Http;
import onsale.rush.platform.Child;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sets up what a rehearsal needs, over HTTP, as an administrator would. */
final class Organiser {

    static final int FANS_AT_ONCE = 500; // each token is a signature: some take a while

    private static final Duration WITHIN = Duration.ofSeconds(90);
    private static final Duration ON_SALE_WITHIN = Duration.ofMinutes(1);
    private static final String ADDRESS = "10.255.255.1";

    private final Balancer balancer;
    private final Map<String, String> headers;

    private Organiser(Balancer balancer, String token) {
        this.balancer = balancer;
        this.headers = Map.of("Authorization", "Bearer " + token, "X-Forwarded-For", ADDRESS);
    }

    static Organiser signedIn(Balancer balancer, String email, String password) {
        Answer answer =
                balancer.send(
                        "POST",
                        "/api/auth/login",
                        Map.of("X-Forwarded-For", ADDRESS),
                        "{\"email\":\"%s\",\"password\":\"%s\",\"challenge\":\"%s\"}"
                                .formatted(email, password, solvedChallenge(balancer)),
                        WITHIN);
        if (!answer.isGood()) {
            throw new StartFailure("The administrator cannot sign in: " + answer);
        }
        return new Organiser(balancer, answer.text("accessToken"));
    }

    /** Creates an account and returns its id; it is not an administrator yet. */
    static String signUp(
            Balancer balancer,
            Http http,
            URI provider,
            String secret,
            String email,
            String password) {
        Answer verified =
                http.send(
                        "POST",
                        provider.resolve("/simulator/identity-verifications"),
                        Map.of("Authorization", "PortOne " + secret),
                        """
                        {"name":"Rush","birthDate":"1990-01-01","phoneNumber":"01012345678"}
                        """,
                        WITHIN);
        String id = verified.text("id");
        Answer signedUp =
                balancer.send(
                        "POST",
                        "/api/auth/signup",
                        Map.of("X-Forwarded-For", ADDRESS),
                        """
                        {"email":"%s","password":"%s","identityVerificationId":"%s","terms":[%s],
                         "challenge":"%s"}
                        """
                                .formatted(
                                        email,
                                        password,
                                        id,
                                        agreements(balancer),
                                        solvedChallenge(balancer)),
                        WITHIN);
        if (!signedUp.isGood()) {
            throw new StartFailure(
                    "The rehearsal's administrator cannot sign up: %s, %s"
                            .formatted(verified, signedUp));
        }
        return signedUp.text("userId");
    }

    /** The answer to a bot check; empty if the platform has none that can be worked out. */
    private static String solvedChallenge(Balancer balancer) {
        Answer task =
                balancer.send(
                        "POST",
                        "/api/auth/challenge",
                        Map.of("X-Forwarded-For", ADDRESS),
                        null,
                        WITHIN);
        String challenge = task.json().path("challenge").asString("");
        return challenge.isEmpty()
                ? ""
                : challenge + "." + ProofOfWork.solve(challenge, task.json().path("bits").asInt());
    }

    /** Agrees to the required terms in force, as JSON. */
    private static String agreements(Balancer balancer) {
        Answer terms =
                balancer.send(
                        "GET", "/api/terms", Map.of("X-Forwarded-For", ADDRESS), null, WITHIN);
        List<String> agreements = new ArrayList<>();
        for (JsonNode one : terms.json().path("inForce")) {
            if (one.path("required").asBoolean()) {
                agreements.add(
                        "{\"type\":\"%s\",\"version\":\"%s\",\"agreed\":true}"
                                .formatted(
                                        one.path("type").asString(),
                                        one.path("version").asString()));
            }
        }
        return String.join(",", agreements);
    }

    /** The account of a simulated fan. */
    record FanAccount(String userId, String accessToken) {
        @Override
        public String toString() {
            return userId;
        }
    }

    List<FanAccount> fans(int count) {
        List<FanAccount> fans = new ArrayList<>();
        while (fans.size() < count) {
            Answer some =
                    must(
                            "POST",
                            "/api/admin/rehearsal/fans",
                            "{\"count\":%d}"
                                    .formatted(Math.min(FANS_AT_ONCE, count - fans.size())));
            for (JsonNode fan : some.json().path("fans")) {
                fans.add(
                        new FanAccount(
                                fan.path("userId").asString(), fan.path("accessToken").asString()));
            }
        }
        return fans;
    }

    void removeFans() {
        send("DELETE", "/api/admin/rehearsal/fans", null);
    }

    /** The id of a schedule on sale: in a theatre of 1,210 seats, or in an arena of 15,000. */
    String onSale(String hall, Duration hold, boolean queued) {
        return schedule(
                queued,
                "리허설 Rehearsal",
                switch (hall) {
                    case "theatre" -> theatreLayout();
                    case "arena" -> arenaLayout();
                    default ->
                            throw new StartFailure(
                                    "There is no hall %s: theatre or arena.".formatted(hall));
                },
                hold,
                """
                {"code":"VIP","price":170000,"color":"#D7263D"},
                {"code":"R","price":140000,"color":"#F46036"},
                {"code":"S","price":110000,"color":"#1B998B"},
                {"code":"A","price":80000,"color":"#2E86AB"}
                """);
    }

    /** Creates a small schedule for the probes. */
    String probeRoom(Duration hold, int seats) {
        return schedule(
                false,
                "탐침 Probe",
                "{\"rows\":[\"A\"],\"seatsPerRow\":%d,\"gradeMapping\":{\"A\":\"R\"}}"
                        .formatted(seats),
                hold,
                "{\"code\":\"R\",\"price\":1000,\"color\":\"#112233\"}");
    }

    private String schedule(
            boolean queued, String title, String layout, Duration hold, String grades) {
        String venue =
                must(
                                "POST",
                                "/api/admin/venues",
                                """
                                {"name":"%s","address":"서울 1","city":"서울","venueType":"theater"}
                                """
                                        .formatted(title))
                        .text("id");
        String hall =
                must(
                                "POST",
                                "/api/admin/venues/" + venue + "/halls",
                                "{\"name\":\"대극장\",\"layout\":%s}".formatted(layout))
                        .text("id");
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        String event =
                must(
                                "POST",
                                "/api/admin/events",
                                """
                                {"title":"%s","artist":"rush","hallId":"%s","startsOn":"%s","endsOn":"%s",
                                 "holdSeconds":%d,"hasOPSeats":true,"grades":[%s]}
                                """
                                        .formatted(
                                                title,
                                                hall,
                                                today,
                                                today.plusDays(60),
                                                hold.toSeconds(),
                                                grades))
                        .text("id");
        must("POST", "/api/admin/events/" + event + "/open", null);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String schedule =
                must(
                                "POST",
                                "/api/admin/events/" + event + "/schedules",
                                """
                                {"startsAt":"%s","saleOpensAt":"%s","saleClosesAt":"%s","queued":%s}
                                """
                                        .formatted(
                                                now.plus(Duration.ofDays(50)),
                                                now.minus(Duration.ofMinutes(1)),
                                                now.plus(Duration.ofDays(49)),
                                                queued))
                        .text("id");
        awaitOnSale(schedule, queued);
        return schedule;
    }

    /** Waits until the seats are on sale. With a waiting room, seats are only for those inside. */
    private void awaitOnSale(String schedule, boolean queued) {
        long end = System.nanoTime() + ON_SALE_WITHIN.toNanos();
        while (true) {
            Answer seats = send("GET", "/api/reservations/seats/" + schedule, null);
            if (seats.isGood() || (queued && seats.status() == 403)) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw new StartFailure(
                        "The seats of %s are not on sale: %s".formatted(schedule, seats));
            }
            Child.pauseFor(Duration.ofMillis(200));
        }
    }

    /** Sets how many fans may be inside, and how many are called each second. */
    void waitingRoom(String schedule, int maxActive, int admitPerSecond) {
        long end = System.nanoTime() + ON_SALE_WITHIN.toNanos();
        while (!send(
                        "PATCH",
                        "/api/admin/queue/" + schedule,
                        "{\"maxActive\":%d,\"admitPerSecond\":%d}"
                                .formatted(maxActive, admitPerSecond))
                .isGood()) {
            if (System.nanoTime() - end > 0) {
                throw new StartFailure("There is no waiting room of schedule " + schedule + ".");
            }
            Child.pauseFor(Duration.ofMillis(200));
        }
    }

    /** Stops calling fans; a failure does no harm. */
    void pause(String schedule) {
        send("PATCH", "/api/admin/queue/" + schedule, "{\"paused\":true}");
    }

    /** Returns the figures of the line; empty if there is no response. */
    JsonNode waitingRooms() {
        return balancer.send("GET", "/api/admin/queue", headers, null, Http.ANSWER_WITHIN).json();
    }

    /** The form of the demo's theatre: 690 seats downstairs, 520 upstairs. */
    private static String theatreLayout() {
        String middle =
                row("OP", "VIP", 12, 1) + "," + rows(1, 18, 14, 13, r -> r <= 8 ? "VIP" : "R");
        String left = rows(1, 17, 12, 1, r -> r <= 8 ? "R" : "S") + "," + row("18", "S", 9, 4);
        String right = rows(1, 17, 12, 27, r -> r <= 8 ? "R" : "S") + "," + row("18", "S", 9, 27);
        String balcony = rows(1, 14, 14, 13, r -> r <= 5 ? "S" : "A");
        String upLeft = rows(1, 13, 12, 1, r -> "A") + "," + row("14", "A", 6, 7);
        String upRight = rows(1, 13, 12, 27, r -> "A") + "," + row("14", "A", 6, 27);
        return "{\"sections\":["
                + String.join(
                        ",",
                        section("1층", "B", middle),
                        section("1층", "A", left),
                        section("1층", "C", right),
                        section("2층", "B", balcony),
                        section("2층", "A", upLeft),
                        section("2층", "C", upRight))
                + "]}";
    }

    /** The form of the demo's arena: floor, and two tiers around it. */
    private static String arenaLayout() {
        List<String> sections = new ArrayList<>();
        for (int s = 1; s <= 6; s++) {
            sections.add(section("플로어", "F" + s, rows(1, 20, 25, 1, r -> "VIP")));
        }
        for (int s = 101; s <= 124; s++) {
            sections.add(section("1층", "" + s, rows(1, 15, 20, 1, r -> "R")));
            sections.add(section("2층", "" + (s + 100), rows(1, 10, 20, 1, r -> "S")));
        }
        return "{\"sections\":[" + String.join(",", sections) + "]}";
    }

    private static String section(String floor, String name, String rows) {
        return "{\"floor\":\"%s\",\"sectionId\":\"%s\",\"rows\":[%s]}".formatted(floor, name, rows);
    }

    private static String rows(
            int from, int to, int length, int first, java.util.function.IntFunction<String> grade) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(r -> row("" + r, grade.apply(r), length, first))
                .collect(Collectors.joining(","));
    }

    private static String row(String name, String grade, int length, int first) {
        return "{\"rowId\":\"%s\",\"grade\":\"%s\",\"length\":%d,\"firstNumber\":%d}"
                .formatted(name, grade, length, first);
    }

    JsonNode schedule(String id) {
        return must("GET", "/api/schedules/" + id, null).json();
    }

    House house(String scheduleId) {
        Map<String, Long> prices = new HashMap<>();
        for (JsonNode grade :
                must("GET", "/api/schedules/" + scheduleId + "/grades", null).json()) {
            prices.put(grade.path("grade").asString(), grade.path("price").asLong());
        }
        return House.of(
                must("GET", "/api/schedules/" + scheduleId + "/layout", null).json(), prices);
    }

    private Answer must(String method, String path, @Nullable String body) {
        Answer answer = send(method, path, body);
        if (!answer.isGood()) {
            throw new StartFailure("%s %s was answered with %s".formatted(method, path, answer));
        }
        return answer;
    }

    private Answer send(String method, String path, @Nullable String body) {
        return balancer.send(method, path, headers, body, WITHIN);
    }
}
