package onsale.edge.token;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.JsonNode;

/**
 * A signed JWT in its parts, nothing of it believed yet. There is one text for each token: padding,
 * stray bits and repeated names are refused.
 */
record Jwt(JsonNode header, JsonNode claims, byte[] signed, byte[] signature) {

    static final int CHARACTERS_MAX = 4_096;

    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /** Throws {@link IllegalArgumentException} if it is none. */
    static Jwt parse(String text) {
        int first = text.indexOf('.');
        int second = text.indexOf('.', first + 1);
        if (text.length() > CHARACTERS_MAX
                || first < 0
                || second < 0
                || text.indexOf('.', second + 1) >= 0) {
            throw new IllegalArgumentException("not three parts");
        }
        return new Jwt(
                StrictObject.parse(decode(text.substring(0, first))),
                StrictObject.parse(decode(text.substring(first + 1, second))),
                text.substring(0, second).getBytes(StandardCharsets.US_ASCII),
                decode(text.substring(second + 1)));
    }

    private static byte[] decode(String part) {
        byte[] bytes = DECODER.decode(part);
        if (!ENCODER.encodeToString(bytes).equals(part)) {
            throw new IllegalArgumentException("not strict base64url");
        }
        return bytes;
    }
}
