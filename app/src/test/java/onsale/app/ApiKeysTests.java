package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Programs of organisers: what their keys open, how often, and until when. */
class ApiKeysTests {

    @SuppressWarnings("NullAway.Init")
    private static SharedNode node;

    @SuppressWarnings("NullAway.Init")
    private static String organiser;

    private final Api api = node.api;
    private final String events = node.url + "/api/admin/events";
    private final String keys = node.url + "/api/admin/api-keys";

    /** With an account, which keys belong to. */
    @BeforeAll
    static void start() throws SQLException {
        node = SharedNode.get();
        String email = "programs@fans.example";
        String id = node.api.signUp(node.url, email, "정기획").text("userId");
        try (var connection = node.stores.admin();
                var statement = connection.createStatement()) {
            statement.execute(
                    "update user_service.users set role = 'ORGANISER' where id = '%s'"
                            .formatted(id));
        }
        organiser = node.api.login(node.url, email, Api.PASSWORD).text("accessToken");
    }

    @Test
    void aKeyOpensWhatItsScopesSay() {
        Answer made = key("[\"events:read\"]", 60);
        String program = token(made);

        assertThat(api.get(events, program).status()).isEqualTo(200);
        assertThat(api.post(events, "{}", program).status()).isEqualTo(403);
        assertThat(api.get(keys, program).status()).as("no key makes keys").isEqualTo(403);
        assertThat(api.get(node.url + "/api/users/me", program).status()).isEqualTo(403);
        assertThat(api.get(node.url + "/api/admin/webhooks", program).status()).isEqualTo(403);
        assertThat(lastUsed(made)).isNotEmpty();
    }

    /** The canary: the same requests of the key's owner pass. */
    @Test
    void thePersonMayWhatTheKeyMayNot() {
        assertThat(api.post(events, "{}", organiser).status()).isEqualTo(400);
        assertThat(api.get(keys, organiser).status()).isEqualTo(200);
    }

    @Test
    void aKeyHasALimitOfItsOwn() {
        String program = token(key("[\"events:read\"]", 3));

        for (int i = 0; i < 3; i++) {
            assertThat(api.get(events, program).status()).isEqualTo(200);
        }
        Answer refused = api.get(events, program);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.response().headers().firstValue("Retry-After")).isPresent();
        assertThat(api.get(events, organiser).status()).isEqualTo(200);
    }

    @Test
    void aRevokedKeyAndItsTokensAreGoodForNothing() {
        Answer made = key("[\"events:read\"]", 60);
        String program = token(made);
        assertThat(api.get(events, program).status()).isEqualTo(200);

        assertThat(api.send("DELETE", keys + "/" + id(made), organiser, null, null).status())
                .isEqualTo(204);

        assertThat(api.get(events, program).status()).isEqualTo(401);
        assertThat(exchanged(made.text("apiKey")).status()).isEqualTo(401);
    }

    @Test
    void afterARotationBothSecretsAreGoodUntilTheOldOneEnds() {
        Answer made = key("[\"events:read\"]", 60);
        Answer rotated =
                api.post(keys + "/" + id(made) + "/rotate", "{\"oldForHours\":1}", organiser);
        assertThat(exchanged(made.text("apiKey")).status()).isEqualTo(200);
        assertThat(exchanged(rotated.text("apiKey")).status()).isEqualTo(200);

        Answer again =
                api.post(keys + "/" + id(made) + "/rotate", "{\"oldForHours\":0}", organiser);

        assertThat(exchanged(made.text("apiKey")).status()).isEqualTo(401);
        assertThat(exchanged(rotated.text("apiKey")).status()).isEqualTo(401);
        assertThat(exchanged(again.text("apiKey")).status()).isEqualTo(200);
    }

    @Test
    void aKeyOfAnotherOrganiserDoesNotExist() {
        String path = keys + "/" + id(key("[\"events:read\"]", 60));
        String other = node.token(CurrentUser.ORGANISER);

        assertThat(api.send("DELETE", path, other, null, null).status()).isEqualTo(404);
        assertThat(api.post(path + "/rotate", "{\"oldForHours\":1}", other).status())
                .isEqualTo(404);
    }

    private Answer key(String scopes, int perMinute) {
        Answer made =
                api.post(
                        keys,
                        "{\"name\":\"desk\",\"scopes\":%s,\"perMinute\":%d}"
                                .formatted(scopes, perMinute),
                        organiser);
        assertThat(made.status()).as(made.response().body()).isEqualTo(201);
        return made;
    }

    private String token(Answer made) {
        Answer answer = exchanged(made.text("apiKey"));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.text("accessToken");
    }

    private Answer exchanged(String key) {
        return api.post(node.url + "/api/auth/token", "{\"apiKey\":\"%s\"}".formatted(key), null);
    }

    private String lastUsed(Answer made) {
        return api.get(keys, organiser)
                .body()
                .path("items")
                .valueStream()
                .filter(one -> one.path("id").asString().equals(id(made)))
                .map(one -> one.path("lastUsedAt").asString(""))
                .findFirst()
                .orElse("");
    }

    private static String id(Answer made) {
        return made.body().path("key").path("id").asString();
    }
}
