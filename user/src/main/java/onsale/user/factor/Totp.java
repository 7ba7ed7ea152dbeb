package onsale.user.factor;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.OptionalLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One-time codes by time (RFC 6238), as authenticator apps compute them: HMAC-SHA-1, six digits,
 * steps of 30 seconds.
 */
final class Totp {

    static final int SECRET_BYTES = 20;
    static final int DIGITS = 6;
    static final int STEP_SECONDS = 30;

    /** Clocks of devices differ; a code of a neighbouring step is good too. */
    private static final int STEPS_AROUND = 1;

    private static final String ALGORITHM = "HmacSHA1";

    private Totp() {}

    static long step(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), STEP_SECONDS);
    }

    /**
     * The step that a code belongs to.
     *
     * @param after codes of this step and earlier ones are used
     */
    static OptionalLong stepOf(String code, byte[] secret, Instant now, long after) {
        long current = step(now);
        for (long step = current - STEPS_AROUND; step <= current + STEPS_AROUND; step++) {
            if (step > after && code.equals(code(secret, step, DIGITS))) {
                return OptionalLong.of(step);
            }
        }
        return OptionalLong.empty();
    }

    static String code(byte[] secret, long step, int digits) {
        byte[] hash = hmac(secret, ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        int offset = hash[hash.length - 1] & 0xf;
        int number = ByteBuffer.wrap(hash).getInt(offset) & 0x7fff_ffff;
        String all = "%010d".formatted(number);
        return all.substring(all.length() - digits);
    }

    private static byte[] hmac(byte[] secret, byte[] message) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
