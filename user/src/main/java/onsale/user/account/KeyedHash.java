package onsale.user.account;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import onsale.user.UserSettings;

/**
 * HMAC-SHA256 with the lookup key of the user context. Rows are found by such a hash, and nobody
 * can compute it without the key.
 */
public final class KeyedHash {

    /** What a value is hashed for. The same value has another hash for another purpose. */
    public enum Purpose {
        EMAIL("email"),
        CI("ci"),
        PHONE("phone"),
        LOGIN_LANE("login lane"),
        NETWORK_LANE("network lane"),
        CHALLENGE("challenge"),
        EMAIL_CODE("email code"),
        REFRESH_TOKEN("refresh"),
        RECOVERY_CODE("recovery code"),
        SOCIAL_SUBJECT("social subject");

        private static final int PREFIX_BYTES = 16;

        private final byte[] prefix;

        Purpose(String text) {
            this.prefix = Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), PREFIX_BYTES);
        }
    }

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES_MIN = 32;

    private final byte[] key;

    private KeyedHash(byte[] key) {
        this.key = key.clone();
    }

    /** Takes the key of the settings, or derives one from the secret if there is none. */
    public static KeyedHash of(UserSettings settings, Secret secret) {
        if (settings.lookupKey().isEmpty()) {
            if (secret.isEmpty()) {
                throw new StartFailure(
                        "There is no key to find accounts by: set onsale.user.lookup-key or onsale.secret.");
            }
            return new KeyedHash(secret.deriveBytes("user/lookup"));
        }
        try {
            byte[] given = Base64.getDecoder().decode(settings.lookupKey().value());
            if (given.length >= KEY_BYTES_MIN) {
                return new KeyedHash(given);
            }
        } catch (IllegalArgumentException e) {
            // reported below, without the key
        }
        throw new StartFailure(
                "onsale.user.lookup-key must be at least %d bytes in base64."
                        .formatted(KEY_BYTES_MIN));
    }

    public byte[] compute(Purpose purpose, String value) {
        return compute(purpose, value.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] compute(Purpose purpose, byte[] value) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(purpose.prefix);
            return mac.doFinal(value);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
