package onsale.catalog;

import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Columns that hold JSON. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final TypeReference<Map<String, List<String>>> CAST = new TypeReference<>() {};

    private Json() {}

    static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    static <T> T read(String json, Class<T> type) {
        return MAPPER.readValue(json, type);
    }

    /** Roles and who plays them. */
    static Map<String, List<String>> cast(String json) {
        return MAPPER.readValue(json, CAST);
    }
}
