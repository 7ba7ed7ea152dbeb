package onsale.user.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Redis;
import onsale.platform.redis.revocation.TokenBlacklist;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.UserNode;
import onsale.user.token.AccessTokenIssuer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A logout reaches every node, even after Redis has lost its data. */
class RevocationsTest {

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofSeconds(20);

    @RegisterExtension static final Stores stores = Stores.shared();
    @RegisterExtension static final OwnRedis redis = new OwnRedis();

    @SuppressWarnings("NullAway.Init")
    private static UserNode node;

    @BeforeAll
    static void start() {
        node = stores.closing(new UserNode(stores, redis.connect(), Map.of()));
    }

    @Test
    void aLogoutReachesOtherNodesWithinASecond() {
        TokenBlacklist other = follower();
        Tokens tokens = node.signedIn(node.member());

        node.sessions.end(tokens.refreshToken());

        assertThat(node.blacklist.isRevoked(tokenId(tokens))).as("here at once").isTrue();
        Wait.until("the other node knows", SOON, () -> other.isRevoked(tokenId(tokens)));
    }

    @Test
    void theBlacklistSurvivesFlushall() {
        Tokens tokens = node.signedIn(node.member());
        node.sessions.end(tokens.refreshToken());

        try (Redis connection = new Redis(redis.settings())) {
            connection.sync().flushall();
        }

        assertThat(node.blacklist.isRevoked(tokenId(tokens))).isTrue();
        TokenBlacklist fresh = follower(); // ready only when it knows all revoked sessions
        assertThat(fresh.isRevoked(tokenId(tokens))).isTrue();
        Tokens next = node.signedIn(node.member());
        node.sessions.end(next.refreshToken());
        Wait.until(
                "new logouts reach other nodes again", LATER, () -> fresh.isRevoked(tokenId(next)));
    }

    @Test
    void theBlacklistSurvivesAnEmptyServer() {
        TokenBlacklist old = follower();
        Tokens tokens = node.signedIn(node.member());
        node.sessions.end(tokens.refreshToken());
        Wait.until("the other node knows", LATER, () -> old.isRevoked(tokenId(tokens)));

        redis.replaceByEmpty();

        Wait.until(
                "Redis is filled again",
                LATER,
                () -> node.blacklist.state() == Incarnation.State.OPEN);
        assertThat(follower().isRevoked(tokenId(tokens))).isTrue();
        Tokens next = node.signedIn(node.member());
        node.sessions.end(next.refreshToken());
        Wait.until("an old node hears of it", LATER, () -> old.isRevoked(tokenId(next)));
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

    /**
     * The canary: if Redis were opened without the rows of the database, ended sessions would be
     * valid.
     */
    @Test
    void openedWithoutTheDatabaseRedisWouldForgetTheEndedOnes() {
        String session = UUID.randomUUID().toString();
        try (Redis alone = new Redis(stores.redisSettings());
                TokenBlacklist before = new TokenBlacklist(alone, Clock.systemUTC()).start();
                TokenBlacklist after = new TokenBlacklist(alone, Clock.systemUTC())) {
            before.refill(Map.of());
            before.publish(Map.of(session, Instant.now().plusSeconds(60)), Duration.ofMinutes(1));
            Wait.until("the node knows", LATER, () -> before.isRevoked(session + "_0"));

            alone.sync().flushdb();
            before.refill(Map.of());
            Wait.until("a new node is ready", LATER, after.start()::isComplete);

            assertThat(after.isRevoked(session + "_0")).isFalse();
            alone.sync().flushdb();
        }
    }

    /**
     * The canary is in the middle: before the list is complete an ended session looks like any
     * other, so a node that did not ask {@code isComplete} would accept it.
     */
    @Test
    void aNodeThatCannotReadTheListKnowsThatItDoesNotKnow() {
        Tokens tokens = node.signedIn(node.member());
        node.sessions.end(tokens.refreshToken());
        redis.server().stop();
        try (Redis away = new Redis(redis.settings());
                TokenBlacklist other = new TokenBlacklist(away, Clock.systemUTC()).start()) {
            assertThat(other.isComplete()).isFalse();
            assertThat(other.isRevoked(tokenId(tokens))).as("it does not know yet").isFalse();

            redis.server().start();

            Wait.until("it knows all revoked sessions", LATER, other::isComplete);
            assertThat(other.isRevoked(tokenId(tokens))).isTrue();
        } finally {
            redis.server().start();
        }
    }

    @Test
    void aNodeOfThisContextKnowsAllRevokedSessionsWithoutRedis() {
        Tokens tokens = node.signedIn(node.member());
        node.sessions.end(tokens.refreshToken());
        redis.server().stop();
        try (UserNode second = new UserNode(node.database, redis.connect(), Map.of())) {
            assertThat(second.blacklist.isComplete()).isTrue();
            assertThat(second.blacklist.isRevoked(tokenId(tokens))).isTrue();
        } finally {
            redis.server().start();
        }
    }

    @Test
    void aLogoutWhileRedisIsAwayIsPublishedLater() {
        TokenBlacklist other = follower();
        Tokens tokens = node.signedIn(node.member());
        redis.server().pause();
        try {
            node.sessions.end(tokens.refreshToken());

            assertThat(node.blacklist.isRevoked(tokenId(tokens))).isTrue();
            assertThat(other.isRevoked(tokenId(tokens))).isFalse();
        } finally {
            redis.server().resume();
        }
        Wait.until("the other node knows", LATER, () -> other.isRevoked(tokenId(tokens)));
    }

    /** A node of the same context hears of a logout without Redis. */
    @Test
    void aSecondNodeOfThisContextLearnsFromTheDatabase() {
        try (UserNode second = new UserNode(node.database, redis.connect(), Map.of())) {
            Tokens tokens = node.signedIn(node.member());
            node.sessionStore.revoke(
                    Objects.requireNonNull(AccessTokenIssuer.sessionOf(tokens.accessToken())),
                    SessionStore.Reason.LOGOUT);

            Wait.until(
                    "the second node knows",
                    SOON,
                    () -> second.blacklist.isRevoked(tokenId(tokens)));
        }
    }

    /** Starts a node that has only Redis, and waits until it is ready. */
    private static TokenBlacklist follower() {
        TokenBlacklist follower =
                redis.closing(new TokenBlacklist(redis.connect(), Clock.systemUTC()).start());
        Wait.until("the node is ready", LATER, follower::isComplete);
        return follower;
    }

    private static String tokenId(Tokens tokens) {
        return AccessTokenIssuer.sessionOf(tokens.accessToken()) + "_0";
    }
}
