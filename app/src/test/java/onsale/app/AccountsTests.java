package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import onsale.app.Api.Answer;
import onsale.testkit.Node;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Accounts as a fan meets them: over HTTP, through the front, on two nodes with different roles.
 */
class AccountsTests {

    @SuppressWarnings("NullAway.Init")
    private static SharedNode shared;

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static String url;

    @SuppressWarnings("NullAway.Init")
    private static Node other;

    @SuppressWarnings("NullAway.Init")
    private static String elsewhere;

    @BeforeAll
    static void start() {
        shared = SharedNode.get();
        api = shared.api;
        url = shared.url;
        other =
                shared.stores.startNode(
                        api.settings(
                                "--roles=queue",
                                "--set=onsale.auth.jwks-url=" + url + "/.well-known/jwks.json"));
        elsewhere = other.url();
    }

    @AfterAll
    static void stop() throws Exception {
        other.close();
    }

    @Test
    void fromSignUpToLogout() {
        Answer created = api.signUp(url, "Mina@Fans.example", "김미나");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.response().headers().firstValue("location")).hasValue("/api/users/me");

        Answer in = api.login(url, "mina@fans.example", Api.PASSWORD);
        assertThat(in.status()).isEqualTo(200);
        assertThat(in.body().path("expiresInSeconds").asInt(0)).isEqualTo(3600);
        assertThat(in.body().path("missingTerms").size()).isZero();

        Answer me = api.get(url + "/api/users/me", in.text("accessToken"));
        assertThat(me.status()).isEqualTo(200);
        assertThat(me.text("userId")).isEqualTo(created.text("userId"));
        assertThat(me.text("email")).isEqualTo("mina@fans.example");
        assertThat(me.text("name")).isEqualTo("김미나");
        assertThat(me.text("phone")).isEqualTo("01012345678");
        assertThat(me.response().headers().firstValue("cache-control")).hasValue("no-store");

        Answer again = api.refresh(url, in.text("refreshToken"));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("refreshToken")).isNotEqualTo(in.text("refreshToken"));
        assertThat(accepted(elsewhere, again.text("accessToken"))).isTrue();

        assertThat(api.logout(url, again.text("refreshToken"), again.text("accessToken")).status())
                .isEqualTo(204);

        for (Answer tokens : List.of(in, again)) {
            Answer refused = api.get(url + "/api/users/me", tokens.text("accessToken"));
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.text("code")).isEqualTo("platform.not_signed_in");
            assertThat(api.refresh(url, tokens.text("refreshToken")).text("code"))
                    .isEqualTo("user.session_over");
        }
        assertThat(api.logout(url, again.text("refreshToken"), null).status()).isEqualTo(204);
    }

    @Test
    void aLogoutReachesANodeThatCannotSeeTheDatabaseWithinASecond() {
        api.signUp(url, "far@fans.example", "이먼길");
        Answer in = api.login(url, "far@fans.example", Api.PASSWORD);
        String token = in.text("accessToken");
        assertThat(accepted(elsewhere, token)).isTrue();

        api.post(url + "/api/auth/logout", "{}", token); // by the access token alone

        Wait.until(
                "the other node refuses the token",
                Duration.ofSeconds(1),
                () -> !accepted(elsewhere, token));
        assertThat(api.refresh(url, in.text("refreshToken")).status()).isEqualTo(401);
    }

    @Test
    void nobodyLearnsWhetherAnAddressHasAnAccount() throws Exception {
        api.signUp(url, "known@fans.example", "박아는");

        Answer wrong = api.login(url, "known@fans.example", "not the password");
        Answer unknown = api.login(url, "unknown@fans.example", "not the password");

        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.text("code")).isEqualTo("user.wrong_credentials");
        assertThat(wrong.text("detail")).isEqualTo(unknown.text("detail"));
        assertThat(wrong.text("code")).isEqualTo(unknown.text("code"));
        assertThat(
                        rows(
                                """
                                select ip_address || ' ' || user_agent || ' ' || success || ' '
                                       || failure_reason || ' ' || (user_id is null)
                                from user_service.login_history
                                where not success order by id
                                """))
                .contains(
                        "127.0.0.1 a browser false WRONG_PASSWORD false",
                        "127.0.0.1 a browser false UNKNOWN_EMAIL true");
    }

    @Test
    void conflictsHaveTheirOwnCodes() {
        api.signUp(url, "first@fans.example", "최처음");

        assertThat(api.signUp(url, "second@fans.example", "최처음").text("code"))
                .isEqualTo("user.person_has_account");
        Answer taken = api.signUp(url, "FIRST@fans.example", "최다음");
        assertThat(taken.status()).isEqualTo(409);
        assertThat(taken.text("code")).isEqualTo("user.email_taken");
    }

    @Test
    void whatCannotBeAcceptedIsSaidAndChangesNothing() throws Exception {
        String verified = api.verified("한나쁜");
        String good = api.signUpBody(url, "bad@fans.example", verified);

        for (String bad :
                List.of(
                        good.replace("bad@fans.example", "no address"),
                        good.replace("bad@fans.example", "a@b." + "c".repeat(300)),
                        good.replace(Api.PASSWORD, "short"),
                        good.replace(Api.PASSWORD, "x".repeat(73)),
                        good.replace("\"terms\"", "\"name\": \"한나쁜\", \"terms\""),
                        good.replace("\"terms\"", "\"phone\": \"01012345678\", \"terms\""),
                        good.replace("identity-", "../identity-"),
                        good.replace("SERVICE", "OTHER"),
                        good.replace("2025-11", "v 1"),
                        good.replace("true", "null"),
                        good.replace("\"terms\"", "\"term\""),
                        good.replaceAll("(?s)\"terms\": \\[.*]", "\"terms\": [null]"),
                        good.replaceAll("(?s)\"terms\": \\[.*]", "\"terms\": []"),
                        "[]",
                        "null",
                        "")) {
            assertThat(api.post(url + "/api/auth/signup", bad, null).status())
                    .as(bad)
                    .isEqualTo(400);
        }
        for (String bad :
                List.of(
                        good.replaceFirst("true", "false"),
                        good.replace("PRIVACY", "SERVICE"),
                        good.replace("PRIVACY", "MARKETING"),
                        good.replace(Api.PASSWORD, "한".repeat(25)),
                        good.replaceFirst("2025-11", "2025-10"),
                        good.replace("identity-", "nobody-"))) {
            assertThat(api.post(url + "/api/auth/signup", bad, null).status())
                    .as(bad)
                    .isEqualTo(422);
        }
        for (String bad : List.of("{}", "{\"refreshToken\": {}}", "{\"refreshToken\": null}")) {
            assertThat(api.post(url + "/api/auth/refresh", bad, null).status()).isEqualTo(400);
        }
        for (String bad : List.of("", "x", "-".repeat(43), "a".repeat(200))) {
            assertThat(api.refresh(url, bad).status()).as(bad).isEqualTo(401);
            assertThat(api.logout(url, bad, null).status()).as(bad).isEqualTo(204);
        }
        assertThat(api.post(url + "/api/auth/logout", "{}", null).status()).isEqualTo(401);
        assertThat(api.login(url, "bad@fans.example", "x".repeat(150)).status()).isEqualTo(401);
        assertThat(api.get(url + "/api/users/me", null).status()).isEqualTo(401);

        Answer used = api.post(url + "/api/auth/signup", good, null);
        assertThat(used.text("code")).as("its challenge").isEqualTo("user.challenge_failed");
        Answer without =
                api.post(
                        url + "/api/auth/signup",
                        good.replaceFirst("\"challenge\": \"[^\"]*\",", ""),
                        null);
        assertThat(without.text("code")).isEqualTo("user.challenge_required");
        String fresh = api.signUpBody(url, "bad@fans.example", verified);
        assertThat(api.post(url + "/api/auth/signup", fresh, null).status()).isEqualTo(201);
    }

    @Test
    void aMemberSeesLoginsChangesThePasswordAndSignsOutEverywhere() {
        api.signUp(url, "careful@fans.example", "조심이");
        Answer in = api.login(url, "careful@fans.example", Api.PASSWORD);
        String token = in.text("accessToken");
        api.login(url, "careful@fans.example", "not the password");
        Answer known =
                api.post(
                        url + "/api/auth/login",
                        "{\"email\":\"careful@fans.example\",\"password\":\"%s\",\"deviceToken\":\"%s\"}"
                                .formatted(Api.PASSWORD, in.text("deviceToken")),
                        null);
        assertThat(known.text("deviceToken")).isEqualTo(in.text("deviceToken"));
        api.login(url, "careful@fans.example", Api.PASSWORD);

        var logins = api.get(url + "/api/users/me/logins", token).body().path("items");
        assertThat(logins.size()).isEqualTo(4);
        assertThat(logins.get(0).path("suspicions").toString()).isEqualTo("[\"NEW_DEVICE\"]");
        assertThat(logins.get(1).path("suspicions").toString()).isEqualTo("[]");
        assertThat(logins.get(2).path("success").asBoolean(true)).isFalse();

        Answer english =
                api.send(
                        "PUT",
                        url + "/api/users/me",
                        token,
                        "{\"language\":\"EN\"}",
                        "application/json");
        assertThat(english.text("language")).isEqualTo("EN");
        String change = "{\"currentPassword\":\"%s\",\"newPassword\":\"a new long password\"}";
        Answer wrong =
                api.send(
                        "PUT",
                        url + "/api/users/me/password",
                        token,
                        change.formatted("not it"),
                        "application/json");
        assertThat(wrong.text("code")).isEqualTo("user.wrong_password");
        Answer changed =
                api.send(
                        "PUT",
                        url + "/api/users/me/password",
                        token,
                        change.formatted(Api.PASSWORD),
                        "application/json");
        assertThat(changed.status()).isEqualTo(204);
        assertThat(api.get(url + "/api/users/me", token).status()).isEqualTo(200);
        assertThat(api.get(url + "/api/users/me", known.text("accessToken")).status())
                .isEqualTo(401);

        assertThat(api.delete(url + "/api/users/me/sessions", token).status()).isEqualTo(204);
        assertThat(api.get(url + "/api/users/me", token).status()).isEqualTo(401);
        assertThat(api.login(url, "careful@fans.example", "a new long password").status())
                .isEqualTo(200);
    }

    @Test
    void theTermsAreReadByAnybodyAndAnsweredByMembers() {
        Answer published = api.get(url + "/api/terms", null);
        assertThat(published.status()).isEqualTo(200);
        assertThat(published.body().path("inForce").size()).isEqualTo(3);
        assertThat(published.body().path("inForce").toString())
                .contains("서비스 이용약관", "Terms of service", "\"required\":false");

        api.signUp(url, "terms@fans.example", "약관이");
        String token = api.login(url, "terms@fans.example", Api.PASSWORD).text("accessToken");
        String news =
                "{\"terms\":[{\"type\":\"MARKETING\",\"version\":\"2025-11\",\"agreed\":true}]}";
        assertThat(api.post(url + "/api/users/me/terms", news, token).status()).isEqualTo(200);
        Answer mine = api.get(url + "/api/users/me/terms", token);
        assertThat(mine.body().path("answers").size()).isEqualTo(3);
        assertThat(mine.body().path("missing").size()).isZero();
        Answer refused =
                api.post(
                        url + "/api/users/me/terms",
                        news.replace("MARKETING", "SERVICE").replace("true", "false"),
                        token);
        assertThat(refused.text("code")).isEqualTo("user.terms_required");
    }

    @Test
    void theCallsAreDescribed() {
        var paths = api.get(url + "/v3/api-docs", null).body().path("paths");

        assertThat(paths.propertyNames())
                .contains(
                        "/api/auth/signup",
                        "/api/auth/login",
                        "/api/auth/refresh",
                        "/api/auth/logout",
                        "/api/users/me",
                        "/.well-known/jwks.json");
        assertThat(paths.path("/api/auth/logout").path("post").path("parameters").toString())
                .doesNotContain("user");
    }

    @Test
    void theKeysArePublic() {
        Answer keys = api.get(url + "/.well-known/jwks.json", null);

        assertThat(keys.status()).isEqualTo(200);
        assertThat(keys.body().path("keys")).isNotEmpty();
        keys.body()
                .path("keys")
                .forEach(key ->
                        assertThat(key.propertyNames())
                                .containsExactlyInAnyOrder("kty", "use", "alg", "kid", "n", "e"));
        assertThat(keys.response().headers().firstValue("cache-control").orElse(""))
                .contains("max-age=300");
    }

    /** The call itself is refused for another reason. */
    private static boolean accepted(String node, String token) {
        return api.post(node + "/api/queue/extend", "{}", token).status() == 403;
    }

    private static List<String> rows(String sql) throws Exception {
        try (Connection admin = shared.stores.admin();
                var statement = admin.createStatement();
                var result = statement.executeQuery(sql)) {
            List<String> rows = new java.util.ArrayList<>();
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        }
    }
}
