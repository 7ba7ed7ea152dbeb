package onsale.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** What a node says of its own calls: {@code /v3/api-docs}. */
final class ApiDescription {

    private final JsonNode root;
    private final Map<String, JsonNode> operations = new LinkedHashMap<>();

    ApiDescription(JsonNode root) {
        this.root = root;
        root.path("paths")
                .forEachEntry((path, item) ->
                        item.forEachEntry((method, operation) ->
                                operations.put(
                                        method.toUpperCase(Locale.ROOT) + " " + path, operation)));
    }

    /** Such as {@code "GET /api/events/{eventId}"}. */
    Set<String> endpoints() {
        return new TreeSet<>(operations.keySet());
    }

    JsonNode operation(String endpoint) {
        return operations.getOrDefault(endpoint, root.path("nothing"));
    }

    JsonNode parameters(String endpoint) {
        return operation(endpoint).path("parameters");
    }

    JsonNode bodySchema(String endpoint) {
        return resolve(
                operation(endpoint)
                        .path("requestBody")
                        .path("content")
                        .path("application/json")
                        .path("schema"));
    }

    /** Follows a reference. */
    JsonNode resolve(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : root.at(reference.substring(1));
    }

    /** What a good request must have so that every part of the call is tried. */
    List<String> untried(GoodRequest good) {
        List<String> untried = new ArrayList<>();
        for (JsonNode parameter : parameters(good.endpoint())) {
            String name = parameter.path("name").asString("");
            boolean given =
                    switch (parameter.path("in").asString("")) {
                        case "path" -> good.pathValues().containsKey(name);
                        case "query" -> good.queryValues().containsKey(name);
                        default ->
                                good.headerValues().containsKey(name)
                                        || BadRequests.PLAIN_HEADERS.contains(
                                                name.toLowerCase(Locale.ROOT));
                    };
            if (!given) {
                untried.add("parameter " + name);
            }
        }
        JsonNode schema = bodySchema(good.endpoint());
        JsonNode body = good.json();
        if (body == null) {
            if (!schema.isMissingNode()) {
                untried.add("a body");
            }
        } else {
            untriedFields("", body, schema, good, untried);
        }
        return untried;
    }

    private void untriedFields(
            String at, JsonNode value, JsonNode schema, GoodRequest good, List<String> untried) {
        if (value.isArray()) {
            if (value.isEmpty()) {
                untried.add("an element in " + at);
            } else {
                untriedFields(
                        at + "[0]", value.get(0), resolve(schema.path("items")), good, untried);
            }
            return;
        }
        schema.path("properties")
                .forEachEntry((name, property) -> {
                    String field = at.isEmpty() ? name : at + "." + name;
                    if (good.isExempt(BadInput.MISSING, field)) {
                        return; // somebody else's document, said so in the table
                    }
                    if (value.has(name)) {
                        untriedFields(field, value.get(name), resolve(property), good, untried);
                    } else {
                        untried.add("field " + field);
                    }
                });
    }
}
