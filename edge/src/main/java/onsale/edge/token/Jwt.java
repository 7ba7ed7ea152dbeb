package onsale.edge.token;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import java.text.ParseException;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A signed JWT, parsed but not verified.
 *
 * @param claims of the payload: String, Boolean, Long, Double, List or Map
 */
record Jwt(JWSObject signed, Map<String, Object> claims) {

    static final int CHARACTERS_MAX = 4_096;

    /** Stricter than the parser, which ignores characters that are not base64url. */
    private static final Pattern FORM = Pattern.compile("[\\w-]+\\.[\\w-]+\\.[\\w-]+");

    /** Throws {@link IllegalArgumentException} if the text is no JWT. */
    static Jwt parse(String text) {
        if (text.length() > CHARACTERS_MAX || !FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a token");
        }
        try {
            JWSObject signed = JWSObject.parse(text);
            return new Jwt(signed, claims(signed.getPayload()));
        } catch (ParseException | IllegalStateException e) {
            throw new IllegalArgumentException("not a token", e);
        }
    }

    private static Map<String, Object> claims(Payload payload) {
        Map<String, Object> claims = payload.toJSONObject();
        if (claims == null) {
            throw new IllegalArgumentException("not an object");
        }
        return claims;
    }

    JWSHeader header() {
        return signed.getHeader();
    }
}
