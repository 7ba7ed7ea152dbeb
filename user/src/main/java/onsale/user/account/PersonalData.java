package onsale.user.account;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.UUID;
import onsale.user.account.KeyedHash.Purpose;

/**
 * Personal data of the table {@code users}: encrypted for its column and row, and found by keyed
 * hashes.
 */
public final class PersonalData {

    /** A column of {@code users} that holds ciphertext. */
    public enum Column {
        EMAIL,
        NAME,
        PHONE,
        CI,
        DI
    }

    private final DataKeys keys;
    private final KeyedHash hash;

    public PersonalData(DataKeys keys, KeyedHash hash) {
        this.keys = keys;
        this.hash = hash;
    }

    /** The id of the key that encrypts. */
    public int keyId() {
        return keys.primaryId();
    }

    public byte[] encrypt(Column column, UUID userId, String plain) {
        return keys.encrypt(plain.getBytes(StandardCharsets.UTF_8), context(column, userId));
    }

    public String decrypt(Column column, UUID userId, byte[] cipher) {
        return new String(keys.decrypt(cipher, context(column, userId)), StandardCharsets.UTF_8);
    }

    /** Hashes the normal form of an e-mail address, so that its spelling does not matter. */
    public byte[] emailHash(String email) {
        return hash.compute(Purpose.EMAIL, normalEmail(email));
    }

    public byte[] ciHash(String ci) {
        return hash.compute(Purpose.CI, ci);
    }

    /** Hashes the digits of a phone number. An account without a number has a hash too. */
    public byte[] phoneHash(String phone) {
        return hash.compute(Purpose.PHONE, phone.replaceAll("[^0-9+]", ""));
    }

    /** Maps spellings that reach the same mailbox almost everywhere to one form. */
    public static String normalEmail(String email) {
        return Normalizer.normalize(email.strip(), Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }

    private static String context(Column column, UUID userId) {
        return "users." + column.name().toLowerCase(Locale.ROOT) + ":" + userId;
    }
}
