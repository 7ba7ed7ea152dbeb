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

/** Makes, of one good request and the description of its call, all the bad ones. */
final class BadRequests {

    /** What any client sends, in any form; they decide nothing. */
    static final Set<String> PLAIN_HEADERS =
            Set.of("accept-encoding", "user-agent", "authorization");

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

        /** Signed in, but with another role. */
        record Other(Who who) implements As {}
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
            new BadBodies(description, good, turns, all)
                    .value("", "", good.json(), description.bodySchema(good.endpoint()), false);
        }
        return all.cases;
    }

    void add(BadInput kind, String at, String what, Call bad) {
        add(kind, at, what, bad, new As.Proper());
    }

    void add(BadInput kind, String at, String what, Call bad, As as) {
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
        if (good.who().isStaff()) {
            for (Who other : List.of(Who.FAN, Who.ORGANISER, Who.OPERATOR)) {
                if (!good.isFor(other)) {
                    add(BadInput.NOT_ALLOWED, "token", "of " + other, call, new As.Other(other));
                }
            }
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
                List<String> numbers = new ArrayList<>(BadBodies.beyond(schema));
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

    static String shortened(String text) {
        return text.length() <= 30 ? text : text.substring(0, 10) + "… (" + text.length() + ")";
    }
}
