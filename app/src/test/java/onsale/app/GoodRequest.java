package onsale.app;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request that an endpoint accepts. Every bad one is this one with a single thing changed, so
 * what is refused is refused for that thing.
 */
final class GoodRequest {

    /** Who may send it. */
    enum Who {
        ANYBODY,
        FAN,
        /** A fan without bookings, whose account ends. */
        LEAVER,
        ORGANISER,
        OPERATOR,
        ADMIN;

        boolean isStaff() {
            return this == ORGANISER || this == OPERATOR || this == ADMIN;
        }
    }

    /** A change that does not make this request bad, and why. */
    private record Exempt(BadInput kind, Pattern where) {}

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String endpoint;
    private final Who who;
    private final Map<String, String> path = new LinkedHashMap<>();
    private final Map<String, String> query = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, List<String>> foreign = new LinkedHashMap<>();
    private final List<Exempt> exempt = new ArrayList<>();
    private final Map<BadInput, Set<Integer>> alsoRight = new EnumMap<>(BadInput.class);
    private final List<Pattern> optional = new ArrayList<>();
    private @Nullable JsonNode body;
    private final Set<Who> alsoFor = EnumSet.noneOf(Who.class);
    private boolean stream;
    private int refused;

    private GoodRequest(String endpoint, Who who) {
        this.endpoint = endpoint;
        this.who = who;
    }

    /**
     * @param endpoint as the description names it: {@code "GET /api/events/{eventId}"}
     */
    static GoodRequest of(Who who, String endpoint) {
        return new GoodRequest(endpoint, who);
    }

    /**
     * @param others ids that exist but are not for this caller, or not under this path
     */
    GoodRequest path(String name, String value, String... others) {
        path.put(name, value);
        foreign.put("path " + name, List.of(others));
        return this;
    }

    GoodRequest query(String name, String value) {
        query.put(name, value);
        return this;
    }

    GoodRequest header(String name, String value, String... others) {
        headers.put(name, value);
        foreign.put("header " + name, List.of(others));
        return this;
    }

    /** Others whose right it is as well. */
    GoodRequest alsoFor(Who... others) {
        alsoFor.addAll(List.of(others));
        return this;
    }

    boolean isFor(Who one) {
        return one == who || alsoFor.contains(one);
    }

    /** Its answer does not end by itself. */
    GoodRequest stream() {
        stream = true;
        return this;
    }

    boolean isStream() {
        return stream;
    }

    GoodRequest body(String json) {
        body = JSON.readTree(json);
        return this;
    }

    /** Values in the body that exist but cannot be used here; the field by its path. */
    GoodRequest foreignInBody(String field, String... others) {
        foreign.put("body " + field, List.of(others));
        return this;
    }

    /** Fields or headers that may be left out; regular expressions over their whole path. */
    GoodRequest optional(String... fields) {
        for (String field : fields) {
            optional.add(Pattern.compile(field));
        }
        return this;
    }

    /**
     * @param where regular expression over the whole path of a field, parameter or header
     * @param why for who reads the table
     */
    GoodRequest exempt(BadInput kind, String where, String why) {
        if (why.isBlank()) {
            throw new IllegalArgumentException("an exception needs a reason");
        }
        exempt.add(new Exempt(kind, Pattern.compile(where)));
        return this;
    }

    /** Another right answer to this kind of bad input, and why. */
    GoodRequest answers(BadInput kind, int status, String why) {
        if (why.isBlank()) {
            throw new IllegalArgumentException("an exception needs a reason");
        }
        alsoRight.computeIfAbsent(kind, k -> new TreeSet<>()).add(status);
        return this;
    }

    /** What may be answered. */
    Set<Integer> answers(BadInput kind) {
        Set<Integer> all = new TreeSet<>(kind.answers());
        all.addAll(alsoRight.getOrDefault(kind, Set.of()));
        return all;
    }

    /** What the request itself is answered if it cannot be accepted here, and why. */
    GoodRequest refusedWith(int status, String why) {
        if (why.isBlank()) {
            throw new IllegalArgumentException("an exception needs a reason");
        }
        refused = status;
        return this;
    }

    int refused() {
        return refused;
    }

    boolean isExempt(BadInput kind, String where) {
        return exempt.stream().anyMatch(e -> e.kind == kind && e.where.matcher(where).matches());
    }

    boolean isOptional(String field) {
        return optional.stream().anyMatch(pattern -> pattern.matcher(field).matches());
    }

    String endpoint() {
        return endpoint;
    }

    String method() {
        return endpoint.substring(0, endpoint.indexOf(' '));
    }

    String template() {
        return endpoint.substring(endpoint.indexOf(' ') + 1);
    }

    Who who() {
        return who;
    }

    Map<String, String> pathValues() {
        return path;
    }

    Map<String, String> queryValues() {
        return query;
    }

    Map<String, String> headerValues() {
        return headers;
    }

    List<String> foreign(String where) {
        return foreign.getOrDefault(where, List.of());
    }

    @Nullable JsonNode json() {
        return body;
    }

    /** The good one itself. */
    Call call() {
        return new Call(
                method(),
                address(path, query),
                headers,
                body == null ? null : body.toString(),
                body == null ? null : "application/json");
    }

    String address(Map<String, String> pathValues, Map<String, String> queryValues) {
        String address = template();
        for (Map.Entry<String, String> value : pathValues.entrySet()) {
            address = address.replace("{" + value.getKey() + "}", value.getValue());
        }
        StringBuilder all = new StringBuilder(address);
        queryValues.forEach((name, value) ->
                all.append(all.indexOf("?") < 0 ? '?' : '&')
                        .append(name)
                        .append('=')
                        .append(value));
        return all.toString();
    }

    /**
     * @param address path and query, encoded
     * @param contentType null to send none
     */
    record Call(
            String method,
            String address,
            Map<String, String> headers,
            @Nullable String body,
            @Nullable String contentType) {

        Call withAddress(String other) {
            return new Call(method, other, headers, body, contentType);
        }

        Call withMethod(String other) {
            return new Call(other, address, headers, body, contentType);
        }

        Call withBody(@Nullable String other) {
            return new Call(method, address, headers, other, contentType);
        }

        Call withContentType(@Nullable String other) {
            return new Call(method, address, headers, body, other);
        }

        /** A null value takes the header away. */
        Call withHeader(String name, @Nullable String value) {
            Map<String, String> other = new LinkedHashMap<>(headers);
            if (value == null) {
                other.remove(name);
            } else {
                other.put(name, value);
            }
            return new Call(method, address, other, body, contentType);
        }
    }
}
