package onsale.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import onsale.app.Api.Answer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Judges responses to bad input, and whether every endpoint is tried. */
final class InputComplaints {

    private InputComplaints() {}

    /** What is wrong with the answer to bad input; empty if it is as it should be. */
    static Optional<String> complaint(Set<Integer> right, Answer answer) {
        String body = answer.response().body();
        String shown = answer.status() + " " + body.substring(0, Math.min(300, body.length()));
        if (!right.contains(answer.status())) {
            return Optional.of("may be answered with %s, not %s".formatted(right, shown));
        }
        String type = answer.response().headers().firstValue("content-type").orElse("none");
        if (!type.equals("application/problem+json")) {
            return Optional.of(type + " is not application/problem+json");
        }
        JsonNode problem = answer.body();
        if (!problem.isObject()) {
            return Optional.of("is no JSON: " + shown);
        }
        for (String field : List.of("type", "title", "detail", "code", "traceId")) {
            if (answer.text(field).isBlank()) {
                return Optional.of("has no " + field + ": " + shown);
            }
        }
        if (problem.path("status").asInt(0) != answer.status()) {
            return Optional.of("says status " + problem.path("status") + ": " + shown);
        }
        if (!answer.text("code").matches("[a-z]+\\.[a-z0-9_]+")
                || !answer.text("type").equals("urn:onsale:problem:" + answer.text("code"))) {
            return Optional.of("has an odd code: " + shown);
        }
        if (!answer.response()
                .headers()
                .firstValue("x-request-id")
                .orElse("")
                .equals(answer.text("traceId"))) {
            return Optional.of("has another traceId than X-Request-Id: " + shown);
        }
        if (body.matches("(?s).*(Exception|java\\.|org\\.spring|tools\\.jackson|PSQL).*")) {
            return Optional.of("tells what we are made of: " + shown);
        }
        return Optional.empty();
    }

    /**
     * The description of the API knows every code that a client can get, but for {@code edge.*} of
     * requests that reach no operation.
     */
    static Optional<String> undescribed(ApiDescription described, String endpoint, Answer answer) {
        String code = answer.text("code");
        return code.startsWith("edge.") || described.problemCodes(endpoint).contains(code)
                ? Optional.empty()
                : Optional.of(code + " is not in the description");
    }

    /** Sentences that say what the table lacks. */
    static List<String> missing(ApiDescription described, List<GoodRequest> table) {
        Map<String, GoodRequest> rows = new HashMap<>();
        table.forEach(good -> rows.put(good.endpoint(), good));
        List<String> missing = new ArrayList<>();
        for (String endpoint : described.endpoints()) {
            @Nullable GoodRequest good = rows.remove(endpoint);
            if (good == null) {
                missing.add(
                        "Add a good request for %s to the table in GoodRequests."
                                .formatted(endpoint));
                continue;
            }
            List<String> untried = described.untried(good);
            if (!untried.isEmpty()) {
                missing.add(
                        "Give %s in GoodRequests a good value for: %s."
                                .formatted(endpoint, String.join(", ", untried)));
            }
        }
        rows.keySet()
                .forEach(endpoint ->
                        missing.add(
                                "The node does not describe %s: take it from the table in GoodRequests."
                                        .formatted(endpoint)));
        return missing;
    }

    static List<String> notHot(ApiDescription described) {
        return described.endpoints().stream()
                .filter(endpoint ->
                        !described.operation(endpoint).path("x-hot-read").asBoolean(false))
                .toList();
    }
}
