package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Organisers see and change what is theirs, and the audit says so. */
class OrganisersTests {

    private static final String VENUE =
            "{\"name\":\"소극장\",\"address\":\"서울 1\",\"city\":\"서울\",\"venueType\":\"theater\"}";

    private final SharedNode node = SharedNode.get();
    private final Api api = node.api;
    private final String owner = node.token(CurrentUser.ORGANISER);
    private final String stranger = node.token(CurrentUser.ORGANISER);
    private final String admin = node.token(CurrentUser.ADMIN);
    private final String operator = node.token(CurrentUser.OPERATOR);
    private final String venue = made("/api/admin/venues", VENUE);
    private final String hall =
            made("/api/admin/venues/" + venue + "/halls", TestSale.hallForm("1관"));
    private final String event = made("/api/admin/events", TestSale.eventForm(hall));

    private String made(String path, String body) {
        Answer answer = api.post(node.url + path, body, owner);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
        return answer.text("id");
    }

    private Answer put(String path, String body, String token) {
        return api.send("PUT", path, token, body, "application/json");
    }

    @Test
    void anotherOrganisersEventDoesNotExist() {
        String path = node.url + "/api/admin/events/" + event;
        String form = TestSale.eventForm(hall);

        for (Answer answer :
                new Answer[] {
                    api.get(path, stranger),
                    put(path, form, stranger),
                    api.delete(path, stranger),
                    api.post(path + "/open", "", stranger),
                    api.post(path + "/cancel", "{\"reason\":\"x\"}", stranger),
                    api.get(path + "/schedules", stranger),
                    api.post(path + "/schedules", TestSale.scheduleForm(1, 1), stranger)
                }) {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.text("code")).isEqualTo("catalog.no_event");
        }
        assertThat(lists(owner)).isTrue();
        assertThat(lists(admin)).isTrue();
        assertThat(lists(stranger)).isFalse();
        // the canary: its owner and an administrator get through
        assertThat(api.get(path, owner).status()).isEqualTo(200);
        assertThat(put(path, form, admin).status()).isEqualTo(200);
    }

    private boolean lists(String token) {
        JsonNode items =
                api.get(node.url + "/api/admin/events?size=100", token).body().path("items");
        return items.valueStream().anyMatch(item -> item.path("id").asString().equals(event));
    }

    @Test
    void anotherOrganisersVenueIsSeenAndNotChanged() {
        String path = node.url + "/api/admin/venues/" + venue;

        assertThat(api.get(path, stranger).status()).isEqualTo(200);
        assertThat(put(path, VENUE, stranger).text("code")).isEqualTo("catalog.no_venue");
        assertThat(api.post(path + "/halls", TestSale.hallForm("2관"), stranger).text("code"))
                .isEqualTo("catalog.no_venue");
        assertThat(put(path, VENUE, owner).status()).isEqualTo(200);
    }

    @Test
    void organisersFindTheirEventsByTextAndState() {
        String list = node.url + "/api/admin/events?size=100&query=";

        assertThat(count(list + text("나쁜"), owner)).isPositive();
        assertThat(count(list + text("나쁜") + "&status=PREPARING", owner)).isPositive();
        assertThat(count(list + text("나쁜") + "&status=CANCELLED", owner)).isZero();
        assertThat(count(list + "%25_", owner)).isZero();
        assertThat(count(node.url + "/api/admin/venues?own=true", stranger)).isZero();
        assertThat(count(node.url + "/api/admin/venues?own=true&query=" + text("소극"), owner))
                .isPositive();
        assertThat(
                        api.get(node.url + "/api/admin/venues/" + venue, owner)
                                .body()
                                .path("own")
                                .asBoolean())
                .isTrue();
        assertThat(
                        api.get(node.url + "/api/admin/venues/" + venue, stranger)
                                .body()
                                .path("own")
                                .asBoolean())
                .isFalse();
    }

    private static String text(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8);
    }

    private long count(String address, String token) {
        Answer answer = api.get(address, token);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.body().path("total").asLong();
    }

    @Test
    void aPosterIsServedByTheHashOfWhatWasMadeOfIt() {
        String image = "{\"image\":\"%s\"}".formatted(PosterPictures.base64());
        Answer sent = api.post(node.url + "/api/admin/posters", image, owner);
        assertThat(sent.status()).as(sent.response().body()).isEqualTo(201);

        var served = api.get(node.url + sent.text("url"), null).response();

        assertThat(served.statusCode()).isEqualTo(200);
        assertThat(served.headers().firstValue("Content-Type")).hasValue("image/jpeg");
        assertThat(served.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
        assertThat(
                        api.post(node.url + "/api/admin/posters", "{\"image\":\"PHN2Zy8+\"}", owner)
                                .text("code"))
                .isEqualTo("catalog.poster_unfit");
    }

    @Test
    void anOperatorSeesWhoDidWhatFromWhere() {
        assertThat(api.post(node.url + "/api/admin/events/" + event + "/open", "", owner).status())
                .isEqualTo(200);

        Wait.until(
                "the change is in the audit",
                Duration.ofSeconds(30),
                () -> {
                    Answer audit = api.get(node.url + "/api/admin/audit?size=100", operator);
                    assertThat(audit.status()).isEqualTo(200);
                    return audit.body()
                            .path("items")
                            .valueStream()
                            .anyMatch(item ->
                                    item.path("action").asString().equals("event.open")
                                            && item.path("subject").asString().equals(event)
                                            && item.path("before").asString().contains("PREPARING")
                                            && item.path("after").asString().contains("OPEN")
                                            && item.path("roles")
                                                    .get(0)
                                                    .asString()
                                                    .equals("ORGANISER")
                                            && item.path("address").asString().equals("127.0.0.1"));
                });
        assertThat(api.get(node.url + "/api/admin/audit", owner).status()).isEqualTo(403);
    }
}
