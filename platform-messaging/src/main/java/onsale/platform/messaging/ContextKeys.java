package onsale.platform.messaging;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import onsale.platform.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Seals the messages that a context sends, one seal for each consumer, and verifies those that it
 * receives. A seal covers everything that determines the effect of a message.
 */
public final class ContextKeys {

    private static final String FORM = "onsale message";

    private final MessageKeys keys;
    private final String context;

    ContextKeys(MessageKeys keys, String context) {
        this.keys = keys;
        this.context = context;
    }

    public String context() {
        return context;
    }

    /**
     * Encrypts a part of a message that only its consumer may read, not whoever can read the outbox
     * or Kafka.
     *
     * @param about what it belongs to; it cannot be decrypted for anything else
     */
    public String encryptFor(String consumer, Object secret, String about) {
        return Secrets.encrypt(keys, context, consumer, secret, about);
    }

    /** Decrypts what another context has encrypted for this one. */
    public <T> T decryptFrom(String sender, String encrypted, String about, Class<T> type) {
        return Secrets.decrypt(keys, sender, context, encrypted, about, type);
    }

    /** Adds version, time, key id and seals to the headers of a message to be recorded. */
    void seal(
            Contract contract,
            UUID id,
            String topic,
            String key,
            byte[] payload,
            Map<String, String> headers) {
        if (!contract.mayBeSentBy(context)) {
            throw new UnrecordableMessage(
                    "%s is sent by %s, not by %s"
                            .formatted(contract.type(), contract.owner(), context));
        }
        headers.put(MessageHeaders.VERSION, String.valueOf(contract.version()));
        headers.put(MessageHeaders.TIME, String.valueOf(keys.clock().millis()));
        if (contract.consumers().isEmpty()) {
            return;
        }
        int keyId = keys.sealingId();
        headers.put(MessageHeaders.KEY_ID, String.valueOf(keyId));
        byte[] sealed = sealed(topic, key, contract.type(), id, payload, headers);
        for (String consumer : contract.consumers()) {
            SecretKey pair = keys.pair(keyId, context, consumer).orElseThrow();
            headers.put(
                    MessageHeaders.MAC + consumer,
                    Base64.getEncoder().withoutPadding().encodeToString(mac(pair, sealed)));
        }
    }

    /** Why a message is rejected; empty if its owner has sealed it for this context. */
    Optional<String> fault(Incoming message, String owner) {
        @Nullable String keyId = message.headers().get(MessageHeaders.KEY_ID);
        @Nullable String given = message.headers().get(MessageHeaders.MAC + context);
        if (keyId == null || given == null) {
            return Optional.of("it has no seal for " + context);
        }
        @Nullable SecretKey pair =
                keyId.matches("[0-9]{1,3}")
                        ? keys.pair(Integer.parseInt(keyId), owner, context).orElse(null)
                        : null;
        if (pair == null) {
            return Optional.of("its key is unknown here");
        }
        byte[] sealed =
                sealed(
                        message.topic(),
                        message.key(),
                        message.type(),
                        message.id(),
                        message.payload(),
                        message.headers());
        byte[] seal;
        try {
            seal = Base64.getDecoder().decode(given);
        } catch (IllegalArgumentException e) {
            return Optional.of("its seal is malformed");
        }
        return MessageDigest.isEqual(seal, mac(pair, sealed))
                ? Optional.empty()
                : Optional.of("it was not sealed by " + owner);
    }

    /** The bytes that are sealed: each field after its length, so that they are unambiguous. */
    private byte[] sealed(
            String topic,
            String key,
            String type,
            UUID id,
            byte[] payload,
            Map<String, String> headers) {
        byte[][] fields =
                Stream.concat(
                                Stream.of(
                                                FORM,
                                                keys.deployment(),
                                                headers.getOrDefault(MessageHeaders.VERSION, ""),
                                                topic,
                                                key,
                                                type,
                                                id.toString(),
                                                headers.getOrDefault(MessageHeaders.TIME, ""),
                                                headers.getOrDefault(MessageHeaders.ENCODING, ""))
                                        .map(ContextKeys::utf8),
                                Stream.of(Sha256.of(payload)))
                        .toArray(byte[][]::new);
        int length = 0;
        for (byte[] field : fields) {
            length += Integer.BYTES + field.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] field : fields) {
            all.putInt(field.length).put(field);
        }
        return all.array();
    }

    private static byte[] mac(SecretKey key, byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
