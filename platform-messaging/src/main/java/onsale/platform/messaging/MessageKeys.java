package onsale.platform.messaging;

import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;

/**
 * The message keys of a deployment. Each root key yields one key per sender, and that one key per
 * consumer: a consumer cannot forge what another consumer verifies. A root key, such as {@code
 * onsale.secret}, yields all of them.
 */
public final class MessageKeys {

    private static final String DERIVED = "derived";
    private static final int DERIVED_ID = 0;
    private static final int KEY_BYTES = 32;
    private static final Pattern GIVEN = Pattern.compile("([1-9][0-9]{0,2}):([A-Za-z0-9+/]+=*)");

    private record Root(int id, byte[] key) {}

    private record Pair(int rootId, String sender, String consumer) {}

    private final List<Root> roots;
    private final String deployment;
    private final InstantSource clock;
    private final Map<Pair, SecretKey> pairs = new ConcurrentHashMap<>();

    private MessageKeys(List<Root> roots, String deployment, InstantSource clock) {
        this.roots = roots;
        this.deployment = deployment;
        this.clock = clock;
        if (roots.stream().map(Root::id).distinct().count() < roots.size()) {
            throw new StartFailure("onsale.message-keys.keys has two keys with the same id.");
        }
    }

    /**
     * The configured keys.
     *
     * @param secret the secret of the process
     * @param deployment part of every seal, in case deployments share a cluster and, by mistake, a
     *     secret
     */
    public static MessageKeys of(
            MessageKeySettings settings, Secret secret, String deployment, InstantSource clock) {
        List<Secret> keys =
                settings.keys().isEmpty() ? List.of(new Secret(DERIVED)) : settings.keys();
        return new MessageKeys(
                keys.stream().map(key -> root(key, secret)).toList(), deployment, clock);
    }

    /** The keys of a process that has none configured, derived from its secret. */
    public static MessageKeys derived(Secret secret, KafkaSettings kafka) {
        return of(
                new MessageKeySettings(List.of()),
                secret,
                kafka.topicPrefix(),
                InstantSource.system());
    }

    /** The keys with which a context seals what it sends and verifies what it receives. */
    public ContextKeys of(String context) {
        return new ContextKeys(this, context);
    }

    String deployment() {
        return deployment;
    }

    InstantSource clock() {
        return clock;
    }

    /** The id of the key that seals. */
    int sealingId() {
        return roots.getFirst().id();
    }

    /** The key for messages from this sender to this consumer; empty for an unknown root. */
    Optional<SecretKey> pair(int rootId, String sender, String consumer) {
        return roots.stream()
                .filter(root -> root.id() == rootId)
                .findFirst()
                .map(root ->
                        pairs.computeIfAbsent(
                                new Pair(rootId, sender, consumer), pair -> derive(root, pair)));
    }

    private static SecretKey derive(Root root, Pair pair) {
        byte[] ofSender = hkdf(root.key(), "messages of " + pair.sender());
        return new SecretKeySpec(hkdf(ofSender, "messages to " + pair.consumer()), "HmacSHA256");
    }

    /** As {@link #pair}, but to encrypt with. */
    Optional<SecretKey> secrecy(int rootId, String sender, String consumer) {
        return pair(rootId, sender, consumer)
                .map(pair -> new SecretKeySpec(hkdf(pair.getEncoded(), "secrets"), "AES"));
    }

    private static byte[] hkdf(byte[] key, String info) {
        try {
            return KDF.getInstance("HKDF-SHA256")
                    .deriveData(
                            HKDFParameterSpec.ofExtract()
                                    .addIKM(key)
                                    .thenExpand(ContextKeys.utf8(info), KEY_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HKDF-SHA256", e);
        }
    }

    private static Root root(Secret entry, Secret secret) {
        if (entry.value().equals(DERIVED)) {
            if (secret.isEmpty()) {
                throw new StartFailure(
                        "There is no key for messages: set onsale.message-keys.keys or onsale.secret.");
            }
            return new Root(DERIVED_ID, secret.deriveBytes("messages"));
        }
        Matcher parts = GIVEN.matcher(entry.value());
        if (!parts.matches() || Integer.parseInt(parts.group(1)) > 255) {
            throw unacceptable();
        }
        byte[] key;
        try {
            key = Base64.getDecoder().decode(parts.group(2));
        } catch (IllegalArgumentException e) {
            throw unacceptable(); // without a cause: its message could show the key
        }
        if (key.length < KEY_BYTES) {
            Arrays.fill(key, (byte) 0);
            throw unacceptable();
        }
        return new Root(Integer.parseInt(parts.group(1)), key);
    }

    private static StartFailure unacceptable() {
        return new StartFailure(
                "A key in onsale.message-keys.keys must be \"id:base64\" with an id from 1 to 255 and at least %d bytes, or \"derived\"."
                        .formatted(KEY_BYTES));
    }
}
