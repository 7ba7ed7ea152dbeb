package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From an organiser's stadium to a fan's seats, over HTTP and two processes of different roles. */
class SaleTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final int SEATS = 50_000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final HttpClient http = HttpClient.newHttpClient();
    private static TestTokens tokens;
    private static Node catalog;
    private static Node sale;

    @BeforeAll
    static void start() throws Exception {
        tokens = new TestTokens(stores);
        catalog = stores.startNode("--roles=catalog", tokens.setting());
        sale = stores.startNode("--roles=reservation", tokens.setting());
    }

    @AfterAll
    static void stop() {
        tokens.close();
        http.close();
    }

    @Test
    void aStadiumIsOnSaleWithinSecondsAndItsSeatsCanBeHeld() throws Exception {
        String admin = tokens.token(CurrentUser.ADMIN);
        String venue =
                created(
                        admin,
                        "/api/admin/venues",
                        """
                        {"name":"별무리 경기장","address":"서울 1","city":"서울","venueType":"stadium"}
                        """);
        String hall =
                created(
                        admin,
                        "/api/admin/venues/" + venue + "/halls",
                        """
                        {"name":"그라운드","layout":{"sections":[
                          {"floor":"1층","sectionId":"A","rows":[%s]}]}}
                        """
                                .formatted(rows()));
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        String event =
                created(
                        admin,
                        "/api/admin/events",
                        """
                        {"title":"큰 밤","artist":"누구","hallId":"%s","startsOn":"%s",
                         "endsOn":"%s",
                         "grades":[{"code":"R","price":99000,"color":"#112233"}]}
                        """
                                .formatted(hall, today, today.plusDays(60)));
        assertThat(
                        send(catalog, "POST", "/api/admin/events/" + event + "/open", admin, null)
                                .statusCode())
                .isEqualTo(200);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        long start = System.nanoTime();
        String schedule =
                created(
                        admin,
                        "/api/admin/events/" + event + "/schedules",
                        """
                        {"startsAt":"%s","saleOpensAt":"%s","saleClosesAt":"%s","queued":false}
                        """
                                .formatted(
                                        now.plus(Duration.ofDays(50)),
                                        now.minus(Duration.ofMinutes(1)),
                                        now.plus(Duration.ofDays(49))));
        long created = millisSince(start);
        Wait.until(
                "the inventory is complete",
                Duration.ofSeconds(60),
                () -> inventory(schedule) == SEATS);
        long complete = millisSince(start);
        System.out.printf(
                "50,000 seats: created after %d ms, on sale in reservation after %d ms%n",
                created, complete);
        assertThat(created).isLessThan(5_000);
        assertThat(complete).isLessThan(15_000);

        String fan = tokens.token(CurrentUser.USER);
        String base =
                json(send(catalog, "GET", "/api/schedules/" + schedule + "/layout", null, null))
                        .get("seatIdBase")
                        .asString();
        HttpResponse<String> held =
                send(
                        sale,
                        "POST",
                        "/api/reservations/hold",
                        fan,
                        """
                        {"scheduleId":"%s","seatIds":["%s0000c34f","%s00000000"]}
                        """
                                .formatted(schedule, base, base));
        assertThat(held.statusCode()).as(held.body()).isEqualTo(201);
        assertThat(json(held).get("totalAmount").asLong()).isEqualTo(198_000);

        Wait.until("the map shows it", Duration.ofSeconds(5), () -> state(schedule, 49_999) == 1);
        byte[] map = map(schedule);
        assertThat(map.length).isLessThan(15_000);
        assertThat(state(map, 0)).isEqualTo(1);
        assertThat(state(map, 1)).isZero();
    }

    private static String rows() {
        return IntStream.range(0, SEATS / 100)
                .mapToObj(row -> "{\"rowId\":\"%d\",\"grade\":\"R\",\"length\":100}".formatted(row))
                .collect(Collectors.joining(","));
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }

    private static int inventory(String schedule) throws Exception {
        try (Connection admin = stores.admin();
                var statement =
                        admin.prepareStatement(
                                """
                                select seat_count from reservation_service.inventories
                                where schedule_id = ?::uuid
                                """)) {
            statement.setString(1, schedule);
            try (var row = statement.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    private static byte[] map(String schedule) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                sale.url() + "/api/reservations/seats/" + schedule))
                                .build(),
                        BodyHandlers.ofByteArray())
                .body();
    }

    private static int state(String schedule, int ordinal) throws Exception {
        return state(map(schedule), ordinal);
    }

    private static int state(byte[] map, int ordinal) {
        assertThat(map[0]).isEqualTo((byte) 1);
        assertThat(ByteBuffer.wrap(map).getInt(9)).isEqualTo(SEATS);
        return (map[13 + ordinal / 4] >> (2 * (ordinal % 4))) & 3;
    }

    private static String created(String admin, String path, String body) throws Exception {
        HttpResponse<String> answer = send(catalog, "POST", path, admin, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return json(answer).get("id").asString();
    }

    private static HttpResponse<String> send(
            Node node, String method, String path, @Nullable String token, @Nullable String body)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(node.url() + path))
                        .method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JSON.readTree(answer.body());
    }
}
