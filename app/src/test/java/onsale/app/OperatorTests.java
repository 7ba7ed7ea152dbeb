package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What operators see of the platform and do to accounts and waiting rooms, over HTTP. */
class OperatorTests {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final SharedNode node = SharedNode.get();
    private final Api api = node.api;
    private final String url = node.url;
    private final String operator = node.token(CurrentUser.OPERATOR);
    private final String admin = node.token(CurrentUser.ADMIN);

    private JsonNode items(String path) {
        Answer answer = api.get(url + path, operator);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.body().path("items");
    }

    private Answer ask(String path, String token) {
        return api.post(url + path, "{\"reason\":\"found to be a robot\"}", token);
    }

    @Test
    void whoIsLockedIsSignedOutAtOnceAndCannotLogIn() {
        String email = "locked-%s@fans.example".formatted(UUID.randomUUID());
        String id = api.signUp(url, email, "문잠김").text("userId");
        String token = api.login(url, email, Api.PASSWORD).text("accessToken");
        String path = "/api/admin/accounts/" + id;

        Answer locked = ask(path + "/lock", operator);
        Answer again = ask(path + "/lock", operator);

        assertThat(locked.body().path("changed").asBoolean()).isTrue();
        assertThat(locked.body().path("sessionsEnded").asInt()).isEqualTo(1);
        assertThat(again.text("status")).isEqualTo("INACTIVE");
        assertThat(again.body().path("changed").asBoolean()).isFalse();
        assertThat(api.get(url + "/api/users/me", token).status()).isEqualTo(401);
        assertThat(api.login(url, email, Api.PASSWORD).text("code")).isEqualTo("user.locked");

        Answer unlocked = ask(path + "/unlock", operator);

        assertThat(unlocked.text("status")).isEqualTo("ACTIVE");
        // the canary: only the lock kept them out
        assertThat(api.login(url, email, Api.PASSWORD).status()).isEqualTo(200);
        Wait.until(
                "both are in the audit, with the reason",
                SOON,
                () ->
                        items("/api/admin/audit?action=account.&subject=" + id)
                                        .valueStream()
                                        .filter(one ->
                                                one.path("after").asString().contains("robot"))
                                        .count()
                                == 3);
    }

    @Test
    void nobodyIsLockedWhoMayNotBe() throws Exception {
        String email = "staff-%s@fans.example".formatted(UUID.randomUUID());
        String id = api.signUp(url, email, "임직원").text("userId");
        try (var connection = node.stores.admin();
                var statement = connection.createStatement()) {
            statement.execute(
                    "update user_service.users set role = 'OPERATOR' where id = '%s'"
                            .formatted(id));
        }
        String path = "/api/admin/accounts/";

        assertThat(ask(path + id + "/lock", operator).text("code"))
                .isEqualTo("user.not_to_be_locked");
        assertThat(ask(path + UUID.randomUUID() + "/lock", operator).status()).isEqualTo(404);
        assertThat(ask(path + id + "/lock", node.token(CurrentUser.USER)).status()).isEqualTo(403);
        assertThat(ask(path + id + "/lock", node.token(CurrentUser.ORGANISER)).status())
                .isEqualTo(403);
        // the canary: an administrator may
        assertThat(ask(path + id + "/lock", admin).status()).isEqualTo(200);
    }

    @Test
    void eachNodeSaysHowItIs() {
        JsonNode[] found = new JsonNode[1];
        Wait.until(
                "this node is ready, and so is all it needs",
                SOON,
                () -> {
                    found[0] =
                            items("/api/admin/nodes")
                                    .valueStream()
                                    .filter(one -> one.path("state").asString().equals("READY"))
                                    .findFirst()
                                    .orElse(null);
                    return found[0] != null && found[0].path("servers").size() == 4;
                });
        assertThat(found[0].path("roles").size()).isEqualTo(Role.values().length);
        assertThat(
                        found[0].path("servers")
                                .valueStream()
                                .map(server -> server.path("name").asString()))
                .containsExactlyInAnyOrder("postgres", "redis", "kafka", "provider");
    }

    @Test
    void jobsOfAllContextsHaveALastAndANextRun() {
        // a job that runs rarely: one that runs often keeps its lease between the runs
        List<JsonNode> jobs =
                items("/api/admin/jobs?size=100")
                        .valueStream()
                        .filter(job -> job.path("job").asString().equals("purge-messages"))
                        .toList();
        assertThat(jobs.stream().map(job -> job.path("context").asString()))
                .contains("reservation", "payment", "ops");
        assertThat(jobs)
                .allMatch(job ->
                        job.path("dueAt").asString().compareTo(job.path("startedAt").asString())
                                > 0);
    }

    @Test
    void settingsTellTheirSourceAndNoSecret() {
        List<JsonNode> secrets = items("/api/admin/settings?query=secret").valueStream().toList();

        assertThat(secrets).isNotEmpty();
        Answer all = api.get(url + "/api/admin/settings?size=100", operator);
        assertThat(all.response().body())
                .doesNotContain("portone-secret", node.stores.secret().value());
        JsonNode mailbox = items("/api/admin/settings?query=onsale.mail.mailbox").get(0);
        assertThat(mailbox.path("value").asString()).isEqualTo("true");
        assertThat(mailbox.path("source").asString()).isNotEqualTo("default");
        assertThat(
                        items("/api/admin/settings?changedOnly=true&size=100")
                                .valueStream()
                                .map(one -> one.path("source").asString()))
                .doesNotContain("default");
    }

    @Test
    void theChainOfTheAuditIsVerifiedAndAForgeryFound() throws Exception {
        Answer whole = api.post(url + "/api/admin/audit/verify", "", operator);

        assertThat(whole.body().path("whole").asBoolean()).as(whole.response().body()).isTrue();
        Wait.until("there is a row", SOON, () -> !items("/api/admin/audit").isEmpty());
        long seq = items("/api/admin/audit?size=1").get(0).path("seq").asLong();
        forge(seq, "address = '10.0.0.1' || address");
        try {
            Answer broken = api.post(url + "/api/admin/audit/verify", "", operator);
            assertThat(broken.body().path("whole").asBoolean()).isFalse();
            assertThat(broken.body().path("problems").get(0).asString()).contains("" + seq);
        } finally {
            forge(seq, "address = substr(address, 9)");
        }
    }

    private void forge(long seq, String change) throws Exception {
        try (var connection = node.stores.admin();
                var statement = connection.createStatement()) {
            statement.execute("update common.audit set %s where seq = %d".formatted(change, seq));
        }
    }

    @Test
    void whoWaitsReadsWhatOperatorsTell() {
        Organiser organiser = new Organiser(api, url, admin);
        String schedule =
                organiser.schedule(
                        organiser.openEvent(
                                "{\"rows\":[\"A\"],\"seatsPerRow\":10,\"gradeMapping\":{\"A\":\"R\"}}",
                                70_000),
                        true);
        String path = url + "/api/admin/queue/" + schedule;
        Wait.until(
                "the waiting room is there",
                SOON,
                () ->
                        api.send("PATCH", path, admin, "{\"paused\":true}", "application/json")
                                        .status()
                                == 200);
        Answer[] entered = new Answer[1];
        Wait.until(
                "the line is open",
                SOON,
                () -> {
                    entered[0] =
                            api.post(
                                    url + "/api/queue/enter",
                                    "{\"scheduleId\":\"%s\"}".formatted(schedule),
                                    node.token(CurrentUser.USER));
                    return entered[0].status() == 200;
                });

        Answer told =
                api.send(
                        "PATCH",
                        path,
                        operator,
                        "{\"noticeKo\":\" 10분 뒤 \\\"다시\\\" 시작해요 \",\"noticeEn\":\"\"}",
                        "application/json");

        assertThat(told.text("noticeKo")).isEqualTo("10분 뒤 \"다시\" 시작해요");
        Wait.until(
                "the fan reads it",
                SOON,
                () -> {
                    JsonNode notice = status(schedule, entered[0]).path("notice");
                    return notice.path("ko").asString("").equals("10분 뒤 \"다시\" 시작해요")
                            && !notice.has("en");
                });
        api.send("PATCH", path, operator, "{\"noticeKo\":\"\"}", "application/json");
        Wait.until("it was taken back", SOON, () -> !status(schedule, entered[0]).has("notice"));
    }

    private JsonNode status(String schedule, Answer entered) {
        return api.send(
                        "GET",
                        url + "/api/queue/status?scheduleId=" + schedule,
                        null,
                        null,
                        null,
                        "X-Queue-Receipt",
                        entered.text("receipt"))
                .body();
    }
}
