package onsale.user;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;

/**
 * Personal data between memory and the table {@code users}: encrypted for its column and row, and
 * found again by hashes that nobody can compute without the key.
 */
final class PersonalData {

    /** A column of {@code users} that holds ciphertext. */
    enum Column {
        EMAIL,
        NAME,
        PHONE,
        CI,
        DI
    }

    private static final int KEY_BYTES_MIN = 32;

    private final DataKeys keys;
    private final byte[] lookupKey;

    PersonalData(DataKeys keys, byte[] lookupKey) {
        this.keys = keys;
        this.lookupKey = lookupKey.clone();
    }

    static PersonalData of(UserSettings settings, Secret secret, DataKeys keys) {
        if (settings.lookupKey().isEmpty()) {
            if (secret.isEmpty()) {
                throw new StartFailure(
                        "There is no key to find accounts by: set onsale.user.lookup-key or onsale.secret.");
            }
            return new PersonalData(keys, secret.deriveBytes("user/lookup"));
        }
        try {
            byte[] given = Base64.getDecoder().decode(settings.lookupKey().value());
            if (given.length >= KEY_BYTES_MIN) {
                return new PersonalData(keys, given);
            }
        } catch (IllegalArgumentException e) {
            // said below, without the key
        }
        throw new StartFailure(
                "onsale.user.lookup-key must be at least %d bytes in base64."
                        .formatted(KEY_BYTES_MIN));
    }

    int keyId() {
        return keys.primaryId();
    }

    byte[] encrypt(Column column, UUID userId, String plain) {
        return keys.encrypt(plain.getBytes(StandardCharsets.UTF_8), place(column, userId));
    }

    String decrypt(Column column, UUID userId, byte[] cipher) {
        return new String(keys.decrypt(cipher, place(column, userId)), StandardCharsets.UTF_8);
    }

    /** The same for every spelling that reaches the same mailbox almost everywhere. */
    byte[] emailHash(String email) {
        return hash("email", normalEmail(email));
    }

    byte[] ciHash(String ci) {
        return hash("ci", ci);
    }

    static String normalEmail(String email) {
        return Normalizer.normalize(email.strip(), Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }

    /** Stable for a person, and says nothing about them. */
    static String personId(byte[] ciHash) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(ciHash);
    }

    /** What follows a refresh token, see {@link Sessions}. */
    byte[] successor(byte[] token) {
        return hash("refresh", token);
    }

    private byte[] hash(String purpose, String value) {
        return hash(purpose, value.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] hash(String purpose, byte[] value) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(lookupKey, "HmacSHA256"));
            mac.update(Arrays.copyOf(purpose.getBytes(StandardCharsets.US_ASCII), 16));
            return mac.doFinal(value);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private static String place(Column column, UUID userId) {
        return "users." + column.name().toLowerCase(Locale.ROOT) + ":" + userId;
    }
}
