package onsale.catalog.event;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes the columns that hold the names of the actors by role, as JSON. */
public final class Cast {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final TypeReference<Map<String, List<String>>> TYPE = new TypeReference<>() {};

    private Cast() {}

    public static String json(@Nullable Map<String, List<String>> cast) {
        return MAPPER.writeValueAsString(cast == null ? Map.of() : cast);
    }

    public static Map<String, List<String>> parse(String json) {
        return MAPPER.readValue(json, TYPE);
    }
}
