package onsale.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.app.GoodRequest.Call;
import onsale.app.GoodRequest.Who;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Good bodies with one thing wrong, field by field. */
final class BadBodies {

    private static final String MARK = "@here@";
    private static final String LONG_TEXT = "x".repeat(30_000);
    private static final int MANY = 2_000;
    private static final int FANS_BYTES = 50_000;

    private final ApiDescription description;
    private final GoodRequest good;
    private final Call call;
    private final BadRequests.Turns turns;
    private final BadRequests bad;

    BadBodies(
            ApiDescription description,
            GoodRequest good,
            BadRequests.Turns turns,
            BadRequests bad) {
        this.description = description;
        this.good = good;
        this.call = good.call();
        this.turns = turns;
        this.bad = bad;
    }

    void value(String pointer, String at, JsonNode value, JsonNode schema, boolean isElement) {
        if (!pointer.isEmpty()) {
            wrongTypes(pointer, at, value, schema);
            if (!good.isOptional(at)) {
                bad.add(BadInput.NULL, at, "null", with(pointer, "null"));
            }
            if (!isElement && !good.isOptional(at)) {
                bad.add(BadInput.MISSING, at, "left out", without(pointer));
            }
        }
        for (String other : good.foreign("body " + at)) {
            bad.add(BadInput.FOREIGN_ID, at, "somebody else's", with(pointer, quoted(other)));
        }
        switch (value) {
            case ObjectNode object -> object(pointer, at, object, schema);
            case ArrayNode array -> {
                JsonNode item = description.resolve(schema.path("items"));
                if (!array.isEmpty()) {
                    bad.add(BadInput.TOO_LONG, at, "many", with(pointer, many(array.get(0))));
                    value(pointer + "/0", at + "[0]", array.get(0), item, true);
                }
            }
            default -> {
                if (value.isString()) {
                    text(pointer, at, value.stringValue(), schema);
                } else if (value.isNumber()) {
                    number(pointer, at, schema);
                }
            }
        }
    }

    private void wrongTypes(String pointer, String at, JsonNode value, JsonNode schema) {
        boolean isMap = schema.has("additionalProperties");
        List<String> others = new ArrayList<>();
        if (!value.isObject()) {
            others.add("{}");
            others.add("{\"a\":1}");
        }
        if (!value.isArray()) {
            others.add("[]");
            others.add("[1]");
        }
        if (!value.isString() || schema.has("enum") || schema.has("format")) {
            others.add("\"text\"");
            others.add("\"\"");
        }
        if (!value.isNumber()) {
            others.add("12345");
        }
        if (!value.isBoolean()) {
            others.add("true");
        }
        if (isMap) {
            others.add("{\"a\":1}");
        }
        if (schema.path("format").asString("").startsWith("date")) {
            others.add("[2026,1,1]");
        }
        turns.of(BadInput.WRONG_TYPE, others)
                .forEach(other -> bad.add(BadInput.WRONG_TYPE, at, other, with(pointer, other)));
    }

    private void object(String pointer, String at, ObjectNode object, JsonNode schema) {
        String text = object.toString();
        boolean isMap = schema.has("additionalProperties");
        if (!object.isEmpty()) {
            Map.Entry<String, JsonNode> first = object.properties().iterator().next();
            String pair = quoted(first.getKey()) + ":" + first.getValue();
            bad.add(
                    BadInput.DUPLICATE_KEY,
                    at,
                    first.getKey(),
                    with(pointer, "{" + pair + "," + text.substring(1)));
            if (isMap) {
                String rest = ":" + first.getValue() + "}";
                for (String control : List.of("a\\u0000b", "a\\u0007b")) {
                    bad.add(
                            BadInput.CONTROL_CHARACTER,
                            at,
                            "in a key",
                            with(pointer, "{\"" + control + "\"" + rest));
                }
                bad.add(
                        BadInput.TOO_LONG,
                        at,
                        "a key",
                        with(pointer, "{" + quoted(LONG_TEXT) + rest));
                bad.add(
                        BadInput.TOO_LONG,
                        at,
                        "many keys",
                        with(pointer, manyKeys(first.getValue())));
            }
        }
        if (!isMap) {
            String more = (object.isEmpty() ? "{" : text.substring(0, text.length() - 1) + ",");
            bad.add(
                    BadInput.UNKNOWN_FIELD,
                    at,
                    "surprise",
                    with(pointer, more + "\"surprise\":1}"));
            bad.add(
                    BadInput.UNKNOWN_FIELD,
                    at,
                    "__proto__",
                    with(pointer, more + "\"__proto__\":{}}"));
        }
        object.properties()
                .forEach(field -> {
                    JsonNode of =
                            description.resolve(
                                    isMap
                                            ? schema.path("additionalProperties")
                                            : schema.path("properties").path(field.getKey()));
                    value(
                            pointer + "/" + field.getKey(),
                            at.isEmpty() ? field.getKey() : at + "." + field.getKey(),
                            field.getValue(),
                            of,
                            isMap);
                });
    }

    private void text(String pointer, String at, String value, JsonNode schema) {
        bad.add(BadInput.TOO_LONG, at, "30,000 characters", with(pointer, quoted(LONG_TEXT)));
        int max = schema.path("maxLength").asInt(0);
        if (max > 0) {
            String longer = value + "1".repeat(Math.max(0, max + 1 - value.length()));
            bad.add(
                    BadInput.TOO_LONG,
                    at,
                    (max + 1) + " characters",
                    with(pointer, quoted(longer)));
        }
        String start = value.substring(0, value.length() / 2);
        String end = value.substring(value.length() / 2);
        for (String control :
                turns.of(
                        BadInput.CONTROL_CHARACTER,
                        List.of("\\u0000", "\\u0007", "\\u001b[31m", "\\u007f"))) {
            bad.add(
                    BadInput.CONTROL_CHARACTER,
                    at,
                    control,
                    with(pointer, "\"" + start + control + end + "\""));
        }
        if (schema.has("enum")) {
            bad.add(BadInput.BAD_VALUE, at, "NOPE", with(pointer, "\"NOPE\""));
            bad.add(BadInput.WRONG_TYPE, at, "0", with(pointer, "0"));
        }
        switch (schema.path("format").asString("")) {
            case "uuid" -> {
                bad.add(BadInput.GARBAGE_ID, at, "no-id", with(pointer, "\"no-id\""));
                bad.add(
                        BadInput.UNKNOWN_ID,
                        at,
                        "nobody's",
                        with(pointer, quoted(UUID.randomUUID().toString())));
            }
            case "date", "date-time" -> {
                String time = schema.path("format").asString("").equals("date") ? "" : "T00:00:00Z";
                for (String date :
                        turns.of(
                                BadInput.BAD_VALUE,
                                List.of(
                                        "2026-02-30",
                                        "-999999999-01-01",
                                        "+999999999-12-31",
                                        "0000-01-01",
                                        "12026-01-01"))) {
                    bad.add(BadInput.BAD_VALUE, at, date, with(pointer, quoted(date + time)));
                }
            }
            default -> {}
        }
    }

    private void number(String pointer, String at, JsonNode schema) {
        for (String beyond : beyond(schema)) {
            bad.add(BadInput.NUMBER, at, beyond, with(pointer, beyond));
        }
        for (String number :
                turns.of(
                        BadInput.NUMBER,
                        List.of(
                                "-1",
                                "1000000000000",
                                "-9223372036854775809",
                                "1e30",
                                "1.5",
                                "9".repeat(2_000)))) {
            bad.add(BadInput.NUMBER, at, BadRequests.shortened(number), with(pointer, number));
        }
    }

    /** The first numbers that are too small and too large, where the description has bounds. */
    static List<String> beyond(JsonNode schema) {
        List<String> beyond = new ArrayList<>();
        if (schema.has("minimum")) {
            beyond.add("" + (schema.path("minimum").asLong(0) - 1));
        }
        if (schema.has("maximum")) {
            beyond.add("" + (schema.path("maximum").asLong(0) + 1));
        }
        return beyond;
    }

    /** More than any list may have; but a fan's body must not be too large as a whole. */
    private String many(JsonNode element) {
        String one = element + ",";
        int most = good.who() == Who.ADMIN ? MANY : FANS_BYTES / one.length();
        return "[" + one.repeat(Math.min(MANY, most)) + element + "]";
    }

    private static String manyKeys(JsonNode value) {
        StringBuilder all = new StringBuilder("{");
        for (int i = 0; i < MANY; i++) {
            all.append(quoted("k" + i)).append(':').append(value).append(',');
        }
        return all.append("\"last\":").append(value).append('}').toString();
    }

    /** The body with other text in this place. */
    private Call with(String pointer, String json) {
        if (pointer.isEmpty()) {
            return call.withBody(json);
        }
        JsonNode body = copy();
        JsonNode parent = body.at(pointer.substring(0, pointer.lastIndexOf('/')));
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        switch (parent) {
            case ObjectNode object -> object.set(name, StringNode.valueOf(MARK));
            case ArrayNode array -> array.set(Integer.parseInt(name), StringNode.valueOf(MARK));
            default -> throw new IllegalStateException(pointer);
        }
        return call.withBody(body.toString().replace("\"" + MARK + "\"", json));
    }

    private Call without(String pointer) {
        JsonNode body = copy();
        ((ObjectNode) body.at(pointer.substring(0, pointer.lastIndexOf('/'))))
                .remove(pointer.substring(pointer.lastIndexOf('/') + 1));
        return call.withBody(body.toString());
    }

    private JsonNode copy() {
        if (good.json() == null) {
            throw new IllegalStateException("no body");
        }
        return good.json().deepCopy();
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
