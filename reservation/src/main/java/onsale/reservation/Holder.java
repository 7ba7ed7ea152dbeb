package onsale.reservation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * Whose a seat is at the gate: made of the request that asked for it, so that the same request
 * repeated, here or on another node, finds the seats its own.
 */
record Holder(String tag) {

    private static final int BYTES = 12;

    static Holder of(UUID userId, String idempotencyKey) {
        byte[] hash = sha256(userId + "/" + idempotencyKey);
        return new Holder(
                Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES)));
    }

    static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
