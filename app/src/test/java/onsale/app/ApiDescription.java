package onsale.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import onsale.app.Api.Answer;
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

    /** Follows a reference, also of what may be null instead. */
    JsonNode resolve(JsonNode schema) {
        if (schema.has("anyOf")) {
            return resolve(schema.path("anyOf").path(0));
        }
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : root.at(reference.substring(1));
    }

    /** By which the operation says it may refuse. */
    Set<String> problemCodes(String endpoint) {
        Set<String> codes = new TreeSet<>();
        operation(endpoint).path("x-problem-codes").forEach(code -> codes.add(code.asString()));
        return codes;
    }

    /** What is in a good answer and not in its description, or the other way round. */
    List<String> mismatches(String endpoint, Answer answer) {
        JsonNode response = operation(endpoint).path("responses").path("" + answer.status());
        if (response.isMissingNode()) {
            return List.of("status " + answer.status() + " is not described");
        }
        String type = answer.response().headers().firstValue("content-type").orElse("");
        if (!response.has("content")) {
            return answer.response().body().isEmpty() ? List.of() : List.of("has a body: " + type);
        }
        JsonNode schema = response.path("content").path(type.split(";", 2)[0]).path("schema");
        if (schema.isMissingNode()) {
            return List.of("type " + type + " is not described");
        }
        List<String> mismatches = new ArrayList<>();
        if (type.contains("json")) {
            compare("answer", schema, answer.body(), mismatches);
        }
        return mismatches;
    }

    private void compare(String at, JsonNode declared, JsonNode value, List<String> mismatches) {
        JsonNode schema = resolve(declared);
        if (value.isNull()) {
            if (!declared.toString().contains("\"null\"")) {
                mismatches.add(at + " is null");
            }
            return;
        }
        if (types(schema).noneMatch(type -> isOf(type, value))) {
            mismatches.add("%s is %s, not %s".formatted(at, value, schema));
            return;
        }
        if (schema.has("enum") && !schema.path("enum").valueStream().toList().contains(value)) {
            mismatches.add("%s has a value of its own: %s".formatted(at, value));
        }
        for (JsonNode required : schema.path("required")) {
            if (!value.has(required.asString())) {
                mismatches.add("%s lacks %s".formatted(at, required.asString()));
            }
        }
        if (value.isArray()) {
            value.forEach(item -> compare(at + "[]", schema.path("items"), item, mismatches));
            return;
        }
        value.forEachEntry((name, field) -> {
            JsonNode property = schema.path("properties").path(name);
            JsonNode known =
                    property.isMissingNode() ? schema.path("additionalProperties") : property;
            if (known.isMissingNode()) {
                mismatches.add("%s has %s".formatted(at, name));
            } else {
                compare(at + "." + name, known, field, mismatches);
            }
        });
    }

    private static Stream<String> types(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray()
                ? type.valueStream().map(JsonNode::asString)
                : Stream.of(type.asString(""));
    }

    private static boolean isOf(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            default -> false;
        };
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
            if (!given && !good.isExempt(BadInput.MISSING, name)) {
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
