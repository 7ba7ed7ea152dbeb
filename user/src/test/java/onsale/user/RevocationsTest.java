package onsale.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import onsale.platform.access.TokenBlacklist;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Redis;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.Sessions.Tokens;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Logouts on other nodes, and what a loss of Redis costs: nothing but time. */
class RevocationsTest {

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofSeconds(20);

    @RegisterExtension static final Stores stores = Stores.shared();
    @RegisterExtension static final OwnRedis redis = new OwnRedis();

    @SuppressWarnings("NullAway.Init")
    private static World world;

    @BeforeAll
    static void start() {
        world = stores.closing(new World(stores, redis.connect(), Map.of()));
    }

    @Test
    void aLogoutReachesOtherNodesWithinASecond() {
        TokenBlacklist other = follower();
        Tokens tokens = world.signedIn(world.member());

        world.sessions.end(tokens.refreshToken());

        assertThat(world.blacklist.isRevoked(tokenId(tokens))).as("here at once").isTrue();
        Wait.until("the other node knows", SOON, () -> other.isRevoked(tokenId(tokens)));
    }

    @Test
    void theBlacklistSurvivesFlushall() {
        Tokens tokens = world.signedIn(world.member());
        world.sessions.end(tokens.refreshToken());

        try (Redis connection = new Redis(redis.settings())) {
            connection.sync().flushall();
        }

        assertThat(world.blacklist.isRevoked(tokenId(tokens))).isTrue();
        TokenBlacklist fresh = follower(); // ready only when it knows
        assertThat(fresh.isRevoked(tokenId(tokens))).isTrue();
        Tokens next = world.signedIn(world.member());
        world.sessions.end(next.refreshToken());
        Wait.until("new logouts travel again", LATER, () -> fresh.isRevoked(tokenId(next)));
    }

    @Test
    void theBlacklistSurvivesAServerThatKnowsNothing() {
        TokenBlacklist old = follower();
        Tokens tokens = world.signedIn(world.member());
        world.sessions.end(tokens.refreshToken());
        Wait.until("the other node knows", LATER, () -> old.isRevoked(tokenId(tokens)));

        redis.replaceByEmpty();

        Wait.until(
                "Redis is filled again",
                LATER,
                () -> world.blacklist.state() == Incarnation.State.OPEN);
        assertThat(follower().isRevoked(tokenId(tokens))).isTrue();
        Tokens next = world.signedIn(world.member());
        world.sessions.end(next.refreshToken());
        Wait.until("an old follower follows on", LATER, () -> old.isRevoked(tokenId(next)));
        assertThat(old.isRevoked(tokenId(tokens))).isTrue();
    }

    @Test
    void withoutTheDatabaseANewNodeNeverBecomesReady() {
        try (Redis alone = new Redis(stores.redisSettings());
                TokenBlacklist blacklist = new TokenBlacklist(alone, Clock.systemUTC())) {
            assertThat(blacklist.state()).isEqualTo(Incarnation.State.LOST);
            assertThat(blacklist.publish(Map.of(), Duration.ofHours(1))).isFalse();
            assertThat(blacklist.isComplete()).isFalse();
        }
    }

    /** The canary: whoever opened Redis without the database's rows would let the ended ones in. */
    @Test
    void openedWithoutTheDatabaseRedisWouldForgetTheEndedOnes() {
        String session = java.util.UUID.randomUUID().toString();
        try (Redis alone = new Redis(stores.redisSettings());
                TokenBlacklist before = new TokenBlacklist(alone, Clock.systemUTC()).start();
                TokenBlacklist after = new TokenBlacklist(alone, Clock.systemUTC())) {
            before.refill(Map.of());
            before.publish(
                    Map.of(session, java.time.Instant.now().plusSeconds(60)),
                    Duration.ofMinutes(1));
            Wait.until("it is known", LATER, () -> before.isRevoked(session + "_0"));

            alone.sync().flushdb();
            before.refill(Map.of());
            Wait.until("a new node is ready", LATER, after.start()::isComplete);

            assertThat(after.isRevoked(session + "_0")).isFalse();
            alone.sync().flushdb();
        }
    }

    @Test
    void aLogoutWhileRedisIsAwayIsMadeUpForLater() {
        TokenBlacklist other = follower();
        Tokens tokens = world.signedIn(world.member());
        redis.server().pause();
        try {
            world.sessions.end(tokens.refreshToken());

            assertThat(world.blacklist.isRevoked(tokenId(tokens))).isTrue();
            assertThat(other.isRevoked(tokenId(tokens))).isFalse();
        } finally {
            redis.server().resume();
        }
        Wait.until("the other node knows", LATER, () -> other.isRevoked(tokenId(tokens)));
    }

    /** A node of the same context needs no Redis to hear of it. */
    @Test
    void aSecondNodeOfThisContextLearnsFromTheDatabase() {
        try (World second = new World(world.database, redis.connect(), Map.of())) {
            Tokens tokens = world.signedIn(world.member());
            world.sessionStore.revoke(
                    java.util.Objects.requireNonNull(Bearer.session(tokens.accessToken())),
                    SessionStore.Reason.LOGOUT);

            Wait.until("it knows", SOON, () -> second.blacklist.isRevoked(tokenId(tokens)));
        }
    }

    /** A node that has Redis only; returns when it is ready. */
    private static TokenBlacklist follower() {
        TokenBlacklist follower =
                redis.closing(new TokenBlacklist(redis.connect(), Clock.systemUTC()).start());
        Wait.until("the node is ready", LATER, follower::isComplete);
        return follower;
    }

    private static String tokenId(Tokens tokens) {
        return Bearer.session(tokens.accessToken()) + "_0";
    }
}
