package onsale.user;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import onsale.platform.access.KeySetSource;
import onsale.user.SigningKeyStore.StoredKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The keys of access tokens, shared by all nodes through the database. A key is public long before
 * it signs, so that every verifier has it by then, and stays public until its last token has ended.
 */
final class SigningKeys implements KeySetSource {

    private static final Logger LOG = LoggerFactory.getLogger(SigningKeys.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int BITS = 2048;

    /** Much less than a key is public before it signs. */
    private static final Duration READ_EVERY = Duration.ofSeconds(30);

    /** By which clocks may differ, and more. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private final SigningKeyStore store;
    private final Duration every;
    private final Duration publishedBefore;
    private final Duration tokensFor;
    private final Clock clock;
    private final ReentrantLock reading = new ReentrantLock();

    private volatile State state;

    private record State(List<StoredKey> keys, byte[] published, Instant readAt) {}

    SigningKeys(SigningKeyStore store, UserSettings settings, Clock clock) {
        this.store = store;
        this.every = settings.keyEvery();
        this.publishedBefore = settings.keyPublishedBefore();
        this.tokensFor = settings.accessFor();
        this.clock = clock;
        if (store.all().isEmpty()) {
            store.insert(1, newId(), newPair(), Duration.ZERO);
        }
        this.state = load();
    }

    StoredKey signing() {
        State now = current();
        Instant time = clock.instant();
        // The first key signs from the moment it is there, also by a clock that is a bit behind.
        return now.keys().stream()
                .filter(key -> !key.signsFrom().isAfter(time))
                .reduce((earlier, later) -> later)
                .orElseGet(() -> now.keys().getFirst());
    }

    @Override
    public byte[] read() {
        return current().published();
    }

    /** Makes the next key in time and drops those nobody needs; safe on several nodes at once. */
    void rotate() {
        StoredKey latest = store.all().getLast();
        Instant nextDue = latest.signsFrom().plus(every).minus(publishedBefore);
        if (!nextDue.isAfter(clock.instant())) {
            store.insert(latest.generation() + 1, newId(), newPair(), publishedBefore);
        }
        int dropped = store.deleteSucceeded(tokensFor.plus(MARGIN));
        if (dropped > 0) {
            LOG.info("{} signing keys have no token left and are gone", dropped);
        }
        store.reencrypt();
        state = load();
    }

    private State current() {
        State known = state;
        if (known.readAt().plus(READ_EVERY).isBefore(clock.instant()) && reading.tryLock()) {
            try {
                state = load(); // others go on with what we have
            } catch (DataAccessException | TransactionException e) {
                LOG.warn("The signing keys cannot be read again: {}", e.toString());
            } finally {
                reading.unlock();
            }
        }
        return state;
    }

    private State load() {
        Instant now = clock.instant();
        List<StoredKey> keys = store.all();
        List<Map<String, Object>> published =
                keys.stream().map(key -> jwk(key.id(), key.publicKey())).toList();
        return new State(keys, JSON.writeValueAsBytes(Map.of("keys", published)), now);
    }

    private static Map<String, Object> jwk(String id, RSAPublicKey key) {
        Map<String, Object> jwk = new LinkedHashMap<>();
        jwk.put("kty", "RSA");
        jwk.put("use", "sig");
        jwk.put("alg", "RS256");
        jwk.put("kid", id);
        jwk.put("n", number(key.getModulus()));
        jwk.put("e", number(key.getPublicExponent()));
        return jwk;
    }

    private static String number(BigInteger number) {
        byte[] bytes = number.toByteArray();
        int sign = bytes[0] == 0 ? 1 : 0; // the sign is not part of a JWK's numbers
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(java.util.Arrays.copyOfRange(bytes, sign, bytes.length));
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    private static KeyPair newPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has RSA", e);
        }
    }
}
