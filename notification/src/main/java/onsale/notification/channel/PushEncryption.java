package onsale.notification.channel;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts a push for one browser: RFC 8291, in the coding aes128gcm of RFC 8188. */
final class PushEncryption {

    /** What every push service takes, with room for the coding. */
    static final int BYTES_MAX = 3_900;

    private static final int RECORD_BYTES = 4_096;
    private static final int KEY_BYTES = 16;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final byte LAST_RECORD = 2;

    private PushEncryption() {}

    /**
     * Encrypts one record.
     *
     * @param ours a key pair for this message alone
     * @param salt 16 random bytes
     */
    static byte[] encrypt(
            byte[] plain, byte[] browserKey, byte[] browserAuth, KeyPair ours, byte[] salt) {
        if (plain.length > BYTES_MAX) {
            throw new IllegalArgumentException("a push is at most %d bytes".formatted(BYTES_MAX));
        }
        try {
            byte[] ourKey = P256.point((ECPublicKey) ours.getPublic());
            KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
            agreement.init(ours.getPrivate());
            agreement.doPhase(P256.publicKey(browserKey), true);
            byte[] info = joined(text("WebPush: info\0"), browserKey, ourKey, new byte[] {1});
            byte[] secret = hmac(hmac(browserAuth, agreement.generateSecret()), info);
            byte[] root = hmac(salt, secret);
            byte[] key = derived(root, "Content-Encoding: aes128gcm\0", KEY_BYTES);
            byte[] nonce = derived(root, "Content-Encoding: nonce\0", NONCE_BYTES);

            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(key, "AES"),
                    new GCMParameterSpec(TAG_BITS, nonce));
            byte[] body = cipher.doFinal(joined(plain, new byte[] {LAST_RECORD}));
            return joined(
                    salt,
                    ByteBuffer.allocate(Integer.BYTES).putInt(RECORD_BYTES).array(),
                    new byte[] {(byte) ourKey.length},
                    ourKey,
                    body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has ECDH and AES", e);
        }
    }

    private static byte[] derived(byte[] root, String info, int length)
            throws GeneralSecurityException {
        return Arrays.copyOf(hmac(root, joined(text(info), new byte[] {1})), length);
    }

    private static byte[] hmac(byte[] key, byte[] message) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(message);
    }

    private static byte[] text(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
