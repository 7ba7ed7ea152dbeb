package onsale.platform.pass;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Writes the claims of a pass, which {@link ClaimsReader} reads in the same order. Writing more or
 * less than the kind of pass has is a bug and throws.
 */
public final class ClaimsWriter {

    private final ByteBuffer claims;

    ClaimsWriter(byte[] pass, int offset, int length) {
        claims = ByteBuffer.wrap(pass, offset, length);
    }

    public ClaimsWriter uuid(UUID value) {
        return int64(value.getMostSignificantBits()).int64(value.getLeastSignificantBits());
    }

    public ClaimsWriter int64(long value) {
        need(Long.BYTES).putLong(value);
        return this;
    }

    public ClaimsWriter int32(int value) {
        need(Integer.BYTES).putInt(value);
        return this;
    }

    /** Writes the bytes without their length, which the reader has to know. */
    public ClaimsWriter bytes(byte[] value) {
        need(value.length).put(value);
        return this;
    }

    void finish() {
        if (claims.hasRemaining()) {
            throw new IllegalArgumentException(claims.remaining() + " bytes of claims missing");
        }
    }

    private ByteBuffer need(int bytes) {
        if (claims.remaining() < bytes) {
            throw new IllegalArgumentException("more claims than the kind of pass has room for");
        }
        return claims;
    }
}
