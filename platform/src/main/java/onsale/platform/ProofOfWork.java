package onsale.platform;

import java.nio.charset.StandardCharsets;

/**
 * A small puzzle that costs a client some work and the server almost none: a number that, appended
 * to the challenge, gives a SHA-256 hash that starts with some zero bits. Each bit doubles the
 * work.
 */
public final class ProofOfWork {

    private ProofOfWork() {}

    /** Whether the hash of {@code challenge.number} starts with that many zero bits. */
    public static boolean isSolution(String challenge, String number, int zeroBits) {
        byte[] hash = Sha256.of((challenge + "." + number).getBytes(StandardCharsets.US_ASCII));
        int zeros = 0;
        for (byte part : hash) {
            int leading = Integer.numberOfLeadingZeros(part & 0xff) - 24;
            zeros += leading;
            if (leading < 8) {
                break;
            }
        }
        return zeros >= zeroBits;
    }

    /**
     * Returns the smallest number that solves it, after trying about 2 to the power of the bits.
     */
    public static String solve(String challenge, int zeroBits) {
        long number = 0;
        while (!isSolution(challenge, Long.toString(number), zeroBits)) {
            number++;
        }
        return Long.toString(number);
    }
}
