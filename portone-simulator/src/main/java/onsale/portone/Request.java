package onsale.portone;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request with its whole body; the variables are the parts of the path that match {@code *}.
 */
record Request(
        String method,
        String path,
        Map<String, String> query,
        Map<String, String> headers,
        byte[] body,
        List<String> variables) {

    private static final int FIELDS_MAX = 64;

    Request withVariables(List<String> found) {
        return new Request(method, path, query, headers, body, found);
    }

    /** The path's one variable, or its first. */
    String id() {
        return variables.getFirst();
    }

    @Nullable String header(String name) {
        return headers.get(name);
    }

    /** The body of a submitted HTML form. */
    Map<String, String> form() {
        return pairs(new String(body, StandardCharsets.UTF_8));
    }

    static Map<String, String> pairs(@Nullable String encoded) {
        Map<String, String> pairs = new HashMap<>();
        if (encoded == null || encoded.isEmpty()) {
            return pairs;
        }
        for (String pair : encoded.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            if (pairs.size() == FIELDS_MAX) {
                throw PortOneError.invalid("More than " + FIELDS_MAX + " fields.");
            }
            pairs.putIfAbsent(decode(name), decode(value));
        }
        return pairs;
    }

    static List<String> segments(String rawPath) {
        List<String> segments = new ArrayList<>();
        for (String segment : rawPath.substring(1).split("/", -1)) {
            segments.add(decode(segment.replace("+", "%2B")));
        }
        return segments;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw PortOneError.invalid("The address holds a broken escape.");
        }
    }
}
