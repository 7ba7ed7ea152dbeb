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

/** Accounts as a fan meets them: over HTTP, through the door, on two nodes with different roles. */
class AccountsTests {

    private static final int STATUS_LIMIT = 54_321;

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
                                "--set=onsale.limits.status-per-minute=" + STATUS_LIMIT,
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
        String good = Api.signUpBody("bad@fans.example", "한나쁜", api.verified("한나쁜"));

        for (String bad :
                List.of(
                        good.replace("bad@fans.example", "no address"),
                        good.replace("bad@fans.example", "a@b." + "c".repeat(300)),
                        good.replace(Api.PASSWORD, "short"),
                        good.replace(Api.PASSWORD, "x".repeat(73)),
                        good.replace("\"한나쁜\"", "\"\""),
                        good.replace("\"한나쁜\"", "\"a\\u0000b\""),
                        good.replace("\"한나쁜\"", "null"),
                        good.replace("010-1234-5678", "call me"),
                        good.replace("identity-", "../identity-"),
                        good.replace("SERVICE", "OTHER"),
                        good.replace("v1.0", "v 1"),
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
                        good.replace("\"한나쁜\"", "\"다른이\""),
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

        assertThat(api.post(url + "/api/auth/signup", good, null).status()).isEqualTo(201);
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

    /** Whether a node knows who this is: then it counts the call for the user too. */
    private static boolean accepted(String node, String token) {
        return api.get(node + "/api/queue/any", token)
                .response()
                .headers()
                .firstValue("ratelimit-limit")
                .orElse("")
                .equals("" + STATUS_LIMIT);
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
