package onsale.queue;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/**
 * Ids as 22 characters: what Redis keeps for each waiting fan is kept hundreds of thousands of
 * times.
 */
final class Ids22 {

    static final int LENGTH = 22;

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private Ids22() {}

    static String of(UUID id) {
        byte[] bytes = new byte[16];
        ByteBuffer.wrap(bytes)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits());
        return ENCODER.encodeToString(bytes);
    }

    static UUID read(String text, int from) {
        ByteBuffer bytes =
                ByteBuffer.wrap(Base64.getUrlDecoder().decode(text.substring(from, from + LENGTH)));
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
