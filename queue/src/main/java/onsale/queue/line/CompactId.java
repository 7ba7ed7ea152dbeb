package onsale.queue.line;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/**
 * Writes a UUID as 22 characters of base64url. Redis keeps some for each waiting fan, and there are
 * hundreds of thousands of fans.
 */
final class CompactId {

    static final int LENGTH = 22;

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private CompactId() {}

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
