package onsale.app;

import static onsale.app.BadInput.BAD_VALUE;
import static onsale.app.BadInput.MISSING;
import static onsale.app.BadInput.NOT_ACCEPTABLE;
import static onsale.app.BadInput.NULL;
import static onsale.app.BadInput.NUMBER;
import static onsale.app.BadInput.UNKNOWN_ID;
import static onsale.app.BadInput.WRONG_TYPE;
import static onsale.app.GoodRequest.Who.ADMIN;
import static onsale.app.GoodRequest.Who.ANYBODY;
import static onsale.app.GoodRequest.Who.OPERATOR;
import static onsale.app.GoodRequest.Who.ORGANISER;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.app.GoodRequest.Who;
import onsale.contracts.SeatIds;

/** A good request for each endpoint of organisers and operators. */
final class GoodAdminRequests {

    private static final String ONE_KEY = "exactly one of them is searched by";
    private static final String REASON = "{\"reason\":\"비가 온다\"}";

    private final TestSale made;

    GoodAdminRequests(TestSale made) {
        this.made = made;
    }

    /** Adds them in an order in which all can be sent. */
    void addTo(List<GoodRequest> all) {
        venues(all);
        events(all);
        schedules(all);
        sales(all);
        checkIn(all);
        searches(all);
        refunds(all);
        terms(all);
        rehearsal(all);
        integrity(all);
        messages(all);
        new GoodDeskRequests(made).addTo(all);
        all.add(
                of(OPERATOR, "GET /api/admin/audit")
                        .query("actorId", made.show)
                        .query("action", "queue.")
                        .query("subject", made.show)
                        .query("page", "0")
                        .query("size", "20"));
    }

    private void terms(List<GoodRequest> all) {
        all.add(
                of(ADMIN, "POST /api/admin/terms")
                        .body(
                                """
                                {"type":"SERVICE","version":"later","required":true,
                                 "effectiveFrom":"%s",
                                 "ko":{"title":"서비스 이용약관","text":"제1조\\n\\n제2조"},
                                 "en":{"title":"Terms of service","text":"1.\\n\\n2."}}
                                """
                                        .formatted(Instant.now().plus(Duration.ofDays(365))))
                        .answers(BAD_VALUE, 409, "a date that is past or too far ahead"));
    }

    private void venues(List<GoodRequest> all) {
        String other = made.venue();
        String otherHall = made.hall(other);
        String path = "/api/admin/venues";
        all.add(
                of(ORGANISER, "GET " + path)
                        .query("query", "hall")
                        .query("own", "true")
                        .query("page", "0")
                        .query("size", "20"));
        all.add(of(ORGANISER, "POST " + path).body(made.venueForm()));
        all.add(of(ORGANISER, "GET " + path + "/{venueId}").path("venueId", made.venue, made.hall));
        all.add(
                of(ORGANISER, "PUT " + path + "/{venueId}")
                        .path("venueId", other, made.hall, made.adminsVenue)
                        .body(made.venueForm()));
        all.add(
                of(ORGANISER, "GET " + path + "/{venueId}/halls")
                        .path("venueId", made.venue, made.hall));
        all.add(
                layout(
                        of(ORGANISER, "POST " + path + "/{venueId}/halls")
                                .path("venueId", made.venue, made.hall, made.adminsVenue)
                                .body(made.hallForm())));
        all.add(
                of(ORGANISER, "GET " + path + "/{venueId}/halls/{hallId}")
                        .path("venueId", made.venue, other)
                        .path("hallId", made.hall, otherHall));
        all.add(
                layout(
                        of(ORGANISER, "PUT " + path + "/{venueId}/halls/{hallId}")
                                .path("venueId", other, made.venue, made.adminsVenue)
                                .path("hallId", otherHall, made.hall)
                                .body(made.hallForm())));
        all.add(
                of(ORGANISER, "DELETE " + path + "/{venueId}/halls/{hallId}")
                        .path("venueId", other, made.venue, made.adminsVenue)
                        .path("hallId", otherHall, made.hall));
        all.add(
                of(ORGANISER, "DELETE " + path + "/{venueId}")
                        .path("venueId", other, made.hall, made.adminsVenue));
    }

    private static GoodRequest layout(GoodRequest request) {
        String rules = "what a layout may say is LayoutReaderTest's";
        return request.exempt(MISSING, "layout\\..*", rules)
                .exempt(NULL, "layout\\..*", rules)
                .exempt(NUMBER, "layout\\..*", rules)
                .exempt(
                        WRONG_TYPE,
                        "layout\\.(zones|sections\\[0]\\.rows\\[0]\\.accessible)",
                        "an empty list is a list");
    }

    private void events(List<GoodRequest> all) {
        String path = "/api/admin/events";
        String changed = made.event(made.hall);
        String toOpen = made.event(made.hall);
        String toCancel = made.event(made.hall);
        String toDelete = made.event(made.hall);
        all.add(
                of(ORGANISER, "GET " + path)
                        .query("query", "show")
                        .query("status", "OPEN")
                        .query("page", "0")
                        .query("size", "20"));
        all.add(show(of(ORGANISER, "POST " + path)));
        all.add(
                of(ORGANISER, "GET " + path + "/{eventId}")
                        .path("eventId", made.show, made.hall, made.adminsShow));
        all.add(
                show(
                        of(ORGANISER, "PUT " + path + "/{eventId}")
                                .path("eventId", changed, made.hall, made.adminsShow)));
        all.add(
                of(ORGANISER, "POST " + path + "/{eventId}/open")
                        .path("eventId", toOpen, made.hall, made.adminsShow));
        all.add(
                of(ORGANISER, "POST " + path + "/{eventId}/cancel")
                        .path("eventId", toCancel, made.hall, made.adminsShow)
                        .body(REASON));
        all.add(
                of(ORGANISER, "DELETE " + path + "/{eventId}")
                        .path("eventId", toDelete, made.hall, made.adminsShow));
    }

    private GoodRequest show(GoodRequest request) {
        return request.body(TestSale.eventForm(made.hall))
                .optional(
                        "description",
                        "posterUrl",
                        "hasOPSeats",
                        "holdSeconds",
                        "seatsPerPersonMax",
                        "active",
                        "cast",
                        "refundSteps",
                        "grades\\[0].description")
                .foreignInBody("hallId", made.venue)
                .exempt(WRONG_TYPE, "cast\\..*", "a role may have nobody yet");
    }

    private void schedules(List<GoodRequest> all) {
        String path = "/api/admin/events/{eventId}/schedules";
        String changed = made.schedule(made.hidden, 2, 1);
        String toCancel = made.schedule(made.hidden, 3, 1);
        String toDelete = made.schedule(made.hidden, 4, 1);
        all.add(
                of(ORGANISER, "GET " + path)
                        .path("eventId", made.hidden, made.hall, made.adminsShow));
        all.add(
                times(
                                of(ORGANISER, "POST " + path)
                                        .path("eventId", made.hidden, made.hall, made.adminsShow))
                        .body(TestSale.scheduleForm(5, 1)));
        all.add(round("GET " + path + "/{scheduleId}", made.hidden, made.hiddenRound));
        all.add(
                times(round("PUT " + path + "/{scheduleId}", made.hidden, changed))
                        .body(TestSale.scheduleForm(2, 1)));
        all.add(round("POST " + path + "/{scheduleId}/cancel", made.hidden, toCancel).body(REASON));
        all.add(round("DELETE " + path + "/{scheduleId}", made.hidden, toDelete));
        all.add(
                of(ORGANISER, "POST " + path + "/{scheduleId}/inventory")
                        .path("eventId", made.show, made.hidden)
                        .path("scheduleId", made.otherSale.toString(), made.hiddenRound));
    }

    /** Posters, seats out of the sale, waiting rooms and settlements of an organiser's shows. */
    private void sales(List<GoodRequest> all) {
        String image = "{\"image\":\"%s\"}".formatted(PosterPictures.base64());
        String poster = made.post("/api/admin/posters", image).text("url");
        all.add(
                of(ORGANISER, "POST /api/admin/posters")
                        .body(image)
                        .answers(WRONG_TYPE, 422, "a list of numbers is bytes, and no image"));
        all.add(
                of(ANYBODY, "GET /api/posters/{hash}.jpg")
                        .path("hash", poster.replaceFirst(".*/([0-9a-f]+).*", "$1"))
                        .exempt(NOT_ACCEPTABLE, "Accept", "bytes, whatever is accepted"));
        String path = "/api/admin/allocations/{scheduleId}";
        String sale = made.sale.toString();
        all.add(
                of(ORGANISER, "GET " + path)
                        .path("scheduleId", sale, made.adminsShow)
                        .query("purpose", "HOUSE")
                        .query("page", "0")
                        .query("size", "20"));
        all.add(of(ORGANISER, "GET " + path + "/seats").path("scheduleId", sale, made.adminsShow));
        all.add(
                of(ORGANISER, "POST " + path)
                        .path("scheduleId", sale, made.adminsShow)
                        .header("Idempotency-Key", "an organiser's key")
                        .body(
                                """
                                {"purpose":"SPONSOR","note":"for friends","seatIds":["%s"]}
                                """
                                        .formatted(made.nextSeat(made.sale)))
                        .optional("note")
                        .foreignInBody(
                                "seatIds[0]", SeatIds.of(made.otherSale).seat(0).toString()));
        String seat = made.nextSeat(made.sale);
        String allocated =
                made.post(
                                path.replace("{scheduleId}", sale),
                                "{\"purpose\":\"HOUSE\",\"seatIds\":[\"%s\"]}".formatted(seat))
                        .text("id");
        all.add(
                of(ORGANISER, "DELETE " + path + "/{id}")
                        .path("scheduleId", sale, made.adminsShow, made.otherSale.toString())
                        .path("id", allocated, made.venue)
                        .query("seatIds", seat));
        String settings = "/api/admin/queue-settings/{scheduleId}";
        all.add(of(ORGANISER, "GET " + settings).path("scheduleId", sale, made.adminsShow));
        all.add(
                of(ORGANISER, "PUT " + settings)
                        .path("scheduleId", made.otherSale.toString(), made.adminsShow)
                        .body("{\"admitPerSecond\":10,\"maxActive\":1000,\"capacity\":50000}"));
        all.add(
                of(ORGANISER, "GET /api/admin/settlements/{eventId}")
                        .path("eventId", made.show, made.hall, made.adminsShow));
    }

    private static void integrity(List<GoodRequest> all) {
        all.add(of(OPERATOR, "GET /api/admin/integrity"));
        all.add(of(OPERATOR, "POST /api/admin/integrity/run"));
        all.add(
                of(OPERATOR, "POST /api/admin/integrity/{check}/repair")
                        .path("check", "stuck_pending"));
    }

    private void searches(List<GoodRequest> all) {
        all.add(
                of(OPERATOR, "GET /api/admin/reservations")
                        .query("userId", made.fanId.toString())
                        .query("page", "0")
                        .query("size", "20")
                        .exempt(MISSING, "number|paymentId", ONE_KEY));
        all.add(
                of(OPERATOR, "GET /api/admin/payments")
                        .query("failureCode", "declined")
                        .query("page", "0")
                        .query("size", "20")
                        .exempt(MISSING, "paymentId|reservationId", ONE_KEY));
        all.add(
                of(OPERATOR, "GET /api/admin/accounts")
                        .query("email", "fan@bad.example")
                        .exempt(MISSING, "phone", ONE_KEY)
                        .exempt(
                                NOT_ACCEPTABLE,
                                "Accept",
                                "found and audited before it is written"));
    }

    private void refunds(List<GoodRequest> all) {
        String path = "/api/admin/refunds/requests";
        String bought = made.bought();
        all.add(
                of(OPERATOR, "POST /api/admin/reservations/{id}/ticket-mail")
                        .path("id", bought, made.venue));
        all.add(
                of(OPERATOR, "POST /api/admin/reservations/{id}/refunds")
                        .path("id", bought, made.venue)
                        .body(made.refundForm(bought))
                        .exempt(UNKNOWN_ID, "id", "the page chooses it")
                        .foreignInBody(
                                "seatIds[0]", SeatIds.of(made.otherSale).seat(0).toString()));
        all.add(
                of(OPERATOR, "GET " + path)
                        .query("state", "WAITING")
                        .query("page", "0")
                        .query("size", "20"));
        for (String decision : List.of("approve", "decline")) {
            all.add(
                    of(OPERATOR, "POST " + path + "/{requestId}/" + decision)
                            .path("requestId", made.refundThatWaits(), bought));
        }
    }

    private void checkIn(List<GoodRequest> all) {
        String path = "/api/admin/check-in";
        String sale = made.sale.toString();
        String code = made.ticketCode();
        all.add(
                of(OPERATOR, "POST " + path)
                        .body(
                                """
                                {"id":"%s","scheduleId":"%s","code":"%s","door":"A"}
                                """
                                        .formatted(UUID.randomUUID(), sale, code))
                        .exempt(UNKNOWN_ID, "id", "the scanner chooses it")
                        .answers(UNKNOWN_ID, 409, "the ticket is for another show")
                        .foreignInBody("scheduleId", made.otherSale.toString()));
        all.add(
                of(OPERATOR, "GET " + path + "/{scheduleId}/list")
                        .path("scheduleId", sale, made.venue)
                        .query("after", "B-1")
                        .query("size", "10"));
        all.add(
                of(OPERATOR, "POST " + path + "/{scheduleId}/sync")
                        .path("scheduleId", sale, made.venue)
                        .body(
                                """
                                {"door":"A","scans":[{"id":"%s","code":"%s",
                                 "scannedAt":"%s"}]}
                                """
                                        .formatted(UUID.randomUUID(), code, Instant.now()))
                        .exempt(UNKNOWN_ID, "scans.*id", "the scanner chooses it"));
        all.add(
                of(OPERATOR, "GET " + path + "/{scheduleId}/conflicts")
                        .path("scheduleId", sale, made.venue));
        all.add(
                of(OPERATOR, "GET " + path + "/rules/{eventId}")
                        .path("eventId", made.show, made.venue));
        all.add(
                of(OPERATOR, "PUT " + path + "/rules/{eventId}")
                        .path("eventId", made.show, made.venue)
                        .body(
                                """
                                {"reEntry":false,
                                 "doors":[{"floor":"1F","section":"Z","door":"B"}]}
                                """)
                        .exempt(WRONG_TYPE, "doors", "an empty list is a list"));
    }

    private static void rehearsal(List<GoodRequest> all) {
        all.add(of(ADMIN, "POST /api/admin/rehearsal/fans").body("{\"count\":2}"));
        all.add(of(ADMIN, "DELETE /api/admin/rehearsal/fans"));
    }

    private static void messages(List<GoodRequest> all) {
        all.add(of(OPERATOR, "GET /api/admin/outbox"));
        all.add(of(OPERATOR, "POST /api/admin/outbox/publish").query("limit", "10"));
        all.add(of(OPERATOR, "GET /api/admin/dead-letters").query("limit", "10"));
        all.add(
                of(OPERATOR, "POST /api/admin/dead-letters/redrive")
                        .body("{\"ids\":[\"%s\"]}".formatted(UUID.randomUUID()))
                        .exempt(UNKNOWN_ID, "ids.*", "the answer says how many are dead letters"));
    }

    private GoodRequest round(String endpoint, String event, String schedule) {
        return of(ORGANISER, endpoint)
                .path("eventId", event, made.show, made.adminsShow)
                .path("scheduleId", schedule, made.sale.toString());
    }

    private static GoodRequest times(GoodRequest request) {
        return request.optional(
                        "playSequence", "queued", "casting", "endsAt", "freeCancellationDays")
                .exempt(WRONG_TYPE, "casting\\..*", "a role may have nobody yet");
    }

    private static GoodRequest of(Who who, String endpoint) {
        return GoodRequest.of(who, endpoint);
    }
}
