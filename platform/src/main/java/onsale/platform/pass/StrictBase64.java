package onsale.platform.pass;

import java.util.Arrays;
import java.util.Base64;

/**
 * Base64url in which every byte sequence has exactly one text: no padding, no line breaks, no stray
 * bits in the last character. The JDK's decoder accepts all of these.
 */
final class StrictBase64 {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final byte[] VALUES = new byte[128];

    static {
        Arrays.fill(VALUES, (byte) -1);
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        for (int value = 0; value < alphabet.length(); value++) {
            VALUES[alphabet.charAt(value)] = (byte) value;
        }
    }

    private StrictBase64() {}

    static int textLength(int bytes) {
        return (bytes * 8 + 5) / 6;
    }

    static String encode(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /**
     * Decodes the text after its prefix into the end of the target; the caller has checked that the
     * lengths fit. False if the text is not in the strict form.
     */
    static boolean decode(String text, int from, byte[] target, int offset) {
        int bits = 0;
        int pending = 0;
        int out = offset;
        int seen = 0; // negative as soon as one character was not in the alphabet
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            int value = c < 128 ? VALUES[c] : -1;
            seen |= value;
            bits = (bits << 6) | (value & 63);
            pending += 6;
            if (pending >= 8) {
                pending -= 8;
                target[out++] = (byte) (bits >>> pending);
            }
        }
        boolean strayBits = (bits & ((1 << pending) - 1)) != 0;
        return seen >= 0 && !strayBits;
    }
}
