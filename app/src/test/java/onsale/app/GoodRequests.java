package onsale.app;

import static onsale.app.BadInput.BAD_VALUE;
import static onsale.app.BadInput.CONTROL_CHARACTER;
import static onsale.app.BadInput.MEDIA_TYPE;
import static onsale.app.BadInput.MISSING;
import static onsale.app.BadInput.NOT_ACCEPTABLE;
import static onsale.app.BadInput.NULL;
import static onsale.app.BadInput.TOO_LONG;
import static onsale.app.BadInput.UNREADABLE;
import static onsale.app.BadInput.WRONG_TYPE;
import static onsale.app.GoodRequest.Who.ANYBODY;
import static onsale.app.GoodRequest.Who.FAN;
import static onsale.app.GoodRequest.Who.LEAVER;
import static onsale.app.GoodRequest.Who.OPERATOR;

import java.util.ArrayList;
import java.util.List;
import onsale.app.Api.Answer;
import onsale.app.GoodRequest.Who;
import onsale.contracts.SeatIds;

/**
 * The table: for each endpoint one request that it accepts, and the shows, seats and sessions these
 * need. What a request uses up or changes is its own, so that all of them stay good until each has
 * been sent.
 */
final class GoodRequests {

    private static final String NO_SESSION = "who names no session must be signed in";

    private final Api api;
    private final TestSale made;

    GoodRequests(Api api, TestSale made) {
        this.api = api;
        this.made = made;
    }

    /** In an order in which all can be sent. */
    List<GoodRequest> all() {
        List<GoodRequest> all = new ArrayList<>();
        accounts(all);
        fansRead(all);
        reservations(all);
        queue(all);
        payments(all);
        new GoodAdminRequests(made).addTo(all);
        new GoodIntegrationRequests(api, made).addTo(all);
        endOfAnAccount(all);
        all.add(of(FAN, "DELETE /api/users/me/sessions")); // the last: no fan is signed in then
        return all;
    }

    // ---- accounts

    private void accounts(List<GoodRequest> all) {
        all.add(of(ANYBODY, "POST /api/auth/challenge"));
        all.add(
                of(ANYBODY, "POST /api/auth/signup")
                        .body(
                                """
                                {"email":"new@bad.example","password":"correct horse 2",
                                 "identityVerificationId":"%s","challenge":"%s",
                                 "terms":[{"type":"SERVICE","version":"2025-11","agreed":true},
                                          {"type":"PRIVACY","version":"2025-11","agreed":true}]}
                                """
                                        .formatted(
                                                api.verified("최새"), api.solvedChallenge(made.url)))
                        .optional("challenge"));
        all.add(
                of(ANYBODY, "POST /api/auth/login")
                        .body(
                                """
                                {"email":"fan@bad.example","password":"%s","deviceToken":"none",
                                 "code":"123456","challenge":"x","identityVerificationId":"none","restore":true}
                                """
                                        .formatted(Api.PASSWORD))
                        .optional(
                                "deviceToken",
                                "code",
                                "challenge",
                                "identityVerificationId",
                                "restore"));
        all.add(
                of(ANYBODY, "POST /api/auth/refresh")
                        .body(
                                "{\"refreshToken\":\"%s\"}"
                                        .formatted(
                                                made.session("fan@bad.example")
                                                        .text("refreshToken"))));
        all.add(
                of(ANYBODY, "POST /api/auth/browser/login")
                        .body(
                                """
                                {"email":"fan@bad.example","password":"%s","code":"123456","challenge":"x",
                                 "identityVerificationId":"none","restore":true}
                                """
                                        .formatted(Api.PASSWORD))
                        .optional("code", "challenge", "identityVerificationId", "restore"));
        for (String call : List.of("refresh", "logout")) {
            all.add(
                    of(ANYBODY, "POST /api/auth/browser/" + call)
                            .header("X-Onsale-Browser", "1")
                            .header("Cookie", made.browserCookie("fan@bad.example")));
        }
        all.add(of(ANYBODY, "GET /api/auth/identity"));
        all.add(of(ANYBODY, "GET /api/terms"));
        all.add(of(ANYBODY, "GET /api/mailbox"));
        all.add(of(FAN, "GET /api/users/me"));
        all.add(
                of(FAN, "PUT /api/users/me")
                        .body(
                                """
                                {"language":"EN","identityVerificationId":"%s"}
                                """
                                        .formatted(api.verified("김팬")))
                        .optional("identityVerificationId"));
        all.add(of(FAN, "GET /api/users/me/logins"));
        all.add(of(FAN, "GET /api/users/me/sessions"));
        all.add(
                of(FAN, "DELETE /api/users/me/sessions/{sessionId}")
                        .path(
                                "sessionId",
                                made.sessionOf("fan@bad.example").toString(),
                                made.sessionOf("other@bad.example").toString()));
        secondFactor(all);
        social(all);
        all.add(
                of(FAN, "PUT /api/users/me/password")
                        .body(
                                "{\"currentPassword\":\"%s\",\"newPassword\":\"%s\"}"
                                        .formatted(Api.PASSWORD, Api.PASSWORD))
                        .answers(TOO_LONG, 422, "no password is that long"));
        all.add(
                of(ANYBODY, "POST /api/auth/password-reset")
                        .body(
                                """
                                {"email":"reset@bad.example","identityVerificationId":"%s",
                                 "newPassword":"correct horse 3","challenge":"%s"}
                                """
                                        .formatted(
                                                made.verifiedMember("reset@bad.example", "오리셋"),
                                                api.solvedChallenge(made.url)))
                        .optional("challenge"));
        all.add(of(FAN, "GET /api/users/me/terms"));
        all.add(
                of(FAN, "POST /api/users/me/terms")
                        .body(
                                """
                                {"terms":[{"type":"MARKETING","version":"2025-11","agreed":true}]}
                                """));
        all.add(of(ANYBODY, "GET /.well-known/jwks.json"));
        all.add(
                of(ANYBODY, "POST /api/auth/logout")
                        .body(
                                "{\"refreshToken\":\"%s\"}"
                                        .formatted(
                                                made.session("fan@bad.example")
                                                        .text("refreshToken")))
                        .answers(UNREADABLE, 401, NO_SESSION)
                        .answers(MISSING, 401, NO_SESSION)
                        .answers(NULL, 401, NO_SESSION));
    }

    /** In the order of a life: confirmed, changed, closed, and brought back by the old address. */
    private void endOfAnAccount(List<GoodRequest> all) {
        String confirm = "{\"code\":\"%s\"}";
        all.add(
                of(LEAVER, "POST /api/auth/email-verification/confirm")
                        .body(confirm.formatted(made.mailedCode(TestSale.LEAVER))));
        all.add(of(LEAVER, "POST /api/auth/email-verification"));
        String refusal = made.refusalOfChange("left@bad.example");
        all.add(
                of(LEAVER, "POST /api/users/me/email/confirm")
                        .body(confirm.formatted(made.mailedCode("left@bad.example"))));
        all.add(
                of(LEAVER, "POST /api/users/me/email")
                        .body(
                                "{\"email\":\"left2@bad.example\",\"password\":\"%s\"}"
                                        .formatted(Api.PASSWORD)));
        all.add(
                of(LEAVER, "DELETE /api/users/me")
                        .body("{\"password\":\"%s\"}".formatted(Api.PASSWORD)));
        all.add(
                of(ANYBODY, "POST /api/auth/email-change/refuse")
                        .body("{\"token\":\"%s\"}".formatted(refusal)));
    }

    // ---- what fans read

    private static GoodRequest eventFilters(GoodRequest request) {
        return request.query("query", "bad")
                .query("status", "OPEN")
                .query("sale", "ON_SALE")
                .query("city", "Seoul")
                .query("venue", "hall")
                .query("artist", "nobody")
                .query("from", "2026-01-01")
                .query("to", "2027-01-01");
    }

    private void fansRead(List<GoodRequest> all) {
        all.add(
                eventFilters(of(ANYBODY, "GET /api/events"))
                        .query("sort", "DATE")
                        .query("page", "0")
                        .query("size", "20"));
        all.add(eventFilters(of(ANYBODY, "GET /api/events/facets")));
        all.add(
                of(ANYBODY, "GET /api/events/suggestions")
                        .query("query", "bad")
                        .query("size", "8"));
        all.add(of(ANYBODY, "GET /api/events/{eventId}").path("eventId", made.show, made.hidden));
        all.add(of(ANYBODY, "GET /api/venues/{venueId}").path("venueId", made.venue, made.hall));
        for (String path : List.of("", "/grades")) {
            all.add(
                    of(ANYBODY, "GET /api/schedules/{scheduleId}" + path)
                            .path("scheduleId", made.sale.toString(), made.hiddenRound));
        }
        all.add(
                of(ANYBODY, "GET /api/schedules/{scheduleId}/layout")
                        .path("scheduleId", made.sale.toString(), made.hiddenRound)
                        .exempt(NOT_ACCEPTABLE, "Accept", "stored bytes, whatever is accepted"));
        all.add(
                of(ANYBODY, "GET /api/reservations/seats/{scheduleId}")
                        .path(
                                "scheduleId",
                                made.sale.toString(),
                                made.otherSale.toString(),
                                made.hiddenRound)
                        .query("since", "0")
                        .header(
                                "X-Queue-Token",
                                made.pass(made.sale, made.fanId),
                                made.pass(made.otherSale, made.fanId))
                        .exempt(NOT_ACCEPTABLE, "Accept", "bytes, whatever is accepted"));
        all.add(
                of(ANYBODY, "GET /api/reservations/seats/{scheduleId}/stream")
                        .path(
                                "scheduleId",
                                made.sale.toString(),
                                made.otherSale.toString(),
                                made.hiddenRound)
                        .query("since", "0")
                        .header(
                                "X-Queue-Token",
                                made.pass(made.sale, made.fanId),
                                made.pass(made.otherSale, made.fanId))
                        .exempt(NOT_ACCEPTABLE, "Accept", "a stream, whatever is accepted")
                        .stream());
    }

    // ---- seats

    private void reservations(List<GoodRequest> all) {
        String bought = made.bought();
        all.add(
                of(FAN, "GET /api/reservations")
                        .query("number", "B-20261118-000001")
                        .query("page", "0")
                        .query("size", "20"));
        all.add(own("DELETE /api/reservations/history/{id}", made.released()));
        all.add(
                of(FAN, "POST /api/reservations/hold")
                        .header("Idempotency-Key", "a good key")
                        .header(
                                "X-Queue-Token",
                                made.pass(made.sale, made.fanId),
                                made.pass(made.otherSale, made.fanId),
                                made.pass(made.sale, made.otherFanId))
                        .body(
                                """
                                {"scheduleId":"%s","seatIds":["%s"],"zones":[{"zone":"ST","count":1}]}
                                """
                                        .formatted(made.sale, made.nextSeat(made.sale)))
                        .optional("seatIds", "zones")
                        .foreignInBody("scheduleId", made.otherSale.toString(), made.hiddenRound)
                        .foreignInBody("seatIds[0]", SeatIds.of(made.otherSale).seat(0).toString())
                        .exempt(WRONG_TYPE, "(seatIds|zones)", "an empty list is a list"));
        all.add(
                of(FAN, "POST /api/reservations/recommend")
                        .header("Idempotency-Key", "another good key")
                        .header(
                                "X-Queue-Token",
                                made.pass(made.sale, made.fanId),
                                made.pass(made.otherSale, made.fanId),
                                made.pass(made.sale, made.otherFanId))
                        .header("Accept-Language", "en")
                        .body(
                                """
                                {"scheduleId":"%s","grade":"R","count":1,"preference":"CENTRE",
                                 "hold":false}
                                """
                                        .formatted(made.sale))
                        .optional("grade", "hold")
                        .exempt(BAD_VALUE, "Accept-Language", "others are answered in Korean")
                        .foreignInBody("scheduleId", made.otherSale.toString(), made.hiddenRound));
        all.add(own("GET /api/reservations/{id}", made.hold(made.fan, made.fanId)));
        all.add(
                own("GET /api/reservations/verdict/{id}", made.hold(made.fan, made.fanId))
                        .query("waitMillis", "0"));
        all.add(
                own("PUT /api/reservations/hold/{id}", made.hold(made.fan, made.fanId))
                        .body(
                                """
                                {"seatIds":["%s"],"zones":[{"zone":"ST","count":1}]}
                                """
                                        .formatted(made.nextSeat(made.sale)))
                        .optional("seatIds", "zones")
                        .foreignInBody("seatIds[0]", SeatIds.of(made.otherSale).seat(0).toString())
                        .exempt(WRONG_TYPE, "(seatIds|zones)", "an empty list is a list"));
        all.add(own("POST /api/reservations/hold/{id}/extend", made.hold(made.fan, made.fanId)));
        all.add(own("DELETE /api/reservations/hold/{id}", made.hold(made.fan, made.fanId)));
        all.add(own("POST /api/reservations/{id}/checkout", made.hold(made.fan, made.fanId)));
        String paying = made.hold(made.fan, made.fanId);
        made.checkedOut(paying, made.fan);
        all.add(own("POST /api/reservations/{id}/abandon", paying));
        all.add(own("GET /api/reservations/{id}/tickets", bought));
        all.add(
                of(FAN, "POST /api/reservations/ticket-mails")
                        .body("{\"reservationId\":\"%s\"}".formatted(bought))
                        .foreignInBody("reservationId", made.hold(made.otherFan, made.otherFanId)));
        String number = made.ticketNumber(bought);
        for (String kind : List.of("svg", "png", "pdf")) {
            GoodRequest picture =
                    own("GET /api/reservations/{id}/tickets/{number}." + kind, bought)
                            .path("number", number)
                            .exempt(NOT_ACCEPTABLE, "Accept", "bytes, whatever is accepted");
            all.add(
                    kind.equals("pdf")
                            ? picture.header("Accept-Language", "en")
                                    .exempt(
                                            BAD_VALUE,
                                            "Accept-Language",
                                            "others are answered in Korean")
                            : picture);
        }
        all.add(of(OPERATOR, "GET /api/admin/refunds/cancelled-shows").query("size", "20"));
        String seat = made.seatOf(bought);
        all.add(own("GET /api/reservations/{id}/refund-quote", bought).query("seatIds", seat));
        all.add(
                own("DELETE /api/reservations/{id}", bought)
                        .query("seatIds", seat)
                        .query("quote", made.quote(bought, made.fan)));
    }

    private GoodRequest own(String endpoint, String reservation) {
        return of(FAN, endpoint).path("id", reservation, made.hold(made.otherFan, made.otherFanId));
    }

    // ---- the waiting room

    private void queue(List<GoodRequest> all) {
        Answer turn = made.admitted(made.fan);
        Answer others = made.admitted(made.otherFan);
        String receipt = turn.text("receipt");
        all.add(
                of(FAN, "POST /api/queue/enter")
                        .body("{\"scheduleId\":\"%s\"}".formatted(made.sale))
                        .foreignInBody("scheduleId", made.hiddenRound, made.otherSale.toString()));
        all.add(
                of(ANYBODY, "GET /api/queue/status")
                        .query("scheduleId", made.sale.toString())
                        .header(
                                "X-Queue-Receipt",
                                receipt,
                                turn.text("entryToken"),
                                made.pass(made.sale, made.fanId)));
        all.add(
                of(ANYBODY, "GET /api/queue/page")
                        .query("receipt", receipt)
                        .answers(TOO_LONG, 403, "it is no receipt")
                        .answers(CONTROL_CHARACTER, 403, "it is no receipt"));
        all.add(
                of(ANYBODY, "GET /api/queue/stream")
                        .query("receipt", receipt)
                        .exempt(NOT_ACCEPTABLE, "Accept", "a stream, whatever is accepted")
                        .stream());
        all.add(
                of(FAN, "POST /api/queue/extend")
                        .header(
                                "X-Queue-Token",
                                turn.text("entryToken"),
                                others.text("entryToken"),
                                receipt));
        all.add(
                of(FAN, "DELETE /api/queue/leave")
                        .header("X-Queue-Receipt", receipt, others.text("receipt")));
        all.add(of(OPERATOR, "GET /api/admin/queue").query("page", "0").query("size", "20"));
        all.add(
                of(OPERATOR, "PATCH /api/admin/queue/{scheduleId}")
                        .path("scheduleId", made.otherSale.toString(), made.hiddenRound, made.show)
                        .body(
                                """
                                {"admitPerSecond":20,"maxActive":500,"capacity":1000,"paused":false,
                                 "draining":false,"followLoad":true,
                                 "noticeKo":"잠시만요","noticeEn":"One moment"}
                                """)
                        .optional(
                                "admitPerSecond",
                                "maxActive",
                                "capacity",
                                "paused",
                                "draining",
                                "followLoad",
                                "noticeKo",
                                "noticeEn"));
    }

    private void social(List<GoodRequest> all) {
        String path = "/api/auth/browser/social";
        String unproven = "no provider has confirmed it: the whole way is SocialWayTest's";
        all.add(of(ANYBODY, "GET /api/auth/social"));
        all.add(of(FAN, "GET /api/users/me/social"));
        all.add(of(ANYBODY, "POST " + path + "/start").body("{\"provider\":\"GOOGLE\"}"));
        all.add(
                of(ANYBODY, "POST " + path + "/finish")
                        .body("{\"provider\":\"GOOGLE\",\"state\":\"s\",\"code\":\"c\"}")
                        .refusedWith(422, unproven));
        all.add(
                of(ANYBODY, "POST " + path + "/login")
                        .body(
                                """
                                {"code":"123456","identityVerificationId":"none","restore":true}
                                """)
                        .optional("code", "identityVerificationId", "restore")
                        .answers(MISSING, 422, unproven)
                        .answers(NULL, 422, unproven)
                        .refusedWith(422, unproven));
        all.add(
                of(ANYBODY, "POST " + path + "/signup")
                        .body(
                                """
                                {"email":"social@bad.example","identityVerificationId":"none","challenge":"x",
                                 "terms":[{"type":"SERVICE","version":"2025-11","agreed":true}]}
                                """)
                        .optional("challenge")
                        .answers(BAD_VALUE, 422, unproven)
                        .refusedWith(422, unproven));
        all.add(
                of(ANYBODY, "POST " + path + "/connect")
                        .body("{\"identityVerificationId\":\"none\"}")
                        .refusedWith(422, unproven));
        all.add(
                of(FAN, "POST /api/users/me/social/unlink")
                        .body(
                                "{\"provider\":\"GOOGLE\",\"password\":\"%s\"}"
                                        .formatted(Api.PASSWORD))
                        .answers(BAD_VALUE, 422, "it is not the password")
                        .answers(CONTROL_CHARACTER, 422, "it is not the password")
                        .refusedWith(422, "nothing is linked"));
    }

    private static void secondFactor(List<GoodRequest> all) {
        String path = "/api/users/me/second-factor";
        String off = "a code is good for a minute: the whole way is SecondFactorTests'";
        all.add(of(FAN, "GET " + path));
        all.add(
                of(FAN, "POST " + path + "/confirm")
                        .body("{\"code\":\"123456\"}")
                        .answers(BAD_VALUE, 409, off)
                        .refusedWith(409, off));
        all.add(
                of(FAN, "POST " + path + "/disable")
                        .body("{\"password\":\"%s\",\"code\":\"123456\"}".formatted(Api.PASSWORD))
                        .answers(TOO_LONG, 409, off)
                        .answers(CONTROL_CHARACTER, 409, off)
                        .refusedWith(409, off));
        all.add(of(FAN, "POST " + path));
    }

    // ---- money

    private void payments(List<GoodRequest> all) {
        Answer toConfirm = made.prepared(made.hold(made.fan, made.fanId), made.fan);
        Answer toCancel = made.prepared(made.hold(made.fan, made.fanId), made.fan);
        String others =
                made.prepared(made.hold(made.otherFan, made.otherFanId), made.otherFan)
                        .text("paymentId");
        String toPay = made.checkedOut(made.hold(made.fan, made.fanId), made.fan);
        String notMine = made.checkedOut(made.hold(made.otherFan, made.otherFanId), made.otherFan);
        all.add(of(FAN, "GET /api/payments/methods"));
        all.add(of(FAN, "GET /api/payments").query("page", "0").query("size", "20"));
        all.add(of(FAN, "GET /api/payments/{id}").path("id", toConfirm.text("paymentId"), others));
        all.add(of(FAN, "GET /api/users/me/points").query("page", "0").query("size", "20"));
        all.add(
                of(FAN, "POST /api/payments")
                        .body(TestSale.payForm(toPay))
                        .optional("channelKey", "points")
                        .foreignInBody("paymentOrder", notMine, made.pass(made.sale, made.fanId)));
        all.add(
                of(FAN, "POST /api/payments/confirm")
                        .body(made.confirmForm(toConfirm))
                        .foreignInBody("paymentId", others));
        all.add(
                of(FAN, "POST /api/payments/{id}/cancel")
                        .path("id", toCancel.text("paymentId"), others));
        webhook(all);
    }

    private void webhook(List<GoodRequest> all) {
        String told = "{\"type\":\"Transaction.Ready\",\"data\":{\"paymentId\":\"nobody-s\"}}";
        GoodRequest webhook =
                of(ANYBODY, "POST /api/payments/webhooks/portone")
                        .body(told)
                        .exempt(MEDIA_TYPE, "body", "signed bytes, whatever they are called");
        TestSale.signed(told).forEach((name, value) -> webhook.header(name, value));
        for (BadInput kind : BadInput.values()) {
            webhook.answers(kind, 401, "the signature is over the whole body");
        }
        all.add(webhook);
    }

    private static GoodRequest of(Who who, String endpoint) {
        return GoodRequest.of(who, endpoint);
    }
}
