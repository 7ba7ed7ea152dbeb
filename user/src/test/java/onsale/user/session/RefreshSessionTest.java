package onsale.user.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.platform.Sha256;
import onsale.platform.redis.Redis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.login.Login;
import onsale.user.session.RefreshSession.Outcome;
import onsale.user.token.AccessTokenIssuer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DuplicateKeyException;

/** A stolen refresh token is detected, and a client that repeats a request stays signed in. */
class RefreshSessionTest {

    private static final int CROWD = 50;

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static UserNode node;

    @SuppressWarnings("NullAway.Init")
    private static UserNode withoutGrace;

    @BeforeAll
    static void start() {
        Redis redis = stores.redisConnection();
        node = stores.closing(new UserNode(stores, redis, Map.of()));
        withoutGrace =
                stores.closing(
                        new UserNode(
                                node.database, redis, Map.of("onsale.user.refresh-grace", "0ms")));
    }

    @Test
    void eachRefreshGivesNewTokensOfTheSameSession() {
        Tokens first = node.signedIn(node.member());

        Tokens second = refreshed(node, first);
        Tokens third = refreshed(node, second);

        assertThat(Set.of(first.refreshToken(), second.refreshToken(), third.refreshToken()))
                .hasSize(3);
        assertThat(AccessTokenIssuer.sessionOf(third.accessToken()))
                .isEqualTo(AccessTokenIssuer.sessionOf(first.accessToken()));
    }

    @Test
    void aTokenRepeatedAfterTheGracePeriodEndsTheSession() {
        Tokens first = node.signedIn(node.member());
        Tokens second = refreshed(node, first);
        useLongAgo(first);

        assertThat(node.refreshSession.run(first.refreshToken())).isEqualTo(new Outcome.Reused());

        assertThat(node.refreshSession.run(second.refreshToken())).isEqualTo(new Outcome.Over());
        for (Tokens tokens : List.of(first, second)) {
            assertThat(node.blacklist.isRevoked(tokenId(tokens))).isTrue();
        }
    }

    @Test
    void otherSessionsOfThePersonContinue() {
        Person person = node.member();
        Tokens stolen = node.signedIn(person);
        Tokens other = node.signedIn(person);
        refreshed(node, stolen);
        useLongAgo(stolen);

        node.refreshSession.run(stolen.refreshToken());

        assertThat(refreshed(node, other)).isNotNull();
        assertThat(node.blacklist.isRevoked(tokenId(other))).isFalse();
    }

    @Test
    void aClientThatRepeatsARequestStaysSignedIn() throws Exception {
        Tokens tokens = node.signedIn(node.member());

        List<Outcome> answers = atOnce(node, tokens);

        assertThat(answers).allMatch(Outcome.Refreshed.class::isInstance);
        Set<String> successors = new HashSet<>();
        answers.forEach(
                answer -> successors.add(((Outcome.Refreshed) answer).tokens().refreshToken()));
        assertThat(successors).as("the chain does not fork").hasSize(1);
        assertThat(node.refreshSession.run(successors.iterator().next()))
                .isInstanceOf(Outcome.Refreshed.class);
    }

    /** The canary: without the grace period the same client is signed out. */
    @Test
    void withoutTheGraceAnHonestClientInAHurryIsSignedOut() throws Exception {
        Tokens tokens = withoutGrace.signedIn(withoutGrace.member());

        List<Outcome> answers = atOnce(withoutGrace, tokens);

        assertThat(answers).contains(new Outcome.Reused());
    }

    /** Two tabs share a cookie; the earlier response arrives last, and so stays in the cookie. */
    @Test
    void responsesInAnotherOrderDoNotSignABrowserOut() {
        Tokens first = node.signedIn(node.member());
        issueLongAgo(first);

        Tokens late = shared(node, first);
        Tokens cookie = shared(node, shared(node, first));
        assertThat(cookie.refreshToken()).isEqualTo(late.refreshToken());
        issueLongAgo(late);

        Tokens next = shared(node, late);
        assertThat(next.refreshToken()).isNotEqualTo(late.refreshToken());
        assertThat(shared(node, next)).isNotNull();
    }

    /** The canary: if young tokens were replaced, a late response would leave a used one behind. */
    @Test
    void ifYoungTokensWereReplacedALateAnswerWouldSignTheBrowserOut() {
        Tokens first = node.signedIn(node.member());

        Tokens late = refreshed(node, first);
        refreshed(node, refreshed(node, first));
        useLongAgo(late);

        assertThat(node.refreshSession.run(late.refreshToken())).isEqualTo(new Outcome.Reused());
    }

    @Test
    void aTokenStolenFromACookieIsDetectedToo() {
        Tokens first = node.signedIn(node.member());
        issueLongAgo(first);
        Tokens owner = shared(node, first);
        useLongAgo(first);

        assertThat(node.refreshSession.runShared(first.refreshToken()))
                .isEqualTo(new Outcome.Reused());
        assertThat(node.refreshSession.runShared(owner.refreshToken()))
                .isEqualTo(new Outcome.Over());
    }

    /** The owner and the thief hold the same token: the second one to use it is detected. */
    @Test
    void aThiefWithinTheGracePeriodIsDetectedAtTheNextRefresh() {
        Tokens tokens = node.signedIn(node.member());
        Tokens owner = refreshed(node, tokens);
        Tokens thief = refreshed(node, tokens);
        refreshed(node, thief);
        useLongAgo(owner);

        assertThat(node.refreshSession.run(owner.refreshToken())).isEqualTo(new Outcome.Reused());
    }

    /** The canary: a fork of the chain would give a thief a token that nobody misses. */
    @Test
    void theDatabaseRefusesAFork() {
        Tokens tokens = node.signedIn(node.member());
        UUID session = Objects.requireNonNull(AccessTokenIssuer.sessionOf(tokens.accessToken()));

        assertThatThrownBy(() ->
                        node.sessionStore.insertToken(session, new byte[32], Duration.ofDays(1)))
                .isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    void tokensThatExpiredOrBelongToLockedAccountsAreRefused() {
        Person person = node.member();
        Tokens tokens = node.signedIn(person);
        update(
                """
                update auth_tokens set issued_at = now() - interval '8 days', expires_at = now() - interval '1 day'
                where token_hash = :hash
                """,
                tokens);
        assertThat(node.refreshSession.run(tokens.refreshToken())).isEqualTo(new Outcome.Over());

        Tokens others = node.signedIn(person);
        node.database
                .sql()
                .sql("update users set status = 'INACTIVE' where email_hash = :hash")
                .param("hash", node.personal.emailHash(person.email()))
                .update();
        assertThat(node.refreshSession.run(others.refreshToken())).isEqualTo(new Outcome.Over());
        assertThat(node.login.run(person.email(), Person.PASSWORD, UserNode.ORIGIN))
                .isEqualTo(new Login.Outcome.Locked());
    }

    @Test
    void aSessionThatIsRefreshedTooOftenIsRefused() {
        Tokens tokens = node.signedIn(node.member());
        Outcome answer = new Outcome.Refreshed(tokens);
        int refreshes = 0;
        while (answer instanceof Outcome.Refreshed refreshed && refreshes < 100) {
            answer = node.refreshSession.run(refreshed.tokens().refreshToken());
            refreshes++;
        }

        assertThat(answer).isEqualTo(new Outcome.TooOften());
        assertThat(refreshes).isBetween(60, 70);
    }

    @Test
    void theDatabaseHoldsNoUsableToken() {
        Tokens tokens = node.signedIn(node.member());

        List<byte[]> stored =
                node.database
                        .sql()
                        .sql("select token_hash from auth_tokens")
                        .query((row, n) -> row.getBytes(1))
                        .list();

        for (byte[] one : stored) {
            String asToken = Base64.getUrlEncoder().withoutPadding().encodeToString(one);
            assertThat(asToken).isNotEqualTo(tokens.refreshToken());
            assertThat(node.refreshSession.run(asToken)).isEqualTo(new Outcome.Over());
        }
    }

    @Test
    void endedSessionsAreDeleted() {
        Tokens tokens = node.signedIn(node.member());
        node.sessions.end(tokens.refreshToken());
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
                () -> node.sessionStore.deleteEnded(Duration.ofHours(2), 100) == 0);

        assertThat(node.sessionStore.sessionOf(hash(tokens))).isEmpty();
        assertThat(
                        node.database
                                .sql()
                                .sql("select count(*) from token_families where id = :id")
                                .param("id", AccessTokenIssuer.sessionOf(tokens.accessToken()))
                                .query(Integer.class)
                                .single())
                .isZero();
    }

    private static Tokens refreshed(UserNode at, Tokens tokens) {
        Outcome answer = at.refreshSession.run(tokens.refreshToken());
        assertThat(answer).isInstanceOf(Outcome.Refreshed.class);
        return ((Outcome.Refreshed) answer).tokens();
    }

    private static Tokens shared(UserNode at, Tokens tokens) {
        Outcome answer = at.refreshSession.runShared(tokens.refreshToken());
        assertThat(answer).isInstanceOf(Outcome.Refreshed.class);
        return ((Outcome.Refreshed) answer).tokens();
    }

    /** Makes the token older than a young one. */
    private static void issueLongAgo(Tokens issued) {
        update(
                "update auth_tokens set issued_at = now() - interval '21 s' where token_hash = :hash",
                issued);
    }

    /** Makes the use of the token longer ago than the grace period. */
    private static void useLongAgo(Tokens used) {
        update(
                "update auth_tokens set rotated_at = now() - interval '11 s' where token_hash = :hash",
                used);
    }

    private static void update(String sql, Tokens tokens) {
        assertThat(node.database.sql().sql(sql).param("hash", hash(tokens)).update()).isEqualTo(1);
    }

    private static byte[] hash(Tokens tokens) {
        return Sha256.of(Base64.getUrlDecoder().decode(tokens.refreshToken()));
    }

    private static String tokenId(Tokens tokens) {
        return AccessTokenIssuer.sessionOf(tokens.accessToken()) + "_0";
    }

    private static List<Outcome> atOnce(UserNode at, Tokens tokens) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Outcome>> running = new ArrayList<>();
            for (int n = 0; n < CROWD; n++) {
                running.add(
                        threads.submit(() -> {
                            start.await();
                            return at.refreshSession.run(tokens.refreshToken());
                        }));
            }
            start.countDown();
            List<Outcome> answers = new ArrayList<>();
            for (Future<Outcome> one : running) {
                answers.add(one.get());
            }
            return answers;
        }
    }

    /** The canary: a day before that it still goes on. */
    @Test
    void aSessionEndsAfterNinetyDaysHoweverOftenItIsUsed() {
        Person fan = node.member();
        String young = node.signedIn(fan).refreshToken();
        String old = node.signedIn(fan).refreshToken();
        node.database
                .sql()
                .sql(
                        """
                        update token_families f set created_at = now() - case
                            when t.token_hash = :old then interval '90 days' else interval '89 days' end
                        from auth_tokens t where t.token_family = f.id and f.user_id = :user
                        """)
                .param("old", Objects.requireNonNull(RefreshToken.parse(old)).hash())
                .param("user", node.idOf(fan))
                .update();

        assertThat(node.refreshSession.run(old)).isInstanceOf(Outcome.Over.class);
        assertThat(node.refreshSession.run(young)).isInstanceOf(Outcome.Refreshed.class);
    }
}
