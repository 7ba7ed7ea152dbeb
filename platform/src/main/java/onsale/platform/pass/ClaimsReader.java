package onsale.platform.pass;

import java.nio.ByteBuffer;
import java.util.UUID;

/** Reads the claims of a valid pass in the order in which they were written. Not thread-safe. */
public final class ClaimsReader {

    private final ByteBuffer claims;

    ClaimsReader(byte[] pass, int offset, int length) {
        claims = ByteBuffer.wrap(pass, offset, length);
    }

    public UUID uuid() {
        return new UUID(claims.getLong(), claims.getLong());
    }

    public long int64() {
        return claims.getLong();
    }

    public int int32() {
        return claims.getInt();
    }

    public byte[] bytes(int count) {
        byte[] value = new byte[count];
        claims.get(value);
        return value;
    }
}
