package onsale.platform.redis.revocation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import onsale.platform.access.RevokedTokens;
import onsale.platform.job.Loop;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Recovery;
import onsale.platform.redis.Redis;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions whose access tokens are revoked, kept in the memory of every node and distributed
 * through Redis. The database of the user context is the truth: that context publishes logouts here
 * and refills Redis after a loss. A node keeps what it knows when Redis loses its data.
 *
 * <p>A token id starts with the id of its session ({@link #tokenId}), so one entry revokes all
 * tokens of a session, and the list is as long as the list of recent logouts.
 */
public final class TokenBlacklist implements RevokedTokens, AutoCloseable {

    /** A logout reaches every node within twice this time plus the latency of Redis. */
    public static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private static final Logger LOG = LoggerFactory.getLogger(TokenBlacklist.class);

    private static final LuaScript ADD = LuaScript.guarded(TokenBlacklist.class, "add.lua");
    private static final LuaScript SINCE = LuaScript.guarded(TokenBlacklist.class, "since.lua");
    private static final LuaScript REFILL =
            LuaScript.rebuilding(TokenBlacklist.class, "refill.lua");

    private static final String PREFIX = "token";
    private static final String TAG = "blacklist";
    private static final String SESSIONS = "token:{blacklist}:jti";
    private static final String CHANGES = "token:{blacklist}:changes";
    private static final String EPOCH = "token:{blacklist}:epoch";

    private static final int BATCH_MAX = 1_000;
    private static final int SESSION_CHARACTERS = 36;

    private final Lua lua;
    private final Incarnation incarnation;
    private final Clock clock;
    private final Map<String, Instant> endBySession = new ConcurrentHashMap<>();
    private final Loop loop;

    private String epoch = "";
    private String lastChange = "";
    private volatile boolean complete;
    private boolean outageLogged;

    public TokenBlacklist(Redis redis, Clock clock) {
        this.lua = new Lua(redis);
        this.incarnation = new Incarnation(lua, PREFIX);
        this.clock = clock;
        this.loop = Loop.every(LOOK_EVERY, "token-blacklist", this::follow);
    }

    /** Returns the id of a token: the id of its session and its own. */
    public static String tokenId(String sessionId, String own) {
        if (sessionId.length() != SESSION_CHARACTERS) {
            throw new IllegalArgumentException("not a session: " + sessionId);
        }
        return sessionId + "_" + own;
    }

    /** Returns the session of a token id, or the id itself if it has another format. */
    public static String session(String tokenId) {
        return tokenId.length() > SESSION_CHARACTERS && tokenId.charAt(SESSION_CHARACTERS) == '_'
                ? tokenId.substring(0, SESSION_CHARACTERS)
                : tokenId;
    }

    public TokenBlacklist start() {
        loop.start();
        return this;
    }

    @Override
    public boolean isRevoked(String tokenId) {
        return endBySession.containsKey(session(tokenId));
    }

    /** Whether this node has read the whole list at least once; it forgets no entry after that. */
    @Override
    public boolean isComplete() {
        return complete;
    }

    /**
     * Adds sessions read from the database to the memory of this node.
     *
     * @param all whether these are all revoked sessions, after which the list is complete
     */
    public void remember(Map<String, Instant> sessions, boolean all) {
        endBySession.putAll(sessions);
        complete |= all;
    }

    /**
     * Publishes revoked sessions to all nodes. False if Redis has lost data and must be refilled
     * first.
     *
     * @param changeFor how long a change is kept, at least as long as the longest entry lives
     */
    public boolean publish(Map<String, Instant> sessions, Duration changeFor) {
        List<String> keys = List.of(incarnation.key(TAG), SESSIONS, CHANGES);
        for (List<String> batch : batches(sessions)) {
            batch.addFirst("" + changeFor.toSeconds());
            if (lua.run(ADD, keys, batch) instanceof LuaReply.Restoring) {
                return false;
            }
        }
        return true;
    }

    /** The state of the list in Redis. */
    public Incarnation.State state() {
        return incarnation.state(TAG);
    }

    /** Refills Redis with all revoked sessions; false if the refill was overtaken and is void. */
    public boolean refill(Map<String, Instant> all) {
        Recovery recovery = incarnation.recover(TAG);
        List<String> keys = List.of(incarnation.key(TAG), SESSIONS, CHANGES, EPOCH);
        return batches(all).stream().allMatch(batch -> recovery.run(REFILL, keys, batch))
                && recovery.complete();
    }

    /** At least one batch, which may be empty: the script checks the guard and sets the epoch. */
    private static List<List<String>> batches(Map<String, Instant> sessions) {
        List<List<String>> batches = new ArrayList<>();
        batches.add(new ArrayList<>());
        sessions.forEach((id, end) -> {
            if (batches.getLast().size() >= 2 * BATCH_MAX) {
                batches.add(new ArrayList<>());
            }
            batches.getLast().add(id);
            batches.getLast().add("" + end.getEpochSecond());
        });
        return batches;
    }

    private void follow() {
        try {
            forgetEnded();
            while (readNext()) {
                // there is more
            }
            outageLogged = false;
        } catch (RuntimeException e) {
            if (!outageLogged && !loop.isStopping()) {
                LOG.warn("Logouts on other nodes are not seen: {}", e.toString());
                outageLogged = true;
            }
        }
    }

    /** Reads the next changes; true if there may be more. */
    private boolean readNext() {
        LuaReply reply =
                lua.run(
                        SINCE,
                        List.of(incarnation.key(TAG), CHANGES, EPOCH),
                        List.of(epoch, lastChange, "" + BATCH_MAX));
        if (!(reply instanceof LuaReply.Values values)) {
            return false; // being refilled; what this node knows stays
        }
        if (!values.text(0).equals(epoch)) {
            epoch = values.text(0);
            lastChange = "";
        }
        if (!values.text(1).isEmpty()) {
            lastChange = values.text(1);
        }
        Map<String, Instant> news = new HashMap<>();
        for (int i = 2; i < values.size(); i += 2) {
            news.put(values.text(i), Instant.ofEpochSecond(Long.parseLong(values.text(i + 1))));
        }
        endBySession.putAll(news);
        boolean more = values.size() >= 2 + 2 * BATCH_MAX;
        complete |= !more;
        return more;
    }

    private void forgetEnded() {
        Instant now = clock.instant();
        endBySession.values().removeIf(end -> end.isBefore(now));
    }

    @Override
    public void close() {
        loop.close(Duration.ZERO);
    }
}
