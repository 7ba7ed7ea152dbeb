package onsale.app;

import static onsale.app.BadInput.BAD_VALUE;
import static onsale.app.BadInput.MISSING;
import static onsale.app.BadInput.NULL;
import static onsale.app.BadInput.UNKNOWN_ID;
import static onsale.app.BadInput.WRONG_TYPE;
import static onsale.app.GoodRequest.Who.ANYBODY;
import static onsale.app.GoodRequest.Who.FAN;
import static onsale.app.GoodRequest.Who.OPERATOR;
import static onsale.app.GoodRequest.Who.ORGANISER;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import onsale.app.Api.Answer;
import onsale.app.GoodRequest.Who;
import onsale.testkit.Wait;
import tools.jackson.databind.JsonNode;

/** A good request for each endpoint of notifications, webhooks and API keys. */
final class GoodIntegrationRequests {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String SUBSCRIPTION = "keys belong to a browser's subscription";

    private final Api api;
    private final TestSale made;

    GoodIntegrationRequests(Api api, TestSale made) {
        this.api = api;
        this.made = made;
    }

    void addTo(List<GoodRequest> all) {
        notifications(all);
        reminders(all);
        apiKeys(all);
        webhooks(all);
        all.add(
                of(OPERATOR, "GET /api/admin/notifications")
                        .query("state", "FAILED")
                        .query("channel", "EMAIL")
                        .query("page", "0")
                        .query("size", "20"));
        all.add(
                of(OPERATOR, "POST /api/admin/notifications/resend")
                        .body("{\"channel\":\"EMAIL\",\"usefulForHours\":24,\"max\":10}")
                        .optional("channel"));
    }

    private static void notifications(List<GoodRequest> all) {
        String path = "/api/users/me/notifications";
        all.add(of(FAN, "GET " + path));
        all.add(
                of(FAN, "PUT " + path)
                        .body("{\"choices\":[{\"matter\":\"BOOKING\",\"channels\":[\"EMAIL\"]}]}")
                        .exempt(WRONG_TYPE, "choices\\[0].channels", "an empty list is a list"));
        all.add(
                of(FAN, "POST " + path + "/devices")
                        .body(
                                """
                                {"kind":"BROWSER","language":"KO","address":"https://push.example/1",
                                 "p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                                 "auth":"BTBZMqHH6r4Tts7J_aSIgg"}
                                """)
                        .answers(MISSING, 422, SUBSCRIPTION)
                        .answers(NULL, 422, SUBSCRIPTION));
        all.add(
                of(FAN, "POST " + path + "/devices/forget")
                        .body("{\"address\":\"https://push.example/2\"}"));
    }

    private void reminders(List<GoodRequest> all) {
        String path = "/api/users/me/reminders";
        String upcoming = made.schedule(made.show, 9, 1);
        Wait.until(
                "the announced sale is known",
                SOON,
                () ->
                        api.send("PUT", made.url + path + "/" + upcoming, made.fan, null, null)
                                        .status()
                                == 204);
        all.add(of(FAN, "GET " + path));
        all.add(
                of(FAN, "PUT " + path + "/{scheduleId}")
                        .path("scheduleId", upcoming, made.sale.toString(), made.show));
        all.add(
                of(FAN, "DELETE " + path + "/{scheduleId}")
                        .path("scheduleId", upcoming)
                        .exempt(UNKNOWN_ID, ".*scheduleId", "without a reminder nothing changes"));
    }

    private void apiKeys(List<GoodRequest> all) {
        String path = "/api/admin/api-keys";
        String form =
                """
                {"name":"매표소","scopes":["events:read"],"perMinute":60,"expiresAt":"%s"}
                """
                        .formatted(Instant.now().plus(Duration.ofDays(30)));
        Answer used = created(path, form, made.organiser);
        String toRotate = id(created(path, form, made.organiser), "key");
        String toRevoke = id(created(path, form, made.organiser), "key");
        String admins = id(created(path, form, made.admin), "key");
        all.add(of(ORGANISER, "GET " + path).query("page", "0").query("size", "20"));
        all.add(of(ORGANISER, "POST " + path).body(form).optional("expiresAt"));
        all.add(
                of(ORGANISER, "POST " + path + "/{id}/rotate")
                        .path("id", toRotate, admins)
                        .body("{\"oldForHours\":1}"));
        all.add(of(ORGANISER, "DELETE " + path + "/{id}").path("id", toRevoke, admins));
        all.add(
                of(ANYBODY, "POST /api/auth/token")
                        .body("{\"apiKey\":\"%s\"}".formatted(used.text("apiKey")))
                        .answers(BAD_VALUE, 401, "it is no key"));
    }

    /** Paused, so that nothing is sent while the tables are watched. */
    private void webhooks(List<GoodRequest> all) {
        String path = "/api/admin/webhooks";
        String form =
                """
                {"url":"https://hooks.integrator.example/1","description":"desk",
                 "eventTypes":["reservation.confirmed"]}
                """;
        String webhook = id(created(path, form, made.organiser), "webhook");
        String admins = id(created(path, form, made.admin), "webhook");
        String toDelete = id(created(path, form, made.organiser), "webhook");
        for (String id : List.of(webhook, admins, toDelete)) {
            created(path + "/" + id + "/pause", "{\"paused\":true}", made.admin);
        }
        String delivery = delivery(webhook);
        all.add(of(ORGANISER, "GET " + path).query("page", "0").query("size", "20"));
        all.add(of(ORGANISER, "POST " + path).body(form).optional("description"));
        all.add(
                of(ORGANISER, "PUT " + path + "/{id}")
                        .path("id", webhook, admins)
                        .body(form)
                        .optional("description"));
        all.add(
                of(ORGANISER, "POST " + path + "/{id}/pause")
                        .path("id", webhook, admins)
                        .body("{\"paused\":true}"));
        all.add(of(ORGANISER, "POST " + path + "/{id}/secret").path("id", webhook, admins));
        all.add(
                of(ORGANISER, "GET " + path + "/{id}/deliveries")
                        .path("id", webhook, admins)
                        .query("page", "0")
                        .query("size", "20"));
        all.add(
                of(ORGANISER, "POST " + path + "/{id}/deliveries/{eventId}/redeliver")
                        .path("id", webhook, admins)
                        .path("eventId", delivery));
        all.add(of(ORGANISER, "DELETE " + path + "/{id}").path("id", toDelete, admins));
    }

    /** Of a purchase that the endpoint is to hear of. */
    private String delivery(String webhook) {
        String bought = made.bought();
        String[] found = {""};
        Wait.until(
                "the webhook's log has " + bought,
                SOON,
                () -> {
                    JsonNode items =
                            api.get(
                                            made.url
                                                    + "/api/admin/webhooks/"
                                                    + webhook
                                                    + "/deliveries",
                                            made.organiser)
                                    .body()
                                    .path("items");
                    found[0] = items.isEmpty() ? "" : items.get(0).path("eventId").asString();
                    return !found[0].isEmpty();
                });
        return found[0];
    }

    private Answer created(String path, String form, String token) {
        Answer answer = api.post(made.url + path, form, token);
        if (answer.status() / 100 != 2) {
            throw new AssertionError(path + ": " + answer.response().body());
        }
        return answer;
    }

    private static String id(Answer answer, String of) {
        return answer.body().path(of).path("id").asString();
    }

    private static GoodRequest of(Who who, String endpoint) {
        return GoodRequest.of(who, endpoint);
    }
}
