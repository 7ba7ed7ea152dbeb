package onsale.user.signup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import onsale.platform.portone.PortOneSettings;
import onsale.testkit.Stores;
import onsale.user.IdentitySimulator;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.identity.Identity;
import onsale.user.identity.IdentityProvider;
import onsale.user.profile.Profile;
import onsale.user.signup.SignUp.Outcome;
import onsale.user.terms.Terms;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataIntegrityViolationException;

/** A person with a verified identity who agrees to the terms gets one account. */
class SignUpTest {

    private static final int CROWD = 200;

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static UserNode node;

    @BeforeAll
    static void start() {
        node = stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));
    }

    @Test
    void aVerifiedPersonGetsAnAccountWithTheTermsAsAgreed() {
        Person person = Person.somebody();

        Outcome outcome = node.signUp.run(person.signUp(node.identities.verified(person)));

        assertThat(outcome).isInstanceOf(Outcome.Created.class);
        assertThat(
                        node.database
                                .sql()
                                .sql(
                                        """
                                        select terms_type || ' ' || terms_version || ' ' || agreed
                                        from terms_agreements where user_id = :id and agreed_at <= now()
                                        order by terms_type
                                        """)
                                .param("id", ((Outcome.Created) outcome).userId())
                                .query(String.class)
                                .list())
                .containsExactly(
                        "MARKETING 2025-11 false", "PRIVACY 2025-11 true", "SERVICE 2025-11 true");
        assertThat(node.signedIn(person.withEmail(" SOMEBODY" + person.email().substring(8))))
                .isNotNull();
    }

    @Test
    void withoutTheRequiredTermsNothingHappens() {
        Person person = Person.somebody();
        SignUp.Command full = person.signUp(node.identities.verified(person));
        List<Terms.Agreement> all = full.terms();

        for (List<Terms.Agreement> bad :
                List.of(
                        all.subList(0, 1),
                        List.of(
                                all.get(0),
                                new Terms.Agreement(Terms.Type.PRIVACY, "2025-11", false)),
                        List.of(all.get(0), all.get(0), all.get(1)))) {
            assertThat(node.signUp.run(with(full, bad))).isInstanceOf(Outcome.TermsMissing.class);
        }
        assertThat(node.accounts.byEmail(person.email())).isEmpty();
    }

    @Test
    void onlyTheVerifiedPersonSignsUp() {
        Person person = Person.somebody();

        assertThat(node.signUp.run(person.signUp("identity-nobody-has")))
                .isInstanceOf(Outcome.NotVerified.class);
        assertThat(node.signUp.run(person.signUp(node.identities.failed())))
                .isInstanceOf(Outcome.NotVerified.class);
        assertThat(node.accounts.byEmail(person.email())).isEmpty();
    }

    /** The identity was verified, but through a channel that is not ours, or by a test. */
    @Test
    void anIdentityOfAnotherChannelOrOfATestIsRefused() {
        String live = "channel-key-kcp-live";
        String test = "channel-key-kcp-test";
        SignUp production = node.signUp(channel(live, false));

        for (String another : List.of(test, "channel-key-toss-live", "somebody-s")) {
            Person person = Person.somebody();
            SignUp.Command forged = person.signUp(node.identities.verifiedThrough(person, another));
            assertThat(production.run(forged)).isInstanceOf(Outcome.NotVerified.class);
            assertThat(node.accounts.byEmail(person.email())).isEmpty();
        }
        Person tester = Person.somebody();
        SignUp.Command tested = tester.signUp(node.identities.verifiedThrough(tester, test));
        assertThat(node.signUp(channel(test, false)).run(tested))
                .isInstanceOf(Outcome.NotVerified.class);

        assertThat(node.signUp(channel(test, true)).run(tested))
                .isInstanceOf(Outcome.Created.class);
        Person person = Person.somebody();
        assertThat(production.run(person.signUp(node.identities.verifiedThrough(person, live))))
                .isInstanceOf(Outcome.Created.class);
    }

    private static PortOneSettings channel(String key, boolean testMode) {
        return IdentitySimulator.settings(
                node.identities.settings().apiUrl(), "portone-secret", key, testMode);
    }

    @Test
    void aProviderThatFailsOrRefusesUsIsReportedAsUnavailable() {
        Person person = Person.somebody();
        String verified = node.identities.verified(person);
        String url = node.identities.settings().apiUrl();

        assertThat(
                        node.signUp(IdentitySimulator.settings("http://127.0.0.1:1", "secret"))
                                .run(person.signUp(verified)))
                .isInstanceOf(Outcome.ProviderUnavailable.class);
        assertThat(
                        node.signUp(IdentitySimulator.settings(url, "not the secret"))
                                .run(person.signUp(verified)))
                .isInstanceOf(Outcome.ProviderUnavailable.class);
    }

    @Test
    void theSamePersonOrTheSameEmailIsAConflict() {
        Person person = node.member();

        assertThat(
                        node.signUp.run(
                                person.withEmail("other@fans.example")
                                        .signUp(node.identities.verified(person))))
                .isInstanceOf(Outcome.PersonHasAccount.class);
        Person other = Person.somebody().withEmail(person.email().toUpperCase(Locale.ROOT));
        assertThat(node.signUp.run(other.signUp(node.identities.verified(other))))
                .isInstanceOf(Outcome.EmailTaken.class);
    }

    @Test
    void ofManySignUpsOfOnePersonExactlyOneSucceeds() throws Exception {
        Person person = Person.somebody();
        String verified = node.identities.verified(person);

        List<Outcome> outcomes =
                atOnce(n ->
                        () ->
                                node.signUp.run(
                                        person.withEmail(n + "@crowd.example").signUp(verified)));

        assertThat(outcomes).filteredOn(Outcome.Created.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(Outcome.PersonHasAccount.class::isInstance)
                .hasSize(CROWD - 1);
        assertThat(accountsOf(verifiedCi(verified))).isEqualTo(1);
    }

    @Test
    void ofManySignUpsWithOneEmailExactlyOneSucceeds() throws Exception {
        List<SignUp.Command> commands = new ArrayList<>();
        for (int n = 0; n < CROWD; n++) {
            Person person = Person.somebody().withEmail("shared@crowd.example");
            commands.add(person.signUp(node.identities.verified(person)));
        }

        List<Outcome> outcomes = atOnce(n -> () -> node.signUp.run(commands.get(n)));

        assertThat(outcomes).filteredOn(Outcome.Created.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.EmailTaken.class::isInstance).hasSize(CROWD - 1);
    }

    /** The canary: without the unique index more than one sign-up succeeds. */
    @Test
    void withoutTheUniqueIndexTheCrowdGetsIn() throws Exception {
        Person person = Person.somebody();
        String verified = node.identities.verified(person);
        node.database.sql().sql("drop index idx_users_ci").update();
        try {
            List<Outcome> outcomes =
                    atOnce(n ->
                            () ->
                                    node.signUp.run(
                                            person.withEmail(n + "@canary.example")
                                                    .signUp(verified)));

            assertThat(outcomes)
                    .filteredOn(Outcome.Created.class::isInstance)
                    .hasSizeGreaterThan(1);
        } finally {
            node.database
                    .sql()
                    .sql("delete from users where ci_hash = :hash")
                    .param("hash", node.personal.ciHash(verifiedCi(verified)))
                    .update();
            node.database.sql().sql("create unique index idx_users_ci on users (ci_hash)").update();
        }
    }

    /** An agreement that the database refuses takes the account back with it. */
    @Test
    void anAccountAndItsTermsAreOneTransaction() {
        Person person = Person.somebody();
        SignUp.Command command = person.signUp(node.identities.verified(person));
        node.database
                .sql()
                .sql("alter table terms_agreements add constraint planted check (agreed) not valid")
                .update();
        try {
            assertThatThrownBy(() -> node.signUp.run(command)) // MARKETING is not agreed to
                    .isInstanceOf(DataIntegrityViolationException.class);
        } finally {
            node.database
                    .sql()
                    .sql("alter table terms_agreements drop constraint planted")
                    .update();
        }

        assertThat(node.accounts.byEmail(person.email())).isEmpty();
    }

    @Test
    void nameAndPhoneAreThoseOfTheVerifiedPerson() {
        Person person = node.member();

        Profile profile = node.profiles.find(node.idOf(person)).orElseThrow();

        assertThat(profile.name()).isEqualTo(person.name());
        assertThat(profile.phone()).isEqualTo(person.phone());
        assertThat(
                        node.database
                                .sql()
                                .sql("select id from users where phone_hash = :hash")
                                .param("hash", node.personal.phoneHash(person.phone()))
                                .query(UUID.class)
                                .list())
                .containsExactly(profile.userId());
    }

    /** Whoever has verified no identity learns nothing about an address. */
    @Test
    void thatAnEmailIsTakenIsToldOnlyToAVerifiedPerson() {
        Person taken = node.member();
        Person other = Person.somebody().withEmail(taken.email());

        assertThat(node.signUp.run(other.signUp("identity-nobody-has")))
                .isInstanceOf(Outcome.NotVerified.class);
        assertThat(node.signUp.run(other.signUp(node.identities.verified(other))))
                .isInstanceOf(Outcome.EmailTaken.class);
    }

    private static SignUp.Command with(SignUp.Command command, List<Terms.Agreement> terms) {
        return new SignUp.Command(
                command.email(),
                command.password(),
                command.identityVerificationId(),
                terms,
                command.origin());
    }

    private static String verifiedCi(String verificationId) {
        Identity identity =
                new IdentityProvider(
                                node.identities.settings(),
                                Duration.ofSeconds(5),
                                1,
                                new SimpleMeterRegistry())
                        .find(verificationId);
        return ((Identity.Verified) identity).ci();
    }

    private static int accountsOf(String ci) {
        return node.database
                .sql()
                .sql("select count(*) from users where ci_hash = :hash")
                .param("hash", node.personal.ciHash(ci))
                .query(Integer.class)
                .single();
    }

    private static List<Outcome> atOnce(IntFunction<Callable<Outcome>> attempt) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Outcome>> running = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int n = 0; n < CROWD; n++) {
                Callable<Outcome> work = attempt.apply(n);
                running.add(
                        threads.submit(() -> {
                            start.await();
                            return work.call();
                        }));
            }
            start.countDown();
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> one : running) {
                outcomes.add(one.get());
            }
            return outcomes;
        }
    }
}
