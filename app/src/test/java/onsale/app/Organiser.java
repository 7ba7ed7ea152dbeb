package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import onsale.app.Api.Answer;

/** Puts shows on sale, over HTTP, as an ADMIN does. */
record Organiser(Api api, String url, String token) {

    /** The id of an open event in a hall of its own, all of it grade R. */
    String openEvent(String layout, long priceWon) {
        String event = event(layout, priceWon);
        open(event);
        return event;
    }

    void open(String event) {
        assertThat(api.post(url + "/api/admin/events/" + event + "/open", "", token).status())
                .isEqualTo(200);
    }

    /** The same before it is open: nobody has been told of it. */
    String event(String layout, long priceWon) {
        String venue =
                created(
                        "/api/admin/venues",
                        """
                        {"name":"온길극장","address":"서울 1","city":"서울","venueType":"theater"}
                        """);
        String hall =
                created(
                        "/api/admin/venues/" + venue + "/halls",
                        "{\"name\":\"대극장\",\"layout\":%s}".formatted(layout));
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        return created(
                "/api/admin/events",
                """
                {"title":"온 길","artist":"누구","hallId":"%s","startsOn":"%s","endsOn":"%s",
                 "grades":[{"code":"R","price":%d,"color":"#112233"}]}
                """
                        .formatted(hall, today, today.plusDays(60), priceWon));
    }

    /** The id of a schedule whose sale is open, without a waiting room. */
    String schedule(String event) {
        return schedule(event, false);
    }

    String schedule(String event, boolean queued) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return created(
                "/api/admin/events/" + event + "/schedules",
                """
                {"startsAt":"%s","saleOpensAt":"%s","saleClosesAt":"%s","queued":%s}
                """
                        .formatted(
                                now.plus(Duration.ofDays(50)),
                                now.minus(Duration.ofMinutes(1)),
                                now.plus(Duration.ofDays(49)),
                                queued));
    }

    private String created(String path, String body) {
        Answer answer = api.post(url + path, body, token);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
        return answer.text("id");
    }
}
