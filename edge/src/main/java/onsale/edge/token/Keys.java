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
 * The public keys in force. They are looked up again when they are old, and when a token names one
 * we do not know – but never more often than the bound, whatever ids are sent to us. While the
 * source is away the last known keys stay in force for a day.
 */
final class Keys {

    private static final Logger LOG = LoggerFactory.getLogger(Keys.class);
    private static final Duration STALE_MAX = Duration.ofDays(1);

    private final KeySetSource source;
    private final Duration keysFor;
    private final Duration refetchEvery;
    private final Clock clock;
    private final ReentrantLock reading = new ReentrantLock();

    private volatile State state = new State(KeySet.NONE, Instant.MIN, Instant.MIN);

    /** What was read last, and when it was tried last. */
    private record State(KeySet keys, Instant readAt, Instant triedAt) {}

    Keys(KeySetSource source, Duration keysFor, Duration refetchEvery, Clock clock) {
        this.source = source;
        this.keysFor = keysFor;
        this.refetchEvery = refetchEvery;
        this.clock = clock;
    }

    /** The source has not answered for so long that nothing can be said about any key. */
    static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** Null if there is no such key. */
    @Nullable RSAPublicKey find(String id) throws Unavailable {
        Instant now = clock.instant();
        State known = state;
        @Nullable RSAPublicKey key = known.keys().find(id);
        if (key == null && mayTry(known, now)) {
            reading.lock(); // all who miss a key wait for the one who asks: it may concern them
            readHoldingLock(now);
        } else if (key != null
                && isOlder(known.readAt(), keysFor, now)
                && mayTry(known, now)
                && reading.tryLock()) {
            readHoldingLock(now); // others go on with what we have
        }
        State fresh = state;
        if (isOlder(fresh.readAt(), STALE_MAX, now)) {
            throw new Unavailable();
        }
        return fresh.keys().find(id);
    }

    /** Null if it is not known, or known for so long that it is time to look; reads nothing. */
    @Nullable RSAPublicKey known(String id) {
        State known = state;
        return isOlder(known.readAt(), keysFor, clock.instant()) ? null : known.keys().find(id);
    }

    private void readHoldingLock(Instant now) {
        try {
            if (mayTry(state, now)) { // else somebody has just done it
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
