package onsale.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.testkit.Stores;
import onsale.user.SignUp.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataIntegrityViolationException;

/** Who gets an account: one per person and e-mail, with verified identity and agreed terms. */
class SignUpTest {

    private static final int CROWD = 200;

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static World world;

    @BeforeAll
    static void start() {
        world = stores.closing(new World(stores, stores.redisConnection(), Map.of()));
    }

    @Test
    void aVerifiedPersonGetsAnAccountWithTheTermsAsAgreed() {
        Person person = Person.somebody();

        Outcome outcome = world.signUp.run(person.signUp(world.provider().verified(person)));

        assertThat(outcome).isInstanceOf(Outcome.Created.class);
        assertThat(
                        world.database
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
                .containsExactly("MARKETING v1.0 false", "PRIVACY v1.1 true", "SERVICE v1.0 true");
        assertThat(world.signedIn(person.withEmail(" SOMEBODY" + person.email().substring(8))))
                .isNotNull();
    }

    @Test
    void withoutTheRequiredTermsNothingHappens() {
        Person person = Person.somebody();
        SignUp.Command full = person.signUp(world.provider().verified(person));
        List<Terms.Agreement> all = full.terms();

        for (List<Terms.Agreement> bad :
                List.of(
                        all.subList(0, 1),
                        List.of(all.get(0), new Terms.Agreement(Terms.Type.PRIVACY, "v1.1", false)),
                        List.of(all.get(0), all.get(0), all.get(1)))) {
            assertThat(world.signUp.run(with(full, bad))).isInstanceOf(Outcome.TermsMissing.class);
        }
        assertThat(world.users.byEmail(person.email())).isEmpty();
    }

    @Test
    void onlyTheVerifiedPersonThemselfSignsUp() {
        Person person = Person.somebody();

        assertThat(world.signUp.run(person.signUp("identity-nobody-has")))
                .isInstanceOf(Outcome.NotVerified.class);
        assertThat(world.signUp.run(person.signUp(world.provider().failed())))
                .isInstanceOf(Outcome.NotVerified.class);
        assertThat(world.signUp.run(person.signUp(world.provider().verified(Person.somebody()))))
                .isInstanceOf(Outcome.SomebodyElse.class);
        assertThat(world.users.byEmail(person.email())).isEmpty();
    }

    @Test
    void aProviderThatIsAwayOrRefusesUsIsNotTheFansFault() {
        Person person = Person.somebody();
        String verified = world.provider().verified(person);
        String url = world.provider().settings().apiUrl();

        assertThat(
                        world.signUp(Provider.settings("http://127.0.0.1:1", "secret"))
                                .run(person.signUp(verified)))
                .isInstanceOf(Outcome.ProviderAway.class);
        assertThat(
                        world.signUp(Provider.settings(url, "not the secret"))
                                .run(person.signUp(verified)))
                .isInstanceOf(Outcome.ProviderAway.class);
    }

    @Test
    void theSamePersonOrTheSameAddressIsAConflict() {
        Person person = world.member();

        assertThat(
                        world.signUp.run(
                                person.withEmail("other@fans.example")
                                        .signUp(world.provider().verified(person))))
                .isInstanceOf(Outcome.PersonHasAccount.class);
        Person other =
                Person.somebody().withEmail(person.email().toUpperCase(java.util.Locale.ROOT));
        assertThat(world.signUp.run(other.signUp(world.provider().verified(other))))
                .isInstanceOf(Outcome.EmailTaken.class);
    }

    @Test
    void ofACrowdThatIsOnePersonExactlyOneGetsIn() throws Exception {
        Person person = Person.somebody();
        String verified = world.provider().verified(person);

        List<Outcome> outcomes =
                atOnce(n ->
                        () ->
                                world.signUp.run(
                                        person.withEmail(n + "@crowd.example").signUp(verified)));

        assertThat(outcomes).filteredOn(Outcome.Created.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(Outcome.PersonHasAccount.class::isInstance)
                .hasSize(CROWD - 1);
        assertThat(accountsOf(verifiedCi(verified))).isEqualTo(1);
    }

    @Test
    void ofACrowdWithOneAddressExactlyOneGetsIn() throws Exception {
        List<SignUp.Command> commands = new ArrayList<>();
        for (int n = 0; n < CROWD; n++) {
            Person person = Person.somebody().withEmail("shared@crowd.example");
            commands.add(person.signUp(world.provider().verified(person)));
        }

        List<Outcome> outcomes = atOnce(n -> () -> world.signUp.run(commands.get(n)));

        assertThat(outcomes).filteredOn(Outcome.Created.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.EmailTaken.class::isInstance).hasSize(CROWD - 1);
    }

    /** The canary: it is the index, and not luck, that lets only one in. */
    @Test
    void withoutTheUniqueIndexTheCrowdGetsIn() throws Exception {
        Person person = Person.somebody();
        String verified = world.provider().verified(person);
        world.database.sql().sql("drop index idx_users_ci").update();
        try {
            List<Outcome> outcomes =
                    atOnce(n ->
                            () ->
                                    world.signUp.run(
                                            person.withEmail(n + "@canary.example")
                                                    .signUp(verified)));

            assertThat(outcomes)
                    .filteredOn(Outcome.Created.class::isInstance)
                    .hasSizeGreaterThan(1);
        } finally {
            world.database
                    .sql()
                    .sql("delete from users where ci_hash = :hash")
                    .param("hash", world.personal.ciHash(verifiedCi(verified)))
                    .update();
            world.database
                    .sql()
                    .sql("create unique index idx_users_ci on users (ci_hash)")
                    .update();
        }
    }

    @Test
    void anAccountAndItsTermsAreOneTransaction() {
        Person person = Person.somebody();
        SignUp.Command command = person.signUp(world.provider().verified(person));
        Terms.Agreement tooLong = new Terms.Agreement(Terms.Type.MARKETING, "v".repeat(21), true);

        org.assertj.core.api.Assertions.assertThatThrownBy(() ->
                        world.signUp.run(
                                with(
                                        command,
                                        List.of(
                                                command.terms().get(0),
                                                command.terms().get(1),
                                                tooLong))))
                .isInstanceOf(DataIntegrityViolationException.class);

        assertThat(world.users.byEmail(person.email())).isEmpty();
    }

    private static SignUp.Command with(SignUp.Command command, List<Terms.Agreement> terms) {
        return new SignUp.Command(
                command.email(),
                command.password(),
                command.name(),
                command.phone(),
                command.identityVerificationId(),
                terms);
    }

    private static String verifiedCi(String verificationId) {
        Identity identity =
                new IdentityProvider(
                                world.provider().settings(), java.time.Duration.ofSeconds(5), 1)
                        .find(verificationId);
        return ((Identity.Verified) identity).ci();
    }

    private static int accountsOf(String ci) {
        return world.database
                .sql()
                .sql("select count(*) from users where ci_hash = :hash")
                .param("hash", world.personal.ciHash(ci))
                .query(Integer.class)
                .single();
    }

    private static List<Outcome> atOnce(java.util.function.IntFunction<Callable<Outcome>> attempt)
            throws Exception {
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
