package onsale.app;

import static onsale.app.BadInput.NOT_ACCEPTABLE;
import static onsale.app.GoodRequest.Who.OPERATOR;
import static onsale.app.GoodRequest.Who.ORGANISER;

import java.util.List;

/** One good request to each endpoint by which a sale and the platform are run. */
final class GoodDeskRequests {

    private static final String REASON = "{\"reason\":\"asked by the owner\"}";

    private final TestSale made;

    GoodDeskRequests(TestSale made) {
        this.made = made;
    }

    /** Adds them in an order in which all can be sent. */
    void addTo(List<GoodRequest> all) {
        all.add(
                of(ORGANISER, "GET /api/admin/sales")
                        .alsoFor(OPERATOR)
                        .query("query", "a")
                        .query("phase", "OPEN")
                        .query("page", "0")
                        .query("size", "20"));
        for (String what : List.of("", "/bookings", "/checklist")) {
            all.add(ofSale("GET /api/admin/sales/{scheduleId}" + what));
        }
        for (String file : List.of("/bookings.csv", "/history.csv")) {
            all.add(
                    ofSale("GET /api/admin/sales/{scheduleId}" + file)
                            .exempt(NOT_ACCEPTABLE, "Accept", "a file, whatever is accepted"));
        }
        all.add(ofSale("GET /api/admin/sales/{scheduleId}/history").query("minutes", "15"));
        all.add(
                ofSale("GET /api/admin/sales/{scheduleId}/stream")
                        .exempt(NOT_ACCEPTABLE, "Accept", "a stream, whatever is accepted")
                        .stream());
        all.add(of(OPERATOR, "POST /api/admin/sales/rebuild"));
        all.add(
                of(OPERATOR, "GET /api/admin/queue/{scheduleId}")
                        .path("scheduleId", made.otherSale.toString(), made.hiddenRound));
        all.add(of(OPERATOR, "GET /api/admin/nodes"));
        all.add(of(OPERATOR, "GET /api/admin/jobs").query("page", "0").query("size", "20"));
        all.add(
                of(OPERATOR, "GET /api/admin/settings")
                        .query("query", "onsale.queue")
                        .query("changedOnly", "false")
                        .query("page", "0")
                        .query("size", "20"));
        all.add(of(OPERATOR, "POST /api/admin/audit/verify"));
        for (String what : List.of("lock", "unlock")) {
            all.add(ofAccount(what).body(REASON));
        }
        all.add(ofAccount("sign-out"));
    }

    private GoodRequest ofAccount(String what) {
        return of(OPERATOR, "POST /api/admin/accounts/{userId}/" + what)
                .path("userId", made.suspect.toString(), made.show);
    }

    private GoodRequest ofSale(String endpoint) {
        return of(ORGANISER, endpoint)
                .alsoFor(OPERATOR)
                .path("scheduleId", made.sale.toString(), made.show, made.venue);
    }

    private static GoodRequest of(GoodRequest.Who who, String endpoint) {
        return GoodRequest.of(who, endpoint);
    }
}
