package onsale.app;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import onsale.app.GoodRequest.Call;
import onsale.app.GoodRequest.Who;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Makes, of one good request and the description of its call, all the bad ones. */
final class BadRequests {

    /** What any client sends, in any form; they decide nothing. */
    static final Set<String> PLAIN_HEADERS =
            Set.of("accept-encoding", "user-agent", "authorization");

    private static final String MARK = "@here@";
    private static final String LONG_TEXT = "x".repeat(30_000);
    private static final int MANY = 2_000;
    private static final int FANS_BYTES = 50_000;
    private static final List<String> GARBAGE =
            List.of("no-id", "0", "-1", "%00", "a%07b", "'%20or%201=1--", "x".repeat(2_000));
    private static final String DEEP = "[".repeat(3_000) + "]".repeat(3_000);

    private final ApiDescription description;
    private final GoodRequest good;
    private final Call call;
    private final Turns turns;
    private final List<Case> cases = new ArrayList<>();

    /**
     * @param as whose token goes with it
     * @param where the field, parameter or header, and what was done to it
     */
    record Case(String endpoint, BadInput kind, String where, Call call, As as) {
        @Override
        public String toString() {
            return "%s, %s %s".formatted(endpoint, kind, where);
        }
    }

    /** Whose token. */
    sealed interface As {
        record Proper() implements As {}

        record Nobody() implements As {}

        record Forger(String name) implements As {}

        /** Signed in, but no administrator. */
        record Fan() implements As {}
    }

    /**
     * Of values that are alike every place gets some, in turn, so that all have been tried
     * somewhere; in the long run every place gets all.
     */
    static final class Turns {
        private static final int AT_A_TIME = 1;

        private final boolean all;
        private final Map<String, Integer> tried = new TreeMap<>();

        Turns(boolean all) {
            this.all = all;
        }

        /** Those that were tried least. */
        List<String> of(BadInput kind, List<String> alike) {
            if (all || alike.size() <= AT_A_TIME) {
                return alike;
            }
            alike.forEach(value -> tried.putIfAbsent(kind + " " + value, 0));
            List<String> least =
                    alike.stream()
                            .sorted(Comparator.comparing(value -> times(kind + " " + value)))
                            .limit(AT_A_TIME)
                            .toList();
            least.forEach(value -> tried.merge(kind + " " + value, 1, Integer::sum));
            return least;
        }

        /** What there were too few places for. */
        List<String> untried() {
            return tried.keySet().stream().filter(value -> times(value) == 0).toList();
        }

        private int times(String value) {
            return tried.getOrDefault(value, 0);
        }
    }

    private BadRequests(ApiDescription description, GoodRequest good, Turns turns) {
        this.description = description;
        this.good = good;
        this.call = good.call();
        this.turns = turns;
    }

    static List<Case> of(
            ApiDescription description, GoodRequest good, List<String> forgeries, Turns turns) {
        BadRequests all = new BadRequests(description, good, turns);
        all.tokens(forgeries);
        all.forms();
        for (JsonNode parameter : description.parameters(good.endpoint())) {
            all.parameter(parameter);
        }
        if (good.json() != null) {
            all.bodies();
            all.value("", "", good.json(), description.bodySchema(good.endpoint()), false);
        }
        return all.cases;
    }

    private void add(BadInput kind, String at, String what, Call bad) {
        add(kind, at, what, bad, new As.Proper());
    }

    private void add(BadInput kind, String at, String what, Call bad, As as) {
        if (!good.isExempt(kind, at)) {
            cases.add(new Case(good.endpoint(), kind, at + " " + what, bad, as));
        }
    }

    // ---- who asks

    private void tokens(List<String> forgeries) {
        if (good.who() == Who.ANYBODY) {
            return; // a token changes nothing there
        }
        add(BadInput.NO_TOKEN, "token", "none", call, new As.Nobody());
        for (String forgery : turns.of(BadInput.FORGED_TOKEN, forgeries)) {
            add(BadInput.FORGED_TOKEN, "token", forgery, call, new As.Forger(forgery));
        }
        if (good.who() == Who.ADMIN) {
            add(BadInput.NOT_ADMIN, "token", "of a fan", call, new As.Fan());
        }
    }

    // ---- how it is asked

    private void forms() {
        Set<String> there = new TreeSet<>();
        for (String endpoint : description.endpoints()) {
            if (endpoint.endsWith(" " + good.template())) {
                there.add(endpoint.substring(0, endpoint.indexOf(' ')));
            }
        }
        List<String> others = new ArrayList<>(List.of("PATCH", "DELETE", "PUT", "POST", "TRACE"));
        others.removeAll(there);
        for (String method : turns.of(BadInput.METHOD, others)) {
            add(BadInput.METHOD, "method", method, call.withMethod(method));
        }
        add(BadInput.NOT_ACCEPTABLE, "Accept", "image/png", call.withHeader("Accept", "image/png"));
    }

    private void bodies() {
        String text = String.valueOf(call.body());
        Map<String, String> unreadable = new LinkedHashMap<>();
        for (String other : List.of("", "null", "[]", "\"text\"", "1", "{", "{]")) {
            unreadable.put(other, other);
        }
        unreadable.put("deep", DEEP);
        unreadable.put("something after it", text + " x");
        unreadable.put("two of them", text + text);
        unreadable.put("cut", text.substring(0, text.length() - 1));
        unreadable.put("raw control", text.replaceFirst("\"", "\"\u0001"));
        for (String what : turns.of(BadInput.UNREADABLE, List.copyOf(unreadable.keySet()))) {
            add(BadInput.UNREADABLE, "body", what, call.withBody(unreadable.get(what)));
        }
        for (String type :
                turns.of(
                        BadInput.MEDIA_TYPE,
                        List.of(
                                "text/plain",
                                "application/xml",
                                "application/x-www-form-urlencoded"))) {
            add(BadInput.MEDIA_TYPE, "body", type, call.withContentType(type));
        }
        add(BadInput.MEDIA_TYPE, "body", "no type", call.withContentType(null));
        add(BadInput.TOO_LARGE, "body", "3 MB", call.withBody(text + " ".repeat(3_000_000)));
    }

    // ---- parameters

    private void parameter(JsonNode parameter) {
        String name = parameter.path("name").asString("");
        JsonNode schema = description.resolve(parameter.path("schema"));
        switch (parameter.path("in").asString("")) {
            case "path" -> pathParameter(name, schema);
            case "query" -> queryParameter(name, schema, parameter.path("required").asBoolean());
            default -> header(name, parameter.path("required").asBoolean());
        }
    }

    private void pathParameter(String name, JsonNode schema) {
        if (schema.path("format").asString("").equals("uuid")) {
            add(BadInput.UNKNOWN_ID, name, "nobody's", at(name, UUID.randomUUID().toString()));
        }
        for (String garbage : turns.of(BadInput.GARBAGE_ID, GARBAGE)) {
            add(BadInput.GARBAGE_ID, name, shortened(garbage), at(name, garbage));
        }
        for (String other : good.foreign("path " + name)) {
            add(BadInput.FOREIGN_ID, name, "somebody else's", at(name, other));
        }
    }

    private Call at(String name, String value) {
        Map<String, String> values = new LinkedHashMap<>(good.pathValues());
        values.put(name, value);
        return call.withAddress(good.address(values, good.queryValues()));
    }

    private void queryParameter(String name, JsonNode schema, boolean required) {
        Map<BadInput, List<String>> bad = new LinkedHashMap<>();
        switch (schema.path("type").asString("")) {
            case "integer", "number" -> {
                List<String> numbers = new ArrayList<>(beyond(schema));
                numbers.addAll(
                        turns.of(
                                BadInput.NUMBER,
                                List.of(
                                        "-1",
                                        "-9223372036854775808",
                                        "99999999999999999999",
                                        "1.5",
                                        "1e3",
                                        "one",
                                        "%00")));
                bad.put(BadInput.NUMBER, numbers);
            }
            case "boolean" -> bad.put(BadInput.BAD_VALUE, List.of("maybe", "2"));
            default -> {
                if (schema.has("enum")) {
                    bad.put(BadInput.BAD_VALUE, List.of("NOPE", "%00", "x".repeat(2_000)));
                } else if (schema.has("format")) { // date, date-time, uuid
                    bad.put(
                            BadInput.BAD_VALUE,
                            List.of("yesterday", "2026-02-30", "%00", "x".repeat(2_000)));
                } else {
                    bad.put(BadInput.TOO_LONG, List.of("x".repeat(4_000)));
                    bad.put(BadInput.CONTROL_CHARACTER, List.of("%00", "a%07b", "a%7Fb"));
                }
            }
        }
        bad.forEach((kind, values) ->
                values.forEach(value -> add(kind, name, shortened(value), query(name, value))));
        if (required) {
            add(BadInput.MISSING, name, "left out", query(name, null));
        }
    }

    private Call query(String name, @Nullable String value) {
        Map<String, String> values = new LinkedHashMap<>(good.queryValues());
        if (value == null) {
            values.remove(name);
        } else {
            values.put(name, value);
        }
        return call.withAddress(good.address(good.pathValues(), values));
    }

    private void header(String name, boolean required) {
        if (PLAIN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            return;
        }
        boolean isPass = name.startsWith("X-Queue-");
        BadInput kind = isPass ? BadInput.BAD_PASS : BadInput.BAD_VALUE;
        add(kind, name, "long", call.withHeader(name, "x".repeat(4_000)));
        add(kind, name, "empty", call.withHeader(name, ""));
        if (required) {
            add(BadInput.MISSING, name, "left out", call.withHeader(name, null));
        }
        if (isPass) {
            String pass = good.headerValues().getOrDefault(name, "");
            add(kind, name, "missing", call.withHeader(name, null));
            add(kind, name, "cut", call.withHeader(name, pass.substring(0, pass.length() - 1)));
            add(kind, name, "garbage", call.withHeader(name, pass.substring(0, 3) + "garbage"));
        } else {
            add(kind, name, "a tab", call.withHeader(name, "a\tkey"));
        }
        for (String other : good.foreign("header " + name)) {
            add(kind, name, "somebody else's", call.withHeader(name, other));
        }
    }

    // ---- the body, field by field

    private void value(
            String pointer, String at, JsonNode value, JsonNode schema, boolean isElement) {
        if (!pointer.isEmpty()) {
            wrongTypes(pointer, at, value, schema);
            if (!good.isOptional(at)) {
                add(BadInput.NULL, at, "null", with(pointer, "null"));
            }
            if (!isElement && !good.isOptional(at)) {
                add(BadInput.MISSING, at, "left out", without(pointer));
            }
        }
        for (String other : good.foreign("body " + at)) {
            add(BadInput.FOREIGN_ID, at, "somebody else's", with(pointer, quoted(other)));
        }
        switch (value) {
            case ObjectNode object -> object(pointer, at, object, schema);
            case ArrayNode array -> {
                JsonNode item = description.resolve(schema.path("items"));
                if (!array.isEmpty()) {
                    add(BadInput.TOO_LONG, at, "many", with(pointer, many(array.get(0))));
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
                .forEach(other -> add(BadInput.WRONG_TYPE, at, other, with(pointer, other)));
    }

    private void object(String pointer, String at, ObjectNode object, JsonNode schema) {
        String text = object.toString();
        boolean isMap = schema.has("additionalProperties");
        if (!object.isEmpty()) {
            Map.Entry<String, JsonNode> first = object.properties().iterator().next();
            String pair = quoted(first.getKey()) + ":" + first.getValue();
            add(
                    BadInput.DUPLICATE_KEY,
                    at,
                    first.getKey(),
                    with(pointer, "{" + pair + "," + text.substring(1)));
            if (isMap) {
                String rest = ":" + first.getValue() + "}";
                for (String control : List.of("a\\u0000b", "a\\u0007b")) {
                    add(
                            BadInput.CONTROL_CHARACTER,
                            at,
                            "in a key",
                            with(pointer, "{\"" + control + "\"" + rest));
                }
                add(BadInput.TOO_LONG, at, "a key", with(pointer, "{" + quoted(LONG_TEXT) + rest));
                add(BadInput.TOO_LONG, at, "many keys", with(pointer, manyKeys(first.getValue())));
            }
        }
        if (!isMap) {
            String more = (object.isEmpty() ? "{" : text.substring(0, text.length() - 1) + ",");
            add(BadInput.UNKNOWN_FIELD, at, "surprise", with(pointer, more + "\"surprise\":1}"));
            add(BadInput.UNKNOWN_FIELD, at, "__proto__", with(pointer, more + "\"__proto__\":{}}"));
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
        add(BadInput.TOO_LONG, at, "30,000 characters", with(pointer, quoted(LONG_TEXT)));
        int max = schema.path("maxLength").asInt(0);
        if (max > 0) {
            String longer = value + "1".repeat(Math.max(0, max + 1 - value.length()));
            add(BadInput.TOO_LONG, at, (max + 1) + " characters", with(pointer, quoted(longer)));
        }
        String start = value.substring(0, value.length() / 2);
        String end = value.substring(value.length() / 2);
        for (String control :
                turns.of(
                        BadInput.CONTROL_CHARACTER,
                        List.of("\\u0000", "\\u0007", "\\u001b[31m", "\\u007f"))) {
            add(
                    BadInput.CONTROL_CHARACTER,
                    at,
                    control,
                    with(pointer, "\"" + start + control + end + "\""));
        }
        if (schema.has("enum")) {
            add(BadInput.BAD_VALUE, at, "NOPE", with(pointer, "\"NOPE\""));
            add(BadInput.WRONG_TYPE, at, "0", with(pointer, "0"));
        }
        switch (schema.path("format").asString("")) {
            case "uuid" -> {
                add(BadInput.GARBAGE_ID, at, "no-id", with(pointer, "\"no-id\""));
                add(
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
                    add(BadInput.BAD_VALUE, at, date, with(pointer, quoted(date + time)));
                }
            }
            default -> {}
        }
    }

    private void number(String pointer, String at, JsonNode schema) {
        for (String beyond : beyond(schema)) {
            add(BadInput.NUMBER, at, beyond, with(pointer, beyond));
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
            add(BadInput.NUMBER, at, shortened(number), with(pointer, number));
        }
    }

    /** The first numbers that are too small and too large, where the description has bounds. */
    private static List<String> beyond(JsonNode schema) {
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

    private static String shortened(String text) {
        return text.length() <= 30 ? text : text.substring(0, 10) + "… (" + text.length() + ")";
    }
}
