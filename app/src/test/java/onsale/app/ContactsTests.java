package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.platform.internal.InternalSettings;
import org.junit.jupiter.api.Test;

/** The first request between contexts: addresses for whoever sends. */
class ContactsTests {

    private static final String PATH = "/internal/contacts";

    private final SharedNode node = SharedNode.get();
    private final Api api = node.api;
    private final String inside = node.node.managementUrl();
    private final String key = node.stores.secret().derive(InternalSettings.DERIVED_KEY).value();

    @Test
    void aContactIsReadWithTheServiceKeyAndTheReadingIsAudited() throws Exception {
        String email = "contact@fans.example";
        String id = api.signUp(node.url, email, "김연락").text("userId");

        Answer answer = asked(inside, body(id), key);

        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        var contact = answer.body().path("items").get(0);
        assertThat(contact.path("email").asString()).isEqualTo(email);
        assertThat(contact.path("emailVerified").asBoolean()).isFalse();
        assertThat(answer.body().path("items").size()).as("the unknown one is left out").isOne();
        assertThat(audited(id)).isPositive();
    }

    /** The canary is the test above: with the key the same request is answered. */
    @Test
    void nobodyElseReadsOne() {
        String body = body(UUID.randomUUID().toString());
        String organiser = node.token(CurrentUser.ADMIN);

        assertThat(asked(node.url, body, key).status()).as("from outside").isEqualTo(404);
        assertThat(asked(inside, body, key + "0").status()).isEqualTo(403);
        assertThat(api.post(inside + PATH, body, organiser).status()).isEqualTo(403);
    }

    @Test
    void aQuestionHasAForm() {
        assertThat(asked(inside, "{\"caller\":\"notification\",\"userIds\":[]}", key).status())
                .isEqualTo(400);
        assertThat(asked(inside, "{\"caller\":\"Somebody Else\"}", key).status()).isEqualTo(400);
    }

    private Answer asked(String at, String body, String serviceKey) {
        return api.send(
                "POST", at + PATH, null, body, "application/json", "X-Service-Key", serviceKey);
    }

    private static String body(String id) {
        return "{\"caller\":\"notification\",\"userIds\":[\"%s\",\"%s\"]}"
                .formatted(id, UUID.randomUUID());
    }

    private long audited(String id) throws Exception {
        try (var connection = node.stores.admin();
                var statement =
                        connection.prepareStatement(
                                """
                                select count(*) from (
                                    select action, after_json from common.audit_entries
                                    union all select action, after_json from common.audit) a
                                where action = 'contact.read' and after_json like ?
                                """)) {
            statement.setString(1, "%" + id + "%");
            try (var rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }
}
