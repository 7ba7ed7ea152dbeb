package onsale.user.social;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.account.Account.Status;
import onsale.user.account.DataKeys;
import onsale.user.deletion.PurgeAccounts;
import onsale.user.login.Login;
import onsale.user.login.LoginHistory;
import onsale.user.signup.SignUp;
import onsale.user.social.SocialLogin.Finished;
import onsale.user.social.SocialLogin.Outcome;
import onsale.user.social.TrialProviders.Return;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Logins by a provider, against a real OpenID Connect server. */
class SocialLoginTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final TrialProviders providers = new TrialProviders();
    private static final AtomicInteger SUBJECTS = new AtomicInteger();

    private final UserNode node = new UserNode(stores, stores.redisConnection(), Map.of());
    private final SocialStore store = new SocialStore(node.database, node.hash);
    private final SocialLogin social = social(Clock.systemUTC());
    private final SocialLinks links =
            new SocialLinks(
                    node.database,
                    social,
                    store,
                    node.signUp,
                    node.accounts,
                    node.personal,
                    node.identities(node.identities.settings()),
                    Clock.systemUTC());
    private final String subject = "subject-" + SUBJECTS.incrementAndGet();

    @AfterEach
    void stop() {
        social.close();
        node.close();
    }

    @AfterAll
    static void stopProviders() {
        providers.close();
    }

    @ParameterizedTest
    @EnumSource
    void aPersonSignsUpByAProviderAndLogsInByItFromThenOn(Provider provider) {
        Person person = Person.somebody();
        String first = proven(provider, Map.of());
        assertThat(login(first)).isInstanceOf(Outcome.NotLinked.class);
        assertThat(signUp(first, person)).isInstanceOf(SignUp.Outcome.Created.class);
        assertThat(opened(login(first))).isTrue();

        assertThat(opened(login(proven(provider, Map.of())))).isTrue();

        UUID id = node.idOf(person);
        assertThat(new LoginHistory(node.database, node.ids, Clock.systemUTC()).of(id))
                .hasSize(2)
                .allSatisfy(entry -> assertThat(entry.method()).isEqualTo(provider.name()));
        assertThat(links.of(id)).extracting(SocialStore.Link::provider).containsExactly(provider);
    }

    @ParameterizedTest
    @EnumSource
    void theBrowserTakesStateNonceAndTheChallengeOfPkceToTheProvider(Provider provider) {
        var begun = social.begin(provider).orElseThrow();
        Map<String, String> query = TrialProviders.query(begun.url());

        assertThat(query)
                .containsEntry("response_type", "code")
                .containsEntry("code_challenge_method", "S256")
                .containsEntry(
                        "redirect_uri", TrialProviders.SITE + "/login/social/" + provider.path());
        assertThat(query.get("code_challenge")).hasSize(43);
        assertThat(query.get("state")).hasSizeGreaterThanOrEqualTo(43);
        assertThat(query.containsKey("nonce")).isEqualTo(provider != Provider.NAVER);
        assertThat(begun.attempt()).doesNotContain(Objects.requireNonNull(query.get("state")));
    }

    @Test
    void onlyAnIdentityCheckOfTheOwnerLinksAnAccountThatExists() {
        Person owner = node.member();
        Person thief = node.member();
        Map<String, Object> claims = Map.of("email", owner.email(), "email_verified", true);

        String proof = proven(Provider.GOOGLE, claims);
        assertThat(login(proof)).isInstanceOf(Outcome.NotLinked.class); // the e-mail links nothing
        assertThat(signUp(proof, owner.withEmail("other-" + owner.email())))
                .isInstanceOf(SignUp.Outcome.PersonHasAccount.class);
        assertThat(links.connect(proof, "nobody"))
                .isInstanceOf(SocialLinks.Outcome.NotVerified.class);
        assertThat(links.connect(proof, node.identities.verified(Person.somebody())))
                .isInstanceOf(SocialLinks.Outcome.NoAccount.class);

        String identity = node.identities.verified(owner);
        assertThat(links.connect(proof, identity)).isInstanceOf(SocialLinks.Outcome.Linked.class);
        assertThat(opened(login(proof))).isTrue();
        assertThat(links.of(node.idOf(owner))).hasSize(1);

        // who has the same login at the provider cannot move it to another account
        assertThat(links.connect(proven(Provider.GOOGLE, claims), identity))
                .isInstanceOf(SocialLinks.Outcome.NotVerified.class); // used before
        assertThat(links.connect(proven(Provider.GOOGLE, claims), node.identities.verified(thief)))
                .isInstanceOf(SocialLinks.Outcome.Taken.class);
        assertThat(links.of(node.idOf(thief))).isEmpty();
    }

    @Test
    void anAddressIsConfirmedOnlyIfTheProviderVouchesForIt() {
        Person vouched = Person.somebody();
        Person claimed = Person.somebody();
        String good =
                proven(Provider.GOOGLE, Map.of("email", vouched.email(), "email_verified", true));
        assertThat(signUp(good, vouched)).isInstanceOf(SignUp.Outcome.Created.class);
        String bad =
                proven(Provider.KAKAO, Map.of("email", claimed.email(), "email_verified", "true"));
        assertThat(signUp(bad, claimed)).isInstanceOf(SignUp.Outcome.Created.class);

        assertThat(isConfirmed(vouched)).isTrue();
        assertThat(isConfirmed(claimed)).isFalse();
    }

    @Test
    void whatAnotherBrowserBeganCannotBeFinished() {
        var victim = social.begin(Provider.GOOGLE).orElseThrow();
        var attacker = social.begin(Provider.GOOGLE).orElseThrow();
        Return back = providers.agree(attacker.url());

        assertThat(social.finish(Provider.GOOGLE, null, back.state(), back.code()))
                .isInstanceOf(Finished.Refused.class);
        assertThat(social.finish(Provider.GOOGLE, victim.attempt(), back.state(), back.code()))
                .isInstanceOf(Finished.Refused.class);
        assertThat(social.finish(Provider.KAKAO, attacker.attempt(), back.state(), back.code()))
                .isInstanceOf(Finished.Refused.class);
        assertThat(social.finish(Provider.GOOGLE, attacker.attempt(), "state", back.code()))
                .isInstanceOf(Finished.Refused.class);
        String tampered = attacker.attempt().substring(0, 40) + "AAAA";
        assertThat(social.finish(Provider.GOOGLE, tampered, back.state(), back.code()))
                .isInstanceOf(Finished.Refused.class);

        // the canary: the attempt itself is good
        assertThat(social.finish(Provider.GOOGLE, attacker.attempt(), back.state(), back.code()))
                .isInstanceOf(Finished.Proven.class);
        assertThat(social.finish(Provider.GOOGLE, attacker.attempt(), back.state(), back.code()))
                .as("a code is good once")
                .isInstanceOf(Finished.Refused.class);
    }

    @Test
    void aStolenCodeIsWorthNothingWithoutTheVerifier() {
        var begun = social.begin(Provider.GOOGLE).orElseThrow();
        Return back = providers.agree(begun.url());
        Seals seals = new Seals(dataKeys(), Clock.systemUTC());
        Attempt attempt = Objects.requireNonNull(seals.open(begun.attempt(), Attempt.class));
        Attempt other =
                new Attempt(
                        attempt.provider(),
                        attempt.state(),
                        attempt.nonce(),
                        "v".repeat(64),
                        attempt.expiresAt());

        assertThat(social.finish(Provider.GOOGLE, seals.seal(other), back.state(), back.code()))
                .isInstanceOf(Finished.Refused.class);
    }

    @Test
    void attemptsAndProofsEndAndCannotStandForEachOther() {
        var begun = social.begin(Provider.GOOGLE).orElseThrow();
        assertThat(login(begun.attempt())).isInstanceOf(Outcome.NotProven.class);
        assertThat(login(null)).isInstanceOf(Outcome.NotProven.class);
        assertThat(login("none")).isInstanceOf(Outcome.NotProven.class);

        String proof = proven(Provider.GOOGLE, Map.of());
        Clock later =
                Clock.fixed(
                        Instant.now().plus(Seals.LIFE.plus(Duration.ofSeconds(1))), ZoneOffset.UTC);
        try (SocialLogin after = social(later)) {
            Return back = providers.agree(begun.url());
            assertThat(after.finish(Provider.GOOGLE, begun.attempt(), back.state(), back.code()))
                    .isInstanceOf(Finished.Refused.class);
            assertThat(after.login(proof, UserNode.ORIGIN, Login.Wish.NONE))
                    .isInstanceOf(Outcome.NotProven.class);
        }
    }

    @Test
    void aProofOpensOneSessionHoweverOftenItIsSentAtOnce() throws Exception {
        String proof = proven(Provider.GOOGLE, Map.of());
        assertThat(signUp(proof, Person.somebody())).isInstanceOf(SignUp.Outcome.Created.class);
        Callable<Boolean> attempt = () -> opened(login(proof));
        int opened = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> one :
                    threads.invokeAll(java.util.Collections.nCopies(50, attempt))) {
                opened += one.get() ? 1 : 0;
            }
        }
        assertThat(opened).isOne();
        assertThat(signUp(proof, Person.somebody())).isInstanceOf(SignUp.Outcome.LinkTaken.class);
    }

    @Test
    void theRulesOfEveryLoginHold() {
        Person person = Person.somebody();
        String proof = proven(Provider.NAVER, Map.of());
        signUp(proof, person);
        UUID id = node.idOf(person);

        setStatus(id, Status.INACTIVE);
        assertThat(answer(login(proof))).isInstanceOf(Login.Outcome.Locked.class);
        setStatus(id, Status.DORMANT);
        assertThat(answer(login(proof))).isInstanceOf(Login.Outcome.Dormant.class);
        Login.Wish wake = new Login.Wish(node.identities.verified(person), false);
        assertThat(answer(social.login(proof, UserNode.ORIGIN, wake)))
                .isInstanceOf(Login.Outcome.SignedIn.class);
        // nobody can guess a password that does not exist
        assertThat(node.login.run(person.email(), "", UserNode.ORIGIN))
                .isInstanceOf(Login.Outcome.Wrong.class);

        node.database
                .sql()
                .sql(
                        """
                        update users set status = 'DELETED', deleted_at = now(), purge_at = now()
                        where id = :id
                        """)
                .param("id", id)
                .update();
        String again = proven(Provider.NAVER, Map.of());
        assertThat(answer(login(again))).isInstanceOf(Login.Outcome.Leaving.class);
        new PurgeAccounts(node.database, Clock.systemUTC()).run(100);
        assertThat(login(again)).isInstanceOf(Outcome.NotLinked.class);
        assertThat(links.of(id)).isEmpty();
    }

    @Test
    void aLinkIsRemovedAlone() {
        Person person = node.member();
        String proof = proven(Provider.GOOGLE, Map.of());
        links.connect(proof, node.identities.verified(person));
        UUID id = node.idOf(person);

        assertThat(links.unlink(id, Provider.KAKAO)).isFalse();
        assertThat(links.unlink(id, Provider.GOOGLE)).isTrue();
        assertThat(login(proof)).isInstanceOf(Outcome.NotLinked.class);
    }

    @Test
    void theProvidersIdOfAPersonIsNotReadableInTheDatabase() {
        String proof = proven(Provider.GOOGLE, Map.of());
        signUp(proof, Person.somebody());

        assertThat(
                        node.database
                                .sql()
                                .sql("select s::text from social_logins s")
                                .query(String.class)
                                .list())
                .isNotEmpty()
                .noneMatch(row -> row.contains(subject));
    }

    private SocialLogin social(Clock clock) {
        return new SocialLogin(
                providers.settings(), dataKeys(), store, node.accounts, node.login, clock);
    }

    private DataKeys dataKeys() {
        return DataKeys.of(node.settings.dataKeyset(), UserNode.SECRET);
    }

    /** Goes to the provider and back. */
    private String proven(Provider provider, Map<String, Object> claims) {
        var begun = social.begin(provider).orElseThrow();
        providers.nextIs(provider, subject, claims);
        Return back = providers.agree(begun.url());
        Finished finished = social.finish(provider, begun.attempt(), back.state(), back.code());
        assertThat(finished).isInstanceOf(Finished.Proven.class);
        return ((Finished.Proven) finished).proof();
    }

    private SignUp.Outcome signUp(String proof, Person person) {
        SignUp.Command given = person.signUp(node.identities.verified(person));
        SignUp.Command command =
                new SignUp.Command(
                        given.email(),
                        null,
                        given.identityVerificationId(),
                        given.terms(),
                        given.origin());
        SocialLinks.SignedUp outcome = links.signUp(proof, command);
        assertThat(outcome).isInstanceOf(SocialLinks.SignedUp.Answered.class);
        return ((SocialLinks.SignedUp.Answered) outcome).outcome();
    }

    private Outcome login(@Nullable String proof) {
        return social.login(proof, UserNode.ORIGIN, Login.Wish.NONE);
    }

    private static Login.Outcome answer(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Answered.class);
        return ((Outcome.Answered) outcome).outcome();
    }

    private static boolean opened(Outcome outcome) {
        return answer(outcome) instanceof Login.Outcome.SignedIn;
    }

    private boolean isConfirmed(Person person) {
        return node.database
                .sql()
                .sql("select email_verified_at is not null from users where id = :id")
                .param("id", node.idOf(person))
                .query(Boolean.class)
                .single();
    }

    private void setStatus(UUID id, Status status) {
        node.database
                .sql()
                .sql("update users set status = :status where id = :id")
                .param("status", status.name())
                .param("id", id)
                .update();
    }
}
