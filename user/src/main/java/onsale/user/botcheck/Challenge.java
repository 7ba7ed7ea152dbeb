package onsale.user.botcheck;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import onsale.user.account.KeyedHash;
import onsale.user.account.KeyedHash.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * A signed challenge: only we can make one, and nothing in it can be changed. It is kept nowhere
 * until it is used.
 */
record Challenge(byte[] id, int bits, Instant expiresAt) {

    static final int ID_BYTES = 16;

    private static final int BYTES = ID_BYTES + 1 + Long.BYTES;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    static Challenge create(SecureRandom random, int bits, Instant expiresAt) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return new Challenge(id, bits, expiresAt);
    }

    String sign(KeyedHash hash) {
        byte[] content =
                ByteBuffer.allocate(BYTES)
                        .put(id)
                        .put((byte) bits)
                        .putLong(expiresAt.getEpochSecond())
                        .array();
        return ENCODER.encodeToString(content)
                + "."
                + ENCODER.encodeToString(hash.compute(Purpose.CHALLENGE, content));
    }

    /** Returns null if we have not signed it. */
    static @Nullable Challenge read(String signed, KeyedHash hash) {
        int dot = signed.indexOf('.');
        if (dot < 0) {
            return null;
        }
        try {
            byte[] content = Base64.getUrlDecoder().decode(signed.substring(0, dot));
            byte[] signature = Base64.getUrlDecoder().decode(signed.substring(dot + 1));
            if (content.length != BYTES
                    || !MessageDigest.isEqual(
                            signature, hash.compute(Purpose.CHALLENGE, content))) {
                return null;
            }
            ByteBuffer buffer = ByteBuffer.wrap(content);
            byte[] id = new byte[ID_BYTES];
            buffer.get(id);
            return new Challenge(id, buffer.get(), Instant.ofEpochSecond(buffer.getLong()));
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            return null;
        }
    }
}
