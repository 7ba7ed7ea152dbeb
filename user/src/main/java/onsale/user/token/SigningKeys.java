package onsale.user.token;

import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import onsale.platform.access.AccessClaims;
import onsale.platform.access.KeySetSource;
import onsale.user.UserSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The keys that sign access tokens, shared by all nodes through the database. A key is published
 * long before it signs, so that every verifier has it by then, and stays published until its last
 * token has expired.
 */
public final class SigningKeys implements KeySetSource {

    private static final Logger LOG = LoggerFactory.getLogger(SigningKeys.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int BITS = 2048;

    /** Much shorter than the time between the publication of a key and its first signature. */
    private static final Duration READ_EVERY = Duration.ofSeconds(30);

    /** More than the clocks of the nodes may differ. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private final SigningKeyStore store;
    private final Duration every;
    private final Duration publishedBefore;
    private final Duration tokensFor;
    private final Clock clock;
    private final ReentrantLock reading = new ReentrantLock();

    private volatile State state;

    /** The published document, a JWK set (RFC 7517). */
    record KeySet(List<Jwk> keys) {}

    record Jwk(String kty, String use, String alg, String kid, String n, String e) {}

    private record State(List<SigningKey> keys, byte[] published, Instant readAt) {}

    public SigningKeys(SigningKeyStore store, UserSettings settings, Clock clock) {
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

    /** The newest key whose time to sign has come. */
    SigningKey signing() {
        State now = current();
        Instant time = clock.instant();
        // The first key signs at once, even if this node's clock is a little behind.
        return now.keys().stream()
                .filter(key -> !key.signsFrom().isAfter(time))
                .reduce((earlier, later) -> later)
                .orElseGet(() -> now.keys().getFirst());
    }

    @Override
    public byte[] read() {
        return current().published();
    }

    /**
     * Makes the next key when it is due and deletes the keys that no living token needs. Several
     * nodes may run it at once.
     */
    public void rotate() {
        SigningKey latest = store.all().getLast();
        Instant nextDue = latest.signsFrom().plus(every).minus(publishedBefore);
        if (!nextDue.isAfter(clock.instant())) {
            store.insert(latest.generation() + 1, newId(), newPair(), publishedBefore);
        }
        int dropped = store.deleteSucceeded(tokensFor.plus(MARGIN));
        if (dropped > 0) {
            LOG.info("{} signing keys were deleted: their tokens have expired", dropped);
        }
        store.reencrypt();
        state = load();
    }

    /**
     * Makes the next key before it is due.
     *
     * @param signsIn long enough for every node to read it
     * @return false if another one was made at the same moment
     */
    public boolean makeNext(Duration signsIn) {
        int next = store.all().getLast().generation() + 1;
        boolean made = store.insert(next, newId(), newPair(), signsIn);
        state = load();
        return made;
    }

    private State current() {
        State known = state;
        if (known.readAt().plus(READ_EVERY).isBefore(clock.instant()) && reading.tryLock()) {
            try {
                state = load(); // other threads use the old keys meanwhile
            } catch (DataAccessException | TransactionException e) {
                LOG.warn("The signing keys could not be refreshed: {}", e.toString());
            } finally {
                reading.unlock();
            }
        }
        return state;
    }

    private State load() {
        Instant now = clock.instant();
        List<SigningKey> keys = store.all();
        List<Jwk> published = keys.stream().map(key -> jwk(key.id(), key.publicKey())).toList();
        return new State(keys, JSON.writeValueAsBytes(new KeySet(published)), now);
    }

    private static Jwk jwk(String id, RSAPublicKey key) {
        return new Jwk(
                "RSA",
                "sig",
                AccessClaims.ALGORITHM,
                id,
                Base64URL.encode(key.getModulus()).toString(),
                Base64URL.encode(key.getPublicExponent()).toString());
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
