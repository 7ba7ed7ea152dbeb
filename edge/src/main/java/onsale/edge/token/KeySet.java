package onsale.edge.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.nio.charset.StandardCharsets;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The RSA signature keys of a JWKS document, by id. Keys of another type, for another use or of an
 * unsafe size are left out, so they never verify anything.
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

    /** Parses a JWKS document. A key that is equal to one before stays the same object. */
    static KeySet parse(byte[] jwks, KeySet before) {
        Map<String, RSAPublicKey> byId = new HashMap<>();
        for (Map<String, Object> entry : entries(jwks)) {
            @Nullable RSAKey jwk = usable(entry);
            if (jwk != null) {
                RSAPublicKey key = key(jwk);
                @Nullable RSAPublicKey known = before.find(jwk.getKeyID());
                byId.put(jwk.getKeyID(), key.equals(known) ? known : key);
            }
        }
        return new KeySet(byId);
    }

    /** Returns the entries unparsed, so that one broken key does not make the others unusable. */
    private static Map<String, Object>[] entries(byte[] jwks) {
        try {
            Map<String, Object>[] entries =
                    JSONObjectUtils.getJSONObjectArray(
                            JSONObjectUtils.parse(new String(jwks, StandardCharsets.UTF_8)),
                            "keys");
            if (entries == null || entries.length > KEYS_MAX) {
                throw new IllegalArgumentException("not a key set");
            }
            return entries;
        } catch (ParseException e) {
            throw new IllegalArgumentException("not a key set", e);
        }
    }

    @Nullable RSAPublicKey find(String id) {
        return byId.get(id);
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }

    private static @Nullable RSAKey usable(Map<String, Object> entry) {
        try {
            return JWK.parse(entry) instanceof RSAKey key && isForSignatures(key) ? key : null;
        } catch (ParseException e) {
            return null;
        }
    }

    private static boolean isForSignatures(RSAKey key) {
        return key.getKeyID() != null
                && (key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE))
                && (key.getAlgorithm() == null || key.getAlgorithm().equals(JWSAlgorithm.RS256))
                && key.size() >= MODULUS_BITS_MIN
                && key.size() <= MODULUS_BITS_MAX;
    }

    private static RSAPublicKey key(RSAKey key) {
        try {
            return key.toRSAPublicKey();
        } catch (JOSEException e) {
            throw new IllegalArgumentException("not an RSA key", e);
        }
    }
}
