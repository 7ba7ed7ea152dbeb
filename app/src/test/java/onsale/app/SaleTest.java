package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** From an organiser's stadium to a fan's seats, over HTTP and two processes of different roles. */
class SaleTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final int SEATS = 50_000;

    private static final HttpClient http = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static TestTokens tokens;

    @SuppressWarnings("NullAway.Init")
    private static String catalog;

    @SuppressWarnings("NullAway.Init")
    private static String sale;

    @BeforeAll
    static void start() throws Exception {
        api = stores.closing(new Api());
        tokens = new TestTokens(stores);
        catalog = stores.startNode("--roles=catalog", tokens.setting()).url();
        sale = stores.startNode("--roles=reservation", tokens.setting()).url();
    }

    @AfterAll
    static void stop() {
        tokens.close();
        http.close();
    }

    @Test
    void aStadiumIsOnSaleWithinSecondsAndItsSeatsCanBeHeld() throws Exception {
        Organiser organiser = new Organiser(api, catalog, tokens.token(CurrentUser.ADMIN));
        String event =
                organiser.openEvent(
                        """
                        {"sections":[{"floor":"1층","sectionId":"A","rows":[%s]}]}
                        """
                                .formatted(rows()),
                        99_000);
        long start = System.nanoTime();
        String schedule = organiser.schedule(event);
        long created = millisSince(start);
        Wait.until(
                "the inventory is complete",
                Duration.ofSeconds(60),
                () -> inventory(schedule) == SEATS);
        long complete = millisSince(start);
        System.out.printf(
                "50,000 seats: created after %d ms, on sale in reservation after %d ms%n",
                created, complete);
        // It takes two and five seconds; other tests have their part of the machine.
        assertThat(created).isLessThan(10_000);
        assertThat(complete).isLessThan(20_000);

        String fan = tokens.token(CurrentUser.USER);
        String base =
                api.get(catalog + "/api/schedules/" + schedule + "/layout", null)
                        .text("seatIdBase");
        Answer held =
                api.post(
                        sale + "/api/reservations/hold",
                        """
                        {"scheduleId":"%s","seatIds":["%s0000c34f","%s00000000"]}
                        """
                                .formatted(schedule, base, base),
                        fan);
        assertThat(held.status()).as(held.response().body()).isEqualTo(201);
        assertThat(held.body().get("totalAmount").asLong()).isEqualTo(198_000);

        Wait.until("the map shows it", Duration.ofSeconds(20), () -> state(schedule, 49_999) == 1);
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
                                        URI.create(sale + "/api/reservations/seats/" + schedule))
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
}
