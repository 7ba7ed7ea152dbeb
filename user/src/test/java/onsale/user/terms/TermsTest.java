package onsale.user.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.login.Login;
import onsale.user.login.MovableClock;
import onsale.user.signup.SignUp;
import onsale.user.terms.AnswerTerms.Outcome;
import onsale.user.terms.Terms.Agreement;
import onsale.user.terms.Terms.TermsKey;
import onsale.user.terms.Terms.Type;
import onsale.user.terms.TermsVersion.Wording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People agree to the versions in force, and to a new one at their next login. */
class TermsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Wording WORDING = new Wording("제목", "본문");

    private final MovableClock clock = new MovableClock();
    private final UserNode node = new UserNode(stores, stores.redisConnection(), Map.of());
    private final TermsStore store = new TermsStore(node.database, node.ids, clock);
    private final AnswerTerms answerTerms = new AnswerTerms(store);
    private final Login login = node.login(clock);

    @AfterEach
    void stop() {
        node.database.sql().sql("delete from terms_agreements").update();
        node.database.sql().sql("delete from terms_versions where version <> '2025-11'").update();
        node.close();
    }

    @Test
    void aNewRequiredVersionIsAskedForAtTheNextLogin() {
        Person fan = node.member();
        assertThat(missingAtLogin(fan)).isEmpty();
        Instant from = clock.instant().plus(Duration.ofDays(30));
        assertThat(store.publish(version(Type.PRIVACY, "2026-02", true, from))).isTrue();

        assertThat(missingAtLogin(fan)).as("announced only").isEmpty();
        clock.pass(Duration.ofDays(30));
        TermsKey next = new TermsKey(Type.PRIVACY, "2026-02");
        assertThat(missingAtLogin(fan)).containsExactly(next);
        assertThat(missingAtLogin(fan)).as("not answered yet").containsExactly(next);

        assertThat(answer(fan, Type.PRIVACY, "2025-11", true))
                .isInstanceOf(Outcome.NotInForce.class);
        assertThat(answer(fan, Type.PRIVACY, "2026-02", false))
                .isInstanceOf(Outcome.Required.class);
        assertThat(missingAtLogin(fan)).containsExactly(next);

        assertThat(answer(fan, Type.PRIVACY, "2026-02", true)).isInstanceOf(Outcome.Kept.class);
        assertThat(missingAtLogin(fan)).isEmpty();
    }

    @Test
    void aNewOptionalVersionIsNotAskedForAndCanBeWithdrawnFrom() {
        Person fan = node.member();
        store.publish(version(Type.MARKETING, "2026-01", false, clock.instant()));

        assertThat(missingAtLogin(fan)).isEmpty();
        assertThat(answer(fan, Type.MARKETING, "2026-01", true)).isInstanceOf(Outcome.Kept.class);
        Instant agreedAt = latest(fan).agreedAt();
        clock.pass(Duration.ofDays(1));
        assertThat(answer(fan, Type.MARKETING, "2026-01", true)).isInstanceOf(Outcome.Kept.class);
        assertThat(latest(fan).agreedAt()).as("the first time counts").isEqualTo(agreedAt);

        assertThat(answer(fan, Type.MARKETING, "2026-01", false)).isInstanceOf(Outcome.Kept.class);
        assertThat(latest(fan).agreed()).isFalse();
        assertThat(latest(fan).agreedAt()).isEqualTo(clock.instant());
    }

    @Test
    void aSignUpAgreesToTheVersionsInForceAndNoOthers() {
        Person person = Person.somebody();
        SignUp.Command good = person.signUp(node.identities.verified(person));
        List<Agreement> old =
                List.of(
                        new Agreement(Type.SERVICE, "2025-11", true),
                        new Agreement(Type.PRIVACY, "v1.0", true));

        SignUp.Outcome outcome =
                node.signUp.run(
                        new SignUp.Command(
                                good.email(),
                                good.password(),
                                good.identityVerificationId(),
                                old,
                                good.origin()));

        assertThat(outcome).isInstanceOf(SignUp.Outcome.TermsNotInForce.class);
        assertThat(node.accounts.byEmail(person.email())).isEmpty();
    }

    @Test
    void aVersionIsPublishedOnceAndNeverBeforeAnother() {
        Instant from = clock.instant().plus(Duration.ofDays(10));
        assertThat(store.publish(version(Type.SERVICE, "2026-03", true, from))).isTrue();

        for (TermsVersion refused :
                List.of(
                        version(Type.SERVICE, "2026-03", true, from.plusSeconds(1)),
                        version(Type.SERVICE, "2026-04", true, from),
                        version(Type.SERVICE, "2026-04", true, from.minusSeconds(1)),
                        version(Type.PRIVACY, "2026-04", true, clock.instant().minusSeconds(1)),
                        version(Type.PRIVACY, "2026-04", true, Instant.MAX))) {
            assertThat(store.publish(refused)).as(refused.toString()).isFalse();
        }
        assertThat(store.announced(10))
                .extracting(TermsVersion::version)
                .containsExactly("2026-03");
        assertThat(store.inForce())
                .extracting(TermsVersion::type)
                .containsExactly(Type.MARKETING, Type.PRIVACY, Type.SERVICE);
    }

    /** Accounts from before the column have no hash of their phone number until the job ran. */
    @Test
    void theJobHashesThePhoneNumbersOfOldAccounts() {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        node.database
                .sql()
                .sql("update users set phone_hash = null where id = :id")
                .param("id", id)
                .update();

        while (new onsale.user.account.ReencryptAccounts(node.database, node.personal).run(100)
                > 0) {
            // the next batch
        }

        assertThat(
                        node.database
                                .sql()
                                .sql("select phone_hash from users where id = :id")
                                .param("id", id)
                                .query(byte[].class)
                                .single())
                .isEqualTo(node.personal.phoneHash(fan.phone()));
    }

    private List<TermsKey> missingAtLogin(Person fan) {
        Login.Outcome outcome = login.run(fan.email(), Person.PASSWORD, UserNode.ORIGIN);
        return ((Login.Outcome.SignedIn) outcome).missingTerms();
    }

    private Outcome answer(Person fan, Type type, String version, boolean agreed) {
        return answerTerms.run(node.idOf(fan), List.of(new Agreement(type, version, agreed)));
    }

    private TermsStore.TermsAnswer latest(Person fan) {
        return store.answers(node.idOf(fan), 10).stream()
                .filter(answer -> answer.type() == Type.MARKETING)
                .filter(answer -> answer.version().equals("2026-01"))
                .findFirst()
                .orElseThrow();
    }

    private static TermsVersion version(Type type, String version, boolean required, Instant from) {
        return new TermsVersion(type, version, required, from, WORDING, WORDING);
    }
}
