package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From the description of the API a client knows every answer and every problem. */
class DescriptionTests {

    /** Good answers that have no body and are not 204. */
    private static final Set<String> EMPTY_ANSWERS =
            Set.of(
                    "POST /api/payments/webhooks/portone",
                    // accepted: what comes of it shows in the reservation
                    "POST /api/reservations/{id}/abandon");

    private final SharedNode shared = SharedNode.get();

    @Test
    void everyOperationSaysWhatItAnswersAndHowItRefuses() {
        ApiDescription description =
                new ApiDescription(shared.api.get(shared.url + "/v3/api-docs", null).body());

        assertThat(description.endpoints()).hasSizeGreaterThan(50);
        assertThat(complaints(description)).isEmpty();
        assertThat(description.operation("GET /api/queue/stream").path("responses").path("200"))
                .asString()
                .contains("text/event-stream");
    }

    /** The web app's types are generated from a file, since its build starts no platform. */
    @Test
    void theWebAppIsBuiltFromThisDescription() throws IOException {
        String kept = Files.readString(Path.of("..", "web", "openapi.json"));

        assertThat(JsonMapper.shared().readTree(kept))
                .as("web/openapi.json is old: run ./onsale serve, and ./onsale web describe beside")
                .isEqualTo(shared.api.get(shared.url + "/v3/api-docs", null).body());
    }

    @Test
    void anOperationThatDoesNotSayIsFound() {
        assertThat(complaints(planted("{\"200\":{\"content\":{\"a/b\":{\"schema\":{}}}}}")))
                .contains("GET / 200 has a part without a type");
        assertThat(complaints(planted("{\"200\":{\"description\":\"OK\"}}")))
                .contains("GET / 200 has no schema");
        assertThat(complaints(planted("{\"default\":{\"description\":\"Any\"}}")))
                .contains("GET / has no good answer");
        assertThat(
                        complaints(
                                planted(
                                        """
                                        {"200":{"content":{"a/b":{"schema":{"type":"array","items":
                                          {"type":"object","properties":{"id":{"type":"string"},
                                            "value":{}}}}}}}}
                                        """)))
                .containsExactly(
                        "GET / 200 has a part without a type", "GET / lists no problem codes");
        assertThat(complaints(planted("{\"204\":{}}")))
                .containsExactly("GET / lists no problem codes");
    }

    private static ApiDescription planted(String responses) {
        return new ApiDescription(
                JsonMapper.shared()
                        .readTree(
                                "{\"paths\":{\"/\":{\"get\":{\"responses\":%s}}}}"
                                        .formatted(responses)));
    }

    private static List<String> complaints(ApiDescription description) {
        List<String> complaints = new ArrayList<>();
        for (String endpoint : description.endpoints()) {
            JsonNode responses = description.operation(endpoint).path("responses");
            Set<String> listed = new TreeSet<>();
            boolean answers = false;
            for (String status : responses.propertyNames()) {
                JsonNode response = responses.path(status);
                if (status.startsWith("2")) {
                    answers = true;
                    good(description, endpoint, status, response, complaints);
                } else if (!status.equals("default")) {
                    response.path("content")
                            .path("application/problem+json")
                            .path("schema")
                            .path("allOf")
                            .path(1)
                            .path("properties")
                            .path("code")
                            .path("enum")
                            .forEach(code -> listed.add(code.asString()));
                }
            }
            if (!answers) {
                complaints.add(endpoint + " has no good answer");
            }
            if (listed.isEmpty() || !listed.equals(description.problemCodes(endpoint))) {
                complaints.add(endpoint + " lists no problem codes");
            }
        }
        return complaints;
    }

    private static void good(
            ApiDescription description,
            String endpoint,
            String status,
            JsonNode response,
            List<String> complaints) {
        if (!response.has("content")) {
            if (!status.equals("204") && !EMPTY_ANSWERS.contains(endpoint)) {
                complaints.add("%s %s has no schema".formatted(endpoint, status));
            }
            return;
        }
        response.path("content")
                .forEach(media -> {
                    if (!isTyped(description, media.path("schema"), new HashSet<>())) {
                        complaints.add(
                                "%s %s has a part without a type".formatted(endpoint, status));
                    }
                });
    }

    private static boolean isTyped(
            ApiDescription description, JsonNode declared, Set<JsonNode> seen) {
        JsonNode schema = description.resolve(declared);
        if (!seen.add(schema)) {
            return true; // within itself
        }
        if (!schema.has("type")) {
            return false;
        }
        if (schema.has("items")) {
            return isTyped(description, schema.path("items"), seen);
        }
        if (schema.has("additionalProperties")) {
            return isTyped(description, schema.path("additionalProperties"), seen);
        }
        if (schema.path("type").asString("").equals("object") && !schema.has("properties")) {
            return false;
        }
        return schema.path("properties")
                .valueStream()
                .allMatch(property -> isTyped(description, property, seen));
    }
}
