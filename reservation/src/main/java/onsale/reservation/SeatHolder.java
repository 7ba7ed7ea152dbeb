package onsale.reservation;

import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import onsale.platform.Sha256;

/**
 * The name under which the seat gate keeps the seats of a request. Made of the user and the
 * idempotency key, so that the same request finds its seats its own when it is repeated, on this
 * node or on another.
 */
public record SeatHolder(String tag) {

    private static final int BYTES = 12;

    public static SeatHolder of(UUID userId, String idempotencyKey) {
        byte[] hash = Sha256.of(userId + "/" + idempotencyKey);
        return new SeatHolder(
                Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES)));
    }
}
