package onsale.platform.pass;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.function.Consumer;
import onsale.platform.pass.PassCheck.Invalid;
import onsale.platform.pass.PassCheck.Reason;
import onsale.platform.pass.PassCheck.Valid;
import org.jspecify.annotations.Nullable;

/**
 * Issues and verifies passes. A valid pass was issued with one of our keys, for this purpose and
 * audience, with exactly these claims, and has not expired; no other text is accepted for it.
 * Verifying does no I/O, takes no lock and never throws.
 *
 * <p>The text is the purpose's prefix and base64url of: key id (1 byte), expiry (4, seconds since
 * 1970), claims, tag (16). The tag covers format, purpose, audience and everything before it. The
 * claims are not encrypted.
 */
public final class Passes {

    /** The longest pass, for headers and columns that need a limit. */
    public static final int TEXT_MAX = 160;

    private static final int KEY_ID_BYTES = 1;
    private static final int HEAD_BYTES = KEY_ID_BYTES + Integer.BYTES;
    private static final long EXPIRY_MAX = 0xffff_ffffL;

    private static final Invalid MALFORMED = new Invalid(Reason.MALFORMED);
    private static final Invalid UNKNOWN_KEY = new Invalid(Reason.UNKNOWN_KEY);
    private static final Invalid FORGED = new Invalid(Reason.FORGED);
    private static final Invalid EXPIRED = new Invalid(Reason.EXPIRED);

    private final PassKeys keys;
    private final Clock clock;

    public Passes(PassKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /** Returns a copy that accepts expired passes, for the restoration of old data. */
    public Passes whenever() {
        return new Passes(keys, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    }

    /** Issues a pass that is valid until just before its expiry, which is cut to whole seconds. */
    public String issue(PassKind kind, Instant expiresAt, Consumer<ClaimsWriter> claims) {
        long expirySeconds = expiresAt.getEpochSecond();
        if (expirySeconds < 0 || expirySeconds > EXPIRY_MAX) {
            throw new IllegalArgumentException("a pass cannot expire at " + expiresAt);
        }
        PassKey key = keys.signing();
        int start = kind.bindingBytes();
        byte[] message = new byte[messageBytes(kind)];
        kind.copyBinding(message);
        message[start] = (byte) key.id();
        ByteBuffer.wrap(message).putInt(start + KEY_ID_BYTES, (int) expirySeconds);
        ClaimsWriter writer = new ClaimsWriter(message, start + HEAD_BYTES, kind.claimsBytes());
        claims.accept(writer);
        writer.finish();
        int signed = message.length - PassKey.TAG_BYTES;
        byte[] tag = key.tag(message, signed);
        System.arraycopy(tag, 0, message, signed, PassKey.TAG_BYTES);
        byte[] pass = Arrays.copyOfRange(message, start, message.length);
        return kind.purpose().prefix() + StrictBase64.encode(pass);
    }

    public PassCheck verify(PassKind kind, String text) {
        String prefix = kind.purpose().prefix();
        int start = kind.bindingBytes();
        int length = messageBytes(kind);
        if (text.length() != prefix.length() + StrictBase64.textLength(length - start)
                || !text.startsWith(prefix)) {
            return MALFORMED;
        }
        byte[] message = new byte[length];
        kind.copyBinding(message);
        if (!StrictBase64.decode(text, prefix.length(), message, start)) {
            return MALFORMED;
        }
        @Nullable PassKey key = keys.find(message[start] & 0xff);
        if (key == null) {
            return UNKNOWN_KEY;
        }
        int signed = length - PassKey.TAG_BYTES;
        if (!isTag(key.tag(message, signed), message, signed)) {
            return FORGED;
        }
        long expirySeconds =
                Integer.toUnsignedLong(ByteBuffer.wrap(message).getInt(start + KEY_ID_BYTES));
        if (clock.millis() >= expirySeconds * 1_000) {
            return EXPIRED;
        }
        return new Valid(
                new ClaimsReader(message, start + HEAD_BYTES, kind.claimsBytes()),
                Instant.ofEpochSecond(expirySeconds));
    }

    /** Compares in constant time. */
    private static boolean isTag(byte[] hash, byte[] message, int offset) {
        return MessageDigest.isEqual(
                Arrays.copyOf(hash, PassKey.TAG_BYTES),
                Arrays.copyOfRange(message, offset, offset + PassKey.TAG_BYTES));
    }

    private static int messageBytes(PassKind kind) {
        return kind.bindingBytes() + HEAD_BYTES + kind.claimsBytes() + PassKey.TAG_BYTES;
    }
}
