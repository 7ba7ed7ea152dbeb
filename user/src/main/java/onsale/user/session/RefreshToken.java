package onsale.user.session;

import java.security.SecureRandom;
import java.util.Base64;
import onsale.platform.Sha256;
import onsale.user.account.KeyedHash;
import onsale.user.account.KeyedHash.Purpose;
import org.jspecify.annotations.Nullable;

/** A refresh token: 256 random bits, stored only as a hash. */
final class RefreshToken {

    private static final int BYTES = 32;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final byte[] bytes;

    private RefreshToken(byte[] bytes) {
        this.bytes = bytes;
    }

    static RefreshToken random(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new RefreshToken(bytes);
    }

    /** Returns null if the text is no refresh token. */
    static @Nullable RefreshToken parse(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return bytes.length == BYTES ? new RefreshToken(bytes) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The token that follows this one: always the same, so that a chain of tokens cannot fork. */
    RefreshToken successor(KeyedHash keyedHash) {
        return new RefreshToken(keyedHash.compute(Purpose.REFRESH_TOKEN, bytes));
    }

    /** What the database knows of the token. */
    byte[] hash() {
        return Sha256.of(bytes);
    }

    /** What the client gets. */
    String text() {
        return ENCODER.encodeToString(bytes);
    }
}
