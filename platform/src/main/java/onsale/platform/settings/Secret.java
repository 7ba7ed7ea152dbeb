package onsale.platform.settings;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.BitSet;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A value that must not be printed: {@code toString} hides it. */
public record Secret(String value) {

    public static final Secret NONE = new Secret("");

    private static final int STRONG_BYTES = 32;

    /** 32 random bytes have about 30 different values, and fewer than 22 in one of 10^9 secrets. */
    private static final int STRONG_DIFFERENT = 22;

    /** Lets settings bind a plain string. */
    public static Secret valueOf(String value) {
        return new Secret(value);
    }

    public boolean isEmpty() {
        return value.isEmpty();
    }

    /**
     * Whether this is at least 32 random-looking bytes in base64 or hexadecimal. Words and patterns
     * are recognised by their many repeated bytes.
     */
    public boolean isStrong() {
        byte[] bytes;
        try {
            bytes =
                    value.matches("[0-9a-fA-F]+") && value.length() % 2 == 0
                            ? HexFormat.of().parseHex(value)
                            : Base64.getDecoder().decode(value.replace('-', '+').replace('_', '/'));
        } catch (IllegalArgumentException e) {
            return false;
        }
        BitSet different = new BitSet(256);
        for (byte b : bytes) {
            different.set(b & 0xff);
        }
        return bytes.length >= STRONG_BYTES && different.cardinality() >= STRONG_DIFFERENT;
    }

    /** Derives a password or key for one purpose, which reveals nothing about the others. */
    public Secret derive(String purpose) {
        return new Secret(HexFormat.of().formatHex(deriveBytes(purpose)));
    }

    public byte[] deriveBytes(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(value.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    @Override
    public String toString() {
        return isEmpty() ? "" : "******";
    }
}
