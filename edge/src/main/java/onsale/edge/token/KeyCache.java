package onsale.edge.token;

import java.io.IOException;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import onsale.platform.access.KeySetSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches the public keys. They are read again when they are old and when a token names an unknown
 * key, but never more often than the bound, whatever key ids clients send. While the source is
 * away, the last known keys stay valid for a day.
 */
final class KeyCache {

    private static final Logger LOG = LoggerFactory.getLogger(KeyCache.class);
    private static final Duration STALE_MAX = Duration.ofDays(1);

    private final KeySetSource source;
    private final Duration keysFor;
    private final Duration refetchEvery;
    private final Clock clock;
    private final ReentrantLock reading = new ReentrantLock();

    private volatile State state = new State(KeySet.NONE, Instant.MIN, Instant.MIN);

    /** The keys that were read last, and when reading them was last tried. */
    private record State(KeySet keys, Instant readAt, Instant triedAt) {}

    KeyCache(KeySetSource source, Duration keysFor, Duration refetchEvery, Clock clock) {
        this.source = source;
        this.keysFor = keysFor;
        this.refetchEvery = refetchEvery;
        this.clock = clock;
    }

    /** Thrown when the keys could not be read for so long that none is valid. */
    static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** Returns the key, or null if there is none; may read the keys. */
    @Nullable RSAPublicKey find(String id) throws Unavailable {
        Instant now = clock.instant();
        State known = state;
        @Nullable RSAPublicKey key = known.keys().find(id);
        if (key == null && mayTry(known, now)) {
            reading.lock(); // all who miss a key wait for this read: it may bring theirs
            readHoldingLock(now);
        } else if (key != null
                && isOlder(known.readAt(), keysFor, now)
                && mayTry(known, now)
                && reading.tryLock()) {
            readHoldingLock(now); // others use the cached keys meanwhile
        }
        State fresh = state;
        if (isOlder(fresh.readAt(), STALE_MAX, now)) {
            throw new Unavailable();
        }
        return fresh.keys().find(id);
    }

    /** Returns the key without reading keys, or null if it is unknown or old. */
    @Nullable RSAPublicKey known(String id) {
        State known = state;
        return isOlder(known.readAt(), keysFor, clock.instant()) ? null : known.keys().find(id);
    }

    private void readHoldingLock(Instant now) {
        try {
            if (mayTry(state, now)) { // else another thread has just read them
                read(now);
            }
        } finally {
            reading.unlock();
        }
    }

    private void read(Instant now) {
        State before = state;
        try {
            state = new State(KeySet.parse(source.read(), before.keys()), now, now);
        } catch (IOException | IllegalArgumentException e) {
            state = new State(before.keys(), before.readAt(), now);
            LOG.warn("The keys of access tokens cannot be read: {}", e.toString());
        }
    }

    private boolean mayTry(State known, Instant now) {
        return isOlder(known.triedAt(), refetchEvery, now);
    }

    private static boolean isOlder(Instant then, Duration age, Instant now) {
        return then.equals(Instant.MIN) || then.plus(age).compareTo(now) <= 0;
    }
}
