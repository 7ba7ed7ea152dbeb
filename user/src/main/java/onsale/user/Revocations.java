package onsale.user;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import onsale.platform.access.TokenBlacklist;
import onsale.platform.redis.Incarnation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings ended sessions from the database to the memory of this node and, through Redis, of all
 * others. The database is the truth: it is read completely before this node answers anybody, and
 * followed from then on, so a lost Redis costs a node of this context nothing and is filled again.
 */
final class Revocations implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Revocations.class);

    /** By which clocks may differ, and more. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    /** A row is written with the time its transaction began, and seen when it has committed. */
    private static final Duration COMMITS_WITHIN = Duration.ofSeconds(5);

    /** A recovery by another node that takes longer has probably died. */
    private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(5);

    private final SessionStore store;
    private final TokenBlacklist blacklist;
    private final Duration endsAfter;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread follower;

    /** What Redis has not confirmed. */
    private final Map<String, Instant> unpublished = new HashMap<>();

    private final Map<String, Instant> published = new HashMap<>();
    private Instant readUntil;
    private Instant restoringSince = Instant.MAX;

    Revocations(SessionStore store, TokenBlacklist blacklist, Duration accessFor) {
        this.store = store;
        this.blacklist = blacklist;
        this.endsAfter = accessFor.plus(MARGIN);
        this.readUntil = store.now();
        blacklist.remember(all(), true);
        this.follower = Thread.ofVirtual().name("revocations").start(this::follow);
    }

    /** After the commit; void here at once and elsewhere as soon as Redis tells. */
    void tell(UUID session) {
        Map<String, Instant> one = Map.of(session.toString(), Instant.now().plus(endsAfter));
        blacklist.remember(one, false);
        try {
            blacklist.publish(one, endsAfter);
        } catch (RuntimeException e) {
            LOG.warn("A logout reaches other nodes when Redis is back: {}", e.toString());
        }
    }

    private void follow() {
        boolean told = false;
        do {
            try {
                readDatabase();
                fillRedis();
                told = false;
            } catch (RuntimeException e) { // nothing ends this loop
                if (!told && stopping.getCount() > 0) {
                    LOG.warn("Ended sessions are not followed right now: {}", e.toString());
                    told = true;
                }
            }
        } while (!stops());
    }

    private void readDatabase() {
        Instant now = store.now();
        Map<String, Instant> recent =
                store.revokedSince(readUntil.minus(COMMITS_WITHIN), endsAfter);
        blacklist.remember(recent, false);
        recent.forEach((session, end) -> {
            if (!published.containsKey(session)) {
                unpublished.put(session, end);
            }
        });
        published.keySet().retainAll(recent.keySet());
        readUntil = now;
    }

    private void fillRedis() {
        if (blacklist.publish(unpublished, endsAfter)) {
            published.putAll(unpublished);
            unpublished.clear();
            restoringSince = Instant.MAX;
            return;
        }
        Instant now = Instant.now();
        boolean othersTurn =
                blacklist.state() == Incarnation.State.RESTORING
                        && now.isBefore(restoringSince.plus(RECOVERS_WITHIN));
        if (restoringSince.equals(Instant.MAX)) {
            restoringSince = now;
        }
        if (!othersTurn && blacklist.refill(all())) {
            LOG.info("Redis knows the ended sessions again");
        }
    }

    private Map<String, Instant> all() {
        return store.revokedSince(store.now().minus(endsAfter), endsAfter);
    }

    private boolean stops() {
        try {
            return stopping.await(TokenBlacklist.LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        stopping.countDown();
        follower.interrupt();
    }
}
