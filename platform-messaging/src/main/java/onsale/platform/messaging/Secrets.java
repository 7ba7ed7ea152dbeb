package onsale.platform.messaging;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Encrypts parts of messages by AES-256-GCM, with a key of their sender and consumer: the id of the
 * root key, a random nonce, then the ciphertext, in base64.
 */
final class Secrets {

    private static final JsonMapper JSON =
            JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private Secrets() {}

    static String encrypt(
            MessageKeys keys, String sender, String consumer, Object secret, String about) {
        int keyId = keys.sealingId();
        SecretKey key = keys.secrecy(keyId, sender, consumer).orElseThrow();
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] cipher =
                run(
                        Cipher.ENCRYPT_MODE,
                        key,
                        nonce,
                        aad(keys, about),
                        JSON.writeValueAsBytes(secret));
        byte[] all =
                ByteBuffer.allocate(1 + NONCE_BYTES + cipher.length)
                        .put((byte) keyId)
                        .put(nonce)
                        .put(cipher)
                        .array();
        return Base64.getEncoder().encodeToString(all);
    }

    static <T> T decrypt(
            MessageKeys keys,
            String sender,
            String consumer,
            String encrypted,
            String about,
            Class<T> type) {
        ByteBuffer all = ByteBuffer.wrap(Base64.getDecoder().decode(encrypted));
        SecretKey key =
                keys.secrecy(all.get() & 0xff, sender, consumer)
                        .orElseThrow(() -> new IllegalArgumentException("its key is unknown here"));
        byte[] nonce = new byte[NONCE_BYTES];
        all.get(nonce);
        byte[] cipher = new byte[all.remaining()];
        all.get(cipher);
        return JSON.readValue(run(Cipher.DECRYPT_MODE, key, nonce, aad(keys, about), cipher), type);
    }

    private static byte[] aad(MessageKeys keys, String about) {
        return ContextKeys.utf8(keys.deployment() + "\n" + about);
    }

    private static byte[] run(int mode, SecretKey key, byte[] nonce, byte[] aad, byte[] text) {
        try {
            Cipher cipher = Cipher.getInstance(ALGORITHM);
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(aad);
            return cipher.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not encrypted for this: wrong key or place", e);
        }
    }
}
