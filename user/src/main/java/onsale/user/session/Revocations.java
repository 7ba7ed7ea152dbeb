package onsale.user.session;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import onsale.platform.job.Loop;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.revocation.TokenBlacklist;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies revoked sessions from the database to the memory of this node and, through Redis, of all
 * other nodes. The database decides: it is read completely before this node serves a request, and
 * polled from then on. So a node of this context needs no Redis to know every revoked session, and
 * Redis is filled again after it lost its data.
 */
public final class Revocations implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Revocations.class);

    /** More than the clocks of the nodes may differ. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    /** A row has the time its transaction began, and becomes visible when that commits. */
    private static final Duration COMMITS_WITHIN = Duration.ofSeconds(5);

    /** Another node that takes longer to fill Redis has probably died. */
    private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(5);

    private final SessionStore store;
    private final TokenBlacklist blacklist;
    private final Duration endsAfter;
    private final Loop loop;
    private boolean reported;

    /** Revoked sessions that Redis has not confirmed, each with the end of its last token. */
    private final Map<String, Instant> unpublished = new HashMap<>();

    private final Map<String, Instant> published = new HashMap<>();
    private Instant readUntil;
    private Instant restoringSince = Instant.MAX;

    public Revocations(SessionStore store, TokenBlacklist blacklist, Duration accessFor) {
        this.store = store;
        this.blacklist = blacklist;
        this.endsAfter = accessFor.plus(MARGIN);
        this.readUntil = store.now();
        blacklist.remember(all(), true);
        this.loop = Loop.every(TokenBlacklist.LOOK_EVERY, "revocations", this::follow);
        loop.start();
    }

    /**
     * Voids the access tokens of a session after the commit: on this node at once, on others when
     * they hear of it through Redis.
     */
    void publish(UUID session) {
        Map<String, Instant> one = Map.of(session.toString(), Instant.now().plus(endsAfter));
        blacklist.remember(one, false);
        try {
            blacklist.publish(one, endsAfter);
        } catch (RuntimeException e) {
            LOG.warn("Other nodes hear of a logout when Redis is back: {}", e.toString());
        }
    }

    private void follow() {
        try {
            readDatabase();
            fillRedis();
            reported = false;
        } catch (RuntimeException e) {
            if (!reported && !loop.isStopping()) {
                LOG.warn("Revoked sessions cannot be read or published: {}", e.toString());
                reported = true;
            }
        }
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
        boolean anotherNodeFills =
                blacklist.state() == Incarnation.State.RESTORING
                        && now.isBefore(restoringSince.plus(RECOVERS_WITHIN));
        if (restoringSince.equals(Instant.MAX)) {
            restoringSince = now;
        }
        if (!anotherNodeFills && blacklist.refill(all())) {
            LOG.info("Redis was filled with the revoked sessions");
        }
    }

    private Map<String, Instant> all() {
        return store.revokedSince(store.now().minus(endsAfter), endsAfter);
    }

    @Override
    public void close() {
        loop.close(Duration.ZERO);
    }
}
