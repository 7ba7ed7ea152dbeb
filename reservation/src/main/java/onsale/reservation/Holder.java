package onsale.reservation;

import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import onsale.platform.Sha256;

/**
 * Whose a seat is at the gate: made of the request that asked for it, so that the same request
 * repeated, here or on another node, finds the seats its own.
 */
record Holder(String tag) {

    private static final int BYTES = 12;

    static Holder of(UUID userId, String idempotencyKey) {
        byte[] hash = Sha256.of(userId + "/" + idempotencyKey);
        return new Holder(
                Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES)));
    }
}
