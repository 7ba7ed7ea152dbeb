package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The seats of a show as a page follows them: over HTTP, while others take them. */
class SeatStreamTests {

    private static final String LAYOUT =
            """
            {"rows":["A"],"seatsPerRow":10,"gradeMapping":{"A":"R"}}
            """;

    private static final int HELD = 1;

    private final SharedNode node = SharedNode.get();
    private final Api api = node.api;
    private final String url = node.url;

    @Test
    void aSeatThatSomebodyTakesIsSeenWithinASecond() throws Exception {
        Organiser organiser = new Organiser(api, url, node.token(CurrentUser.ADMIN));
        String schedule = organiser.schedule(organiser.openEvent(LAYOUT, 70_000));
        String seats = url + "/api/reservations/seats/" + schedule;
        Wait.until(
                "the seats are on sale",
                Duration.ofSeconds(20),
                () -> api.get(seats, null).status() == 200);
        String base =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");

        try (HttpClient browser = HttpClient.newHttpClient();
                Reader stream = new Reader(browser, seats + "/stream")) {
            assertThat(stream.next(20).get()).as("all seats first").isEqualTo((byte) 1);

            Answer held =
                    api.post(
                            url + "/api/reservations/hold",
                            "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}"
                                    .formatted(schedule, base, 4),
                            node.token(CurrentUser.USER));
            assertThat(held.status()).as(held.response().body()).isEqualTo(201);

            int state = -1;
            while (state != HELD) { // all seats once more where the gate has just opened
                state = state(stream.next(5), 4);
            }
        }
    }

    @Test
    void withoutATokenThereIsNoStreamOfASaleWithAWaitingRoom() {
        Organiser organiser = new Organiser(api, url, node.token(CurrentUser.ADMIN));
        String schedule = organiser.schedule(organiser.openEvent(LAYOUT, 70_000), true);
        String stream = url + "/api/reservations/seats/" + schedule + "/stream";
        Wait.until(
                "the seats are on sale",
                Duration.ofSeconds(20),
                () -> api.get(stream, null).status() != 404);

        Answer refused = api.get(stream, null);

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("code")).isEqualTo("reservation.entry_needed");
    }

    /** Of a seat, as an event says; -1 if it does not. */
    private static int state(ByteBuffer event, int seat) {
        int kind = event.get();
        event.getLong(); // the version
        int count = event.getInt();
        if (kind == 1) {
            return event.get(event.position() + seat / 4) >> (2 * (seat % 4)) & 3;
        }
        for (int i = 0; i < count; i++) {
            int change = event.getInt();
            if (change >> 2 == seat) {
                return change & 3;
            }
        }
        return -1;
    }

    /** Reads events in the background, as a browser does. */
    private static final class Reader implements AutoCloseable {

        private final LinkedBlockingQueue<String> data = new LinkedBlockingQueue<>();
        private final HttpResponse<java.io.InputStream> response;

        Reader(HttpClient browser, String address) throws Exception {
            response =
                    browser.send(
                            HttpRequest.newBuilder(URI.create(address)).build(),
                            BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("content-type")).hasValue("text/event-stream");
            Thread.startVirtualThread(this::read);
        }

        private void read() {
            try (var lines =
                    new BufferedReader(
                            new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("data: ")) {
                        data.add(line.substring(6));
                    }
                }
            } catch (java.io.IOException e) {
                // the test is over
            }
        }

        ByteBuffer next(int seconds) throws InterruptedException {
            @Nullable String event = data.poll(seconds, TimeUnit.SECONDS);
            assertThat(event).as("an event").isNotNull();
            return ByteBuffer.wrap(Base64.getDecoder().decode(String.valueOf(event)));
        }

        @Override
        public void close() throws java.io.IOException {
            response.body().close();
        }
    }
}
