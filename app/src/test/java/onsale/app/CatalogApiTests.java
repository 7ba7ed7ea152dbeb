package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import onsale.platform.access.CurrentUser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The catalogue over HTTP, through the front of a whole node. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CatalogApiTests {

    private static final String LAYOUT =
            """
            {"sections":[{"floor":"1층","sectionId":"B","rows":[
               {"rowId":"OP","grade":"OP","length":4},
               {"rowId":"1","grade":"VIP","length":5,"firstNumber":13,"gaps":[15],"accessible":[13]}]}],
             "zones":[{"floor":"1층","zoneId":"ST","grade":"ST","capacity":3}],
             "sectionConfig":{"1층":{"B":{"min":13,"max":17,"centerType":"middle","idealCenter":15}}}}
            """;

    private final HttpClient http = HttpClient.newHttpClient();
    private final SharedNode node = SharedNode.get();
    private final String admin = node.token(CurrentUser.ADMIN);

    @AfterAll
    void stop() {
        http.close();
    }

    @Test
    void fromAVenueToALayoutInAFansBrowser() throws Exception {
        String venue = created("/api/admin/venues", venue("누리극장"));
        String hall =
                created(
                        "/api/admin/venues/" + venue + "/halls",
                        "{\"name\":\"대극장\",\"layout\":" + LAYOUT + "}");
        String event = created("/api/admin/events", event(hall, "별의 지도 Star Map"));
        assertThat(get("/api/events/" + event).statusCode()).isEqualTo(404);
        String schedule = created("/api/admin/events/" + event + "/schedules", schedule(1, 5));
        assertThat(get("/api/schedules/" + schedule).statusCode()).isEqualTo(404);
        assertThat(send("POST", "/api/admin/events/" + event + "/open", admin, null).statusCode())
                .isEqualTo(200);

        JsonNode seen = json(get("/api/events/" + event));
        assertThat(seen.get("title").asString()).isEqualTo("별의 지도 Star Map");
        assertThat(seen.get("hasOPSeats").asBoolean()).isTrue();
        assertThat(seen.get("holdSeconds").asInt()).isEqualTo(300);
        assertThat(seen.get("schedules").get(0).get("totalSeats").asInt()).isEqualTo(11);
        assertThat(seen.get("schedules").get(0).get("weekday").asString()).endsWith("DAY");
        assertThat(json(get("/api/venues/" + venue)).get("halls").get(0).get("capacity").asInt())
                .isEqualTo(11);
        JsonNode list =
                json(get("/api/events?query=%EC%9D%98%20%EC%A7%80%EB%8F%84&status=OPEN&size=5"));
        assertThat(list.get("items").get(0).get("id").asString()).isEqualTo(event);
        assertThat(list.get("total").asInt()).isEqualTo(1);
        assertThat(json(get("/api/schedules/" + schedule)).get("status").asString())
                .isEqualTo("UPCOMING");
        JsonNode grades = json(get("/api/schedules/" + schedule + "/grades"));
        assertThat(grades.get(0).get("grade").asString()).isEqualTo("VIP");
        assertThat(grades.get(0).get("price").asLong()).isEqualTo(170_000);
        assertThat(grades.get(0).get("total").asInt()).isEqualTo(4);
        assertThat(grades.get(0).get("remaining").asInt()).isEqualTo(4);

        HttpResponse<String> layout = get("/api/schedules/" + schedule + "/layout");
        assertThat(layout.headers().firstValue("Cache-Control"))
                .hasValue("max-age=86400, public, immutable");
        JsonNode drawn = json(layout);
        assertThat(drawn.get("count").asInt()).isEqualTo(11);
        assertThat(drawn.get("seatIdBase").asString()).hasSize(28);
        assertThat(drawn.get("sections").get(0).get("rows").get(1).toString())
                .isEqualTo(
                        "{\"row\":\"1\",\"first\":4,\"count\":4,\"from\":13,\"skip\":[15],\"grade\":1,\"accessible\":[0]}");
    }

    @Test
    void aLayoutIsFetchedOnceAndTravelsCompressed() throws Exception {
        String schedule = anOpenSchedule();
        String path = "/api/schedules/" + schedule + "/layout";

        HttpResponse<byte[]> packed =
                http.send(
                        request(path).header("Accept-Encoding", "br;q=1.0, gzip;q=0.8").build(),
                        BodyHandlers.ofByteArray());

        String tag = packed.headers().firstValue("ETag").orElseThrow();
        assertThat(packed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(packed.headers().firstValue("Vary").orElse("")).contains("Accept-Encoding");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes())
                .isEqualTo(http.send(request(path).build(), BodyHandlers.ofByteArray()).body());
        HttpResponse<String> again =
                http.send(
                        request(path).header("If-None-Match", tag).build(),
                        BodyHandlers.ofString());
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(
                        http.send(
                                        request(path).header("Accept-Encoding", "gzip;q=0").build(),
                                        BodyHandlers.ofByteArray())
                                .headers()
                                .firstValue("Content-Encoding"))
                .isEmpty();
    }

    @Test
    void aWrongLayoutIsAProblemWithEveryError() throws Exception {
        String venue = created("/api/admin/venues", venue("오류극장"));
        String layout =
                "{\"sections\":[{\"floor\":\"1층\",\"sectionId\":\"B\",\"rows\":["
                        + "{\"rowId\":\"OP\",\"length\":0},{\"rowId\":\"OP\",\"grade\":\"R\",\"length\":3}]}]}";

        HttpResponse<String> answer =
                send(
                        "POST",
                        "/api/admin/venues/" + venue + "/halls",
                        admin,
                        "{\"name\":\"h\",\"layout\":" + layout + "}");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(json(answer).get("code").asString()).isEqualTo("catalog.layout_invalid");
        assertThat(json(answer).get("errors").toString())
                .contains(
                        "\"field\":\"layout.sections[0].rows[0].length\"",
                        "is 0 but must be from 1 to 1000 (floor 1층, section B, row OP)",
                        "is row OP again, like layout.sections[0].rows[0]");
        assertThat(json(get("/api/venues/" + venue)).get("halls")).isEmpty();
    }

    /** What a client can send is never a 500, and changes nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST | /api/admin/venues | {} | 400 | name",
                "POST | /api/admin/venues | {'name':'a\\u0000b','address':'a','city':'c','venueType':'t'} | 400 | name",
                "POST | /api/admin/venues | {'name':'a\\ud800','address':'a','city':'c','venueType':'t'} | 400 | -",
                "POST | /api/admin/venues | {'name':' ','address':'a','city':'c','venueType':'t'} | 400 | name",
                "POST | /api/admin/venues | {'nam':'a'} | 400 | nam",
                "POST | /api/admin/venues | [] | 400 | -",
                "POST | /api/admin/venues | null | 400 | -",
                "PUT | /api/admin/venues/00000000-0000-7000-8000-000000000000 | {'name':'a','address':'a','city':'c','venueType':'t'} | 404 | -",
                "POST | /api/admin/venues/no-uuid/halls | {} | 400 | -",
                "POST | /api/admin/venues/00000000-0000-7000-8000-000000000000/halls | {'name':'a'} | 400 | layout",
                "POST | /api/admin/venues/00000000-0000-7000-8000-000000000000/halls | {'name':'a','layout':{'rows':['A'],'seatsPerRow':1,'gradeMapping':{'A':'R'}}} | 404 | -",
                "POST | /api/admin/venues/00000000-0000-7000-8000-000000000000/halls | {'name':'a','layout':{'sections':[{'rows':[{'lenght':1}]}]}} | 400 | layout.sections[0].rows[0].lenght",
                "POST | /api/admin/venues/00000000-0000-7000-8000-000000000000/halls | {'name':'a','layout':{'seatsPerRow':99999999999}} | 400 | layout.seatsPerRow",
                "POST | /api/admin/venues/00000000-0000-7000-8000-000000000000/halls | {'name':'a','layout':{'sections':{}}} | 400 | layout.sections",
                "POST | /api/admin/events | {'title':'t'} | 400 | grades",
                "POST | /api/admin/events | ^,'grades':[null]} | 400 | grades[0]",
                "POST | /api/admin/events | ^,'grades':[{'code':'R','price':-1,'color':'red'}]} | 400 | grades[0].color",
                "POST | /api/admin/events | ^,'grades':[{'code':'R','price':1.5,'color':'#000000'}]} | 400 | grades[0].price",
                "POST | /api/admin/events | ^,'posterUrl':'javascript:alert(1)','grades':[{'code':'R','price':1,'color':'#000000'}]} | 400 | posterUrl",
                "POST | /api/admin/events | ^,'holdSeconds':1,'grades':[{'code':'R','price':1,'color':'#000000'}]} | 400 | holdSeconds",
                "POST | /api/admin/events | ^,'cast':{'a':null},'grades':[{'code':'R','price':1,'color':'#000000'}]} | 400 | -",
                "POST | /api/admin/events | ^,'cast':{'a':['x\\u0000']},'grades':[{'code':'R','price':1,'color':'#000000'}]} | 400 | -",
                "POST | /api/admin/events | ^,'grades':[{'code':'R','price':1,'color':'#000000'}]} | 422 | hallId",
                "POST | /api/admin/events/00000000-0000-7000-8000-000000000000/schedules | {} | 400 | startsAt",
                "POST | /api/admin/events/00000000-0000-7000-8000-000000000000/schedules | {'startsAt':'tomorrow'} | 400 | startsAt",
                "POST | /api/admin/events/00000000-0000-7000-8000-000000000000/schedules | {'startsAt':'+999999999-01-01T00:00:00Z','saleOpensAt':'2026-01-01T00:00:00+09:00','saleClosesAt':'2026-01-02T00:00:00Z'} | 404 | -",
                "POST | /api/admin/events/00000000-0000-7000-8000-000000000000/cancel | {} | 400 | reason",
                "POST | /api/admin/events/00000000-0000-7000-8000-000000000000/open | {} | 404 | -",
                "DELETE | /api/admin/events/00000000-0000-7000-8000-000000000000 | - | 404 | -",
                "GET | /api/events?size=101 | - | 400 | size",
                "GET | /api/events?size=0 | - | 400 | size",
                "GET | /api/events?page=-1 | - | 400 | page",
                "GET | /api/events?page=99999999999 | - | 400 | page",
                "GET | /api/events?status=PREPARING | - | 400 | status",
                "GET | /api/events?sort=price | - | 400 | sort",
                "GET | /api/events?from=yesterday | - | 400 | from",
                "GET | /api/events?query=%00 | - | 400 | -",
                "GET | /api/events/nothing | - | 400 | eventId",
                "GET | /api/events/00000000-0000-7000-8000-000000000000 | - | 404 | -",
                "GET | /api/venues/00000000-0000-7000-8000-000000000000 | - | 404 | -",
                "GET | /api/schedules/00000000-0000-7000-8000-000000000000/layout | - | 404 | -",
                "GET | /api/schedules/00000000-0000-7000-8000-000000000000/grades | - | 404 | -",
            })
    void badInputIsAnsweredClearly(
            String method, String path, String body, int status, String field) throws Exception {
        String form =
                body.replace(
                                "^",
                                "{'title':'t','artist':'a','hallId':'00000000-0000-7000-8000-000000000000','startsOn':'2026-01-01','endsOn':'2026-01-02'")
                        .replace('\'', '"');

        HttpResponse<String> answer = send(method, path, admin, form.equals("-") ? null : form);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(json(answer).get("code").asString()).matches("(platform|catalog|edge)\\..+");
        if (!field.equals("-")) {
            assertThat(json(answer).get("errors").toString())
                    .contains("\"field\":\"" + field + "\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"from=%2B999999999-12-31", "to=-999999999-01-01", "query=%25%5C_", "city=x"})
    void oddSearchesFindNothing(String query) throws Exception {
        assertThat(json(get("/api/events?" + query)).get("total").asInt()).isZero();
    }

    @Test
    void onlyAdministratorsChangeAnything() throws Exception {
        String fan = node.token(CurrentUser.USER);
        for (String path : List.of("/api/admin/venues", "/api/admin/events")) {
            assertThat(send("POST", path, null, "{}").statusCode()).isEqualTo(401);
            assertThat(send("POST", path, fan, "{}").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void everyCallIsDescribed() throws Exception {
        JsonNode paths = json(get("/v3/api-docs")).get("paths");

        assertThat(paths.propertyNames())
                .contains(
                        "/api/events",
                        "/api/events/{eventId}",
                        "/api/venues/{venueId}",
                        "/api/schedules/{scheduleId}",
                        "/api/schedules/{scheduleId}/layout",
                        "/api/schedules/{scheduleId}/grades",
                        "/api/admin/venues/{venueId}/halls/{hallId}",
                        "/api/admin/events/{eventId}/schedules/{scheduleId}/inventory");
    }

    // ---- words

    private String anOpenSchedule() throws Exception {
        String venue = created("/api/admin/venues", venue("열린극장 " + UUID.randomUUID()));
        String hall =
                created(
                        "/api/admin/venues/" + venue + "/halls",
                        "{\"name\":\"대극장\",\"layout\":" + LAYOUT + "}");
        String event = created("/api/admin/events", event(hall, "열린 밤"));
        send("POST", "/api/admin/events/" + event + "/open", admin, null);
        return created("/api/admin/events/" + event + "/schedules", schedule(1, 5));
    }

    private static String venue(String name) {
        return "{\"name\":\"%s\",\"address\":\"서울 1\",\"city\":\"서울\",\"venueType\":\"theater\"}"
                .formatted(name);
    }

    private static String event(String hall, String title) {
        LocalDate today = LocalDate.now(java.time.ZoneOffset.UTC);
        return """
        {"title":"%s","artist":"나래 Narae","description":"한 줄\\n또 한 줄","hallId":"%s",
         "startsOn":"%s","endsOn":"%s","posterUrl":"https://img.example/p.jpg",
         "grades":[{"code":"VIP","price":170000,"color":"#FF0000","description":"앞"},
                   {"code":"OP","price":150000,"color":"#00FF00"},
                   {"code":"ST","price":90000,"color":"#0000FF"}],
         "cast":{"나":["가","다"]}}
        """
                .formatted(title, hall, today.minusDays(5), today.plusDays(100));
    }

    private static String schedule(int opensInDays, int closesInDays) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return "{\"startsAt\":\"%s\",\"saleOpensAt\":\"%s\",\"saleClosesAt\":\"%s\"}"
                .formatted(
                        now.plus(50, ChronoUnit.DAYS),
                        now.plus(opensInDays, ChronoUnit.DAYS),
                        now.plus(closesInDays, ChronoUnit.DAYS));
    }

    private String created(String path, String body) throws Exception {
        HttpResponse<String> answer = send("POST", path, admin, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return json(answer).get("id").asString();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send("GET", path, null, null);
    }

    private HttpResponse<String> send(
            String method, String path, @Nullable String token, @Nullable String body)
            throws Exception {
        HttpRequest.Builder request =
                request(path)
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

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(node.url + path));
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }
}
