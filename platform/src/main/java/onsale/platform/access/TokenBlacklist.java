package onsale.platform.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Redis;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions whose access tokens are void, in the memory of every node, followed through Redis. The
 * truth is in the database of the user context, which writes here and fills Redis again after a
 * loss; a node forgets nothing it knows because Redis did.
 *
 * <p>A token id starts with the id of its session ({@link #tokenId}), so one entry voids all tokens
 * of a session, and the list is no longer than the list of recent logouts.
 */
public final class TokenBlacklist implements RevokedTokens, AutoCloseable {

    /** A logout reaches every node within two of these and the time Redis takes. */
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
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread follower;

    private String epoch = "";
    private String lastChange = "";
    private volatile boolean complete;

    public TokenBlacklist(Redis redis, Clock clock) {
        this.lua = new Lua(redis);
        this.incarnation = new Incarnation(lua, PREFIX);
        this.clock = clock;
        this.follower = Thread.ofVirtual().name("token-blacklist").unstarted(this::follow);
    }

    /** The id of a token of this session. */
    public static String tokenId(String sessionId, String own) {
        if (sessionId.length() != SESSION_CHARACTERS) {
            throw new IllegalArgumentException("not a session: " + sessionId);
        }
        return sessionId + "_" + own;
    }

    /** The session a token id names, or the id itself if it is not one of ours. */
    public static String session(String tokenId) {
        return tokenId.length() > SESSION_CHARACTERS && tokenId.charAt(SESSION_CHARACTERS) == '_'
                ? tokenId.substring(0, SESSION_CHARACTERS)
                : tokenId;
    }

    public TokenBlacklist start() {
        follower.start();
        return this;
    }

    @Override
    public boolean isRevoked(String tokenId) {
        return endBySession.containsKey(session(tokenId));
    }

    /** Whether this node has ever known all there was to know; before that it is not ready. */
    public boolean isComplete() {
        return complete;
    }

    /** What the database says, for this node; from a complete reading it is enough to be ready. */
    public void remember(Map<String, Instant> sessions, boolean all) {
        endBySession.putAll(sessions);
        complete |= all;
    }

    /**
     * Tells all nodes. False if Redis has lost data and must be filled again first.
     *
     * @param changeFor as long as the longest entry lives
     */
    public boolean publish(Map<String, Instant> sessions, Duration changeFor) {
        for (List<String> batch : batches(sessions)) {
            batch.addFirst("" + changeFor.toSeconds());
            LuaReply reply = lua.run(ADD, List.of(incarnation.key(TAG), SESSIONS, CHANGES), batch);
            if (reply instanceof LuaReply.Restoring) {
                return false;
            }
        }
        return true;
    }

    /** What has become of Redis's part. */
    public Incarnation.State state() {
        return incarnation.state(TAG);
    }

    /** Fills Redis again with all there is; true if that counts. */
    public boolean refill(Map<String, Instant> all) {
        String nonce = incarnation.begin(TAG);
        for (List<String> batch : batches(all)) {
            LuaReply reply =
                    incarnation.rebuild(
                            TAG, nonce, REFILL, List.of(SESSIONS, CHANGES, EPOCH), batch);
            if (reply instanceof LuaReply.Restoring) {
                return false;
            }
        }
        return incarnation.complete(TAG, nonce) == Incarnation.Completion.OPEN;
    }

    /** At least one, which may be empty: a guard wants to be asked and an epoch to be set. */
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
        boolean told = false;
        do {
            try {
                forgetEnded();
                while (look()) {
                    // there is more
                }
                told = false;
            } catch (RuntimeException e) { // nothing ends this loop
                if (!told && stopping.getCount() > 0) {
                    LOG.warn(
                            "Logouts elsewhere are not seen while Redis is away: {}", e.toString());
                    told = true;
                }
            }
        } while (!stops());
    }

    /** Reads on; true if there may be more at once. */
    private boolean look() {
        LuaReply reply =
                lua.run(
                        SINCE,
                        List.of(incarnation.key(TAG), CHANGES, EPOCH),
                        List.of(epoch, lastChange, "" + BATCH_MAX));
        if (!(reply instanceof LuaReply.Values values)) {
            return false; // being filled again; what we know stays
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

    private boolean stops() {
        try {
            return stopping.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
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
