package onsale.edge.token;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * RSA keys for signatures out of a JWKS document, by their ids. Keys of another kind, for another
 * use or too short are not taken, so none of them can ever verify anything.
 */
final class KeySet {

    static final KeySet NONE = new KeySet(Map.of());

    private static final int KEYS_MAX = 100;
    private static final int MODULUS_BITS_MIN = 2048;
    private static final int MODULUS_BITS_MAX = 8192;

    private final Map<String, RSAPublicKey> byId;

    private KeySet(Map<String, RSAPublicKey> byId) {
        this.byId = Map.copyOf(byId);
    }

    /** Keys that were known before stay the same objects. */
    static KeySet parse(byte[] jwks, KeySet before) {
        JsonNode keys = StrictObject.parse(jwks).path("keys");
        if (!keys.isArray() || keys.size() > KEYS_MAX) {
            throw new IllegalArgumentException("not a key set");
        }
        Map<String, RSAPublicKey> byId = new HashMap<>();
        for (JsonNode entry : keys) {
            @Nullable RSAPublicKey key = usable(entry) ? key(entry) : null;
            if (key != null) {
                String id = entry.path("kid").stringValue();
                @Nullable RSAPublicKey known = before.find(id);
                byId.put(id, key.equals(known) ? known : key);
            }
        }
        return new KeySet(byId);
    }

    @Nullable RSAPublicKey find(String id) {
        return byId.get(id);
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }

    private static boolean usable(JsonNode entry) {
        return is(entry.path("kty"), "RSA")
                && entry.path("kid").isString()
                && (entry.path("use").isMissingNode() || is(entry.path("use"), "sig"))
                && (entry.path("alg").isMissingNode() || is(entry.path("alg"), "RS256"));
    }

    private static boolean is(JsonNode node, String value) {
        return node.isString() && node.stringValue().equals(value);
    }

    private static @Nullable RSAPublicKey key(JsonNode entry) {
        try {
            BigInteger modulus = number(entry.path("n"));
            int bits = modulus.bitLength();
            if (bits < MODULUS_BITS_MIN || bits > MODULUS_BITS_MAX) {
                return null;
            }
            var spec = new RSAPublicKeySpec(modulus, number(entry.path("e")));
            return (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(spec);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return null;
        }
    }

    private static BigInteger number(JsonNode node) {
        if (!node.isString()) {
            throw new IllegalArgumentException("not a number in base64url");
        }
        return new BigInteger(1, Base64.getUrlDecoder().decode(node.stringValue()));
    }
}
