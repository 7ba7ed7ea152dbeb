package onsale.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.platform.Sha256;
import onsale.platform.redis.Redis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.Sessions.Refresh;
import onsale.user.Sessions.Tokens;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Refresh tokens: a thief is found out, an honest client in a hurry is not taken for one. */
class SessionsTest {

    private static final int CROWD = 50;

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static World world;

    @SuppressWarnings("NullAway.Init")
    private static World withoutGrace;

    @BeforeAll
    static void start() {
        Redis redis = stores.redisConnection();
        world = stores.closing(new World(stores, redis, Map.of()));
        withoutGrace =
                stores.closing(
                        new World(
                                world.database, redis, Map.of("onsale.user.refresh-grace", "0ms")));
    }

    @Test
    void eachRefreshGivesNewTokensOfTheSameSession() {
        Tokens first = world.signedIn(world.member());

        Tokens second = refreshed(world, first);
        Tokens third = refreshed(world, second);

        assertThat(Set.of(first.refreshToken(), second.refreshToken(), third.refreshToken()))
                .hasSize(3);
        assertThat(Bearer.session("Bearer " + third.accessToken()))
                .isEqualTo(Bearer.session("Bearer " + first.accessToken()));
    }

    @Test
    void aTokenThatComesAgainLateEndsTheWholeSession() {
        Tokens first = world.signedIn(world.member());
        Tokens second = refreshed(world, first);
        makeItLate(first);

        assertThat(world.sessions.refresh(first.refreshToken())).isEqualTo(new Refresh.Reused());

        assertThat(world.sessions.refresh(second.refreshToken())).isEqualTo(new Refresh.Over());
        for (Tokens tokens : List.of(first, second)) {
            assertThat(world.blacklist.isRevoked(tokenId(tokens))).isTrue();
        }
    }

    @Test
    void otherSessionsOfThePersonGoOn() {
        Person person = world.member();
        Tokens stolen = world.signedIn(person);
        Tokens other = world.signedIn(person);
        refreshed(world, stolen);
        makeItLate(stolen);

        world.sessions.refresh(stolen.refreshToken());

        assertThat(refreshed(world, other)).isNotNull();
        assertThat(world.blacklist.isRevoked(tokenId(other))).isFalse();
    }

    @Test
    void anHonestClientInAHurryStaysSignedIn() throws Exception {
        Tokens tokens = world.signedIn(world.member());

        List<Refresh> answers = atOnce(world, tokens);

        assertThat(answers).allMatch(Refresh.Refreshed.class::isInstance);
        Set<String> successors = new HashSet<>();
        answers.forEach(
                answer -> successors.add(((Refresh.Refreshed) answer).tokens().refreshToken()));
        assertThat(successors).as("a chain does not fork").hasSize(1);
        assertThat(world.sessions.refresh(successors.iterator().next()))
                .isInstanceOf(Refresh.Refreshed.class);
    }

    /** The canary: without the grace the same client is taken for a thief and signed out. */
    @Test
    void withoutTheGraceAnHonestClientInAHurryIsSignedOut() throws Exception {
        Tokens tokens = withoutGrace.signedIn(withoutGrace.member());

        List<Refresh> answers = atOnce(withoutGrace, tokens);

        assertThat(answers).contains(new Refresh.Reused());
    }

    /** Two who hold the same token, one of them wrongly: the second is found out. */
    @Test
    void aThiefWhoIsQuickEnoughForTheGraceIsFoundOutAtTheNextStep() {
        Tokens tokens = world.signedIn(world.member());
        Tokens owner = refreshed(world, tokens);
        Tokens thief = refreshed(world, tokens);
        refreshed(world, thief);
        makeItLate(owner);

        assertThat(world.sessions.refresh(owner.refreshToken())).isEqualTo(new Refresh.Reused());
    }

    /** The canary of the chain: a second living token would be one that nobody misses. */
    @Test
    void theDatabaseItselfRefusesAFork() {
        Tokens tokens = world.signedIn(world.member());
        java.util.UUID family =
                java.util.Objects.requireNonNull(Bearer.session(tokens.accessToken()));

        org.assertj.core.api.Assertions.assertThatThrownBy(() ->
                        world.sessionStore.insertToken(family, new byte[32], Duration.ofDays(1)))
                .isInstanceOf(org.springframework.dao.DuplicateKeyException.class);
    }

    @Test
    void expiredTokensAndThoseOfLockedAccountsAreOver() {
        Person person = world.member();
        Tokens tokens = world.signedIn(person);
        update(
                """
                update auth_tokens set issued_at = now() - interval '8 days', expires_at = now() - interval '1 day'
                where token_hash = :hash
                """,
                tokens);
        assertThat(world.sessions.refresh(tokens.refreshToken())).isEqualTo(new Refresh.Over());

        Tokens others = world.signedIn(person);
        world.database
                .sql()
                .sql("update users set status = 'INACTIVE' where email_hash = :hash")
                .param("hash", world.personal.emailHash(person.email()))
                .update();
        assertThat(world.sessions.refresh(others.refreshToken())).isEqualTo(new Refresh.Over());
        assertThat(world.login.run(person.email(), Person.PASSWORD, World.ORIGIN))
                .isEqualTo(new Login.Outcome.Locked());
    }

    @Test
    void aSessionThatIsRefreshedAllTheTimeIsSlowedDown() {
        Tokens tokens = world.signedIn(world.member());
        Refresh answer = new Refresh.Refreshed(tokens);
        int refreshes = 0;
        while (answer instanceof Refresh.Refreshed refreshed && refreshes < 100) {
            answer = world.sessions.refresh(refreshed.tokens().refreshToken());
            refreshes++;
        }

        assertThat(answer).isEqualTo(new Refresh.TooOften());
        assertThat(refreshes).isBetween(60, 70);
    }

    @Test
    void theDatabaseHoldsNoTokenThatWorks() {
        Tokens tokens = world.signedIn(world.member());

        List<byte[]> stored =
                world.database
                        .sql()
                        .sql("select token_hash from auth_tokens")
                        .query((row, n) -> row.getBytes(1))
                        .list();

        for (byte[] one : stored) {
            String asToken = java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(one);
            assertThat(asToken).isNotEqualTo(tokens.refreshToken());
            assertThat(world.sessions.refresh(asToken)).isEqualTo(new Refresh.Over());
        }
    }

    @Test
    void endedSessionsAreForgottenInTheEnd() {
        Tokens tokens = world.signedIn(world.member());
        world.sessions.end(tokens.refreshToken());
        update(
                """
                update token_families set created_at = now() - interval '9 days', revoked_at = now() - interval '3 hours'
                where id = (select token_family from auth_tokens where token_hash = :hash)
                """,
                tokens);
        update(
                """
                update auth_tokens set issued_at = now() - interval '9 days', expires_at = now() - interval '2 days'
                where token_hash = :hash
                """,
                tokens);

        Wait.until(
                "nothing is left to delete",
                Duration.ofSeconds(10),
                () -> world.sessionStore.deleteEnded(Duration.ofHours(2), 100) == 0);

        assertThat(world.sessionStore.familyOf(hash(tokens))).isEmpty();
        assertThat(
                        world.database
                                .sql()
                                .sql("select count(*) from token_families where id = :id")
                                .param("id", Bearer.session(tokens.accessToken()))
                                .query(Integer.class)
                                .single())
                .isZero();
    }

    private static Tokens refreshed(World at, Tokens tokens) {
        Refresh answer = at.sessions.refresh(tokens.refreshToken());
        assertThat(answer).isInstanceOf(Refresh.Refreshed.class);
        return ((Refresh.Refreshed) answer).tokens();
    }

    /** As if it had been used longer ago than the grace lasts. */
    private static void makeItLate(Tokens used) {
        update(
                "update auth_tokens set rotated_at = now() - interval '11 s' where token_hash = :hash",
                used);
    }

    private static void update(String sql, Tokens tokens) {
        assertThat(world.database.sql().sql(sql).param("hash", hash(tokens)).update()).isEqualTo(1);
    }

    private static byte[] hash(Tokens tokens) {
        return Sha256.of(java.util.Base64.getUrlDecoder().decode(tokens.refreshToken()));
    }

    private static String tokenId(Tokens tokens) {
        return Bearer.session(tokens.accessToken()) + "_0";
    }

    private static List<Refresh> atOnce(World at, Tokens tokens) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Refresh>> running = new ArrayList<>();
            for (int n = 0; n < CROWD; n++) {
                running.add(
                        threads.submit(() -> {
                            start.await();
                            return at.sessions.refresh(tokens.refreshToken());
                        }));
            }
            start.countDown();
            List<Refresh> answers = new ArrayList<>();
            for (Future<Refresh> one : running) {
                answers.add(one.get());
            }
            return answers;
        }
    }
}
