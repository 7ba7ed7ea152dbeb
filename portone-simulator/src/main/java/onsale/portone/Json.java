package onsale.portone;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON as the provider writes it: absent fields are left out, times are RFC 3339 in UTC. */
final class Json {

    static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .changeDefaultPropertyInclusion(inclusion ->
                            inclusion.withValueInclusion(
                                    com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL))
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build();

    private final ObjectNode node = MAPPER.createObjectNode();

    static Json object() {
        return new Json();
    }

    Json with(String name, @Nullable String value) {
        if (value != null) {
            node.put(name, value);
        }
        return this;
    }

    Json with(String name, @Nullable Instant value) {
        return with(name, value == null ? null : value.truncatedTo(ChronoUnit.MILLIS).toString());
    }

    Json with(String name, long value) {
        node.put(name, value);
        return this;
    }

    Json with(String name, boolean value) {
        node.put(name, value);
        return this;
    }

    Json with(String name, @Nullable Json value) {
        if (value != null) {
            node.set(name, value.node);
        }
        return this;
    }

    Json with(String name, Iterable<Json> values) {
        ArrayNode array = node.putArray(name);
        values.forEach(value -> array.add(value.node));
        return this;
    }

    ObjectNode node() {
        return node;
    }

    byte[] bytes() {
        return MAPPER.writeValueAsBytes(node);
    }

    /** Reads the body of a request, which must be an object or empty. */
    static JsonNode read(byte[] body) {
        try {
            JsonNode read = body.length == 0 ? MAPPER.createObjectNode() : MAPPER.readTree(body);
            if (!read.isObject()) {
                throw PortOneError.invalid("The body must be a JSON object.");
            }
            return read;
        } catch (JacksonException e) {
            throw PortOneError.invalid("The body is not JSON: " + e.getOriginalMessage());
        }
    }

    static @Nullable String text(JsonNode body, String name, int lengthMax) {
        @Nullable JsonNode value = body.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw PortOneError.invalid(name + " must be a string.");
        }
        String text = value.stringValue();
        if (text.length() > lengthMax) {
            throw PortOneError.invalid(
                    "%s is longer than %d characters.".formatted(name, lengthMax));
        }
        return text;
    }

    static @Nullable Long number(JsonNode body, String name) {
        @Nullable JsonNode value = body.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw PortOneError.invalid(name + " must be a whole number.");
        }
        return value.longValue();
    }

    static boolean flag(JsonNode body, String name) {
        @Nullable JsonNode value = body.get(name);
        if (value == null || value.isNull()) {
            return false;
        }
        if (!value.isBoolean()) {
            throw PortOneError.invalid(name + " must be true or false.");
        }
        return value.booleanValue();
    }

    static <E extends Enum<E>> @Nullable E choice(JsonNode body, String name, Class<E> type) {
        return choice(text(body, name, 100), name, type);
    }

    static <E extends Enum<E>> @Nullable E choice(
            @Nullable String value, String name, Class<E> type) {
        if (value == null || value.isEmpty()) {
            return null;
        }
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(value)) {
                return constant;
            }
        }
        throw PortOneError.invalid(
                "%s must be one of %s."
                        .formatted(name, java.util.Arrays.toString(type.getEnumConstants())));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
