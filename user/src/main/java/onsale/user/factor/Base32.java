package onsale.user.factor;

/** Base 32 without padding (RFC 4648), in which people type secrets and codes. */
final class Base32 {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS = 5;

    private Base32() {}

    static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        int buffer = 0;
        int bits = 0;
        for (byte one : bytes) {
            buffer = ((buffer << Byte.SIZE) | (one & 0xff)) & 0xfff;
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                text.append(ALPHABET.charAt((buffer >> bits) & 0x1f));
            }
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt((buffer << (BITS - bits)) & 0x1f));
        }
        return text.toString();
    }
}
