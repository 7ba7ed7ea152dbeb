package onsale.user.factor;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.platform.access.AccessClaims;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.account.DataKeys;
import onsale.user.enrolment.RemoveFactor;
import onsale.user.factor.SecondFactor.Check;
import onsale.user.factor.SecondFactor.Confirmation;
import onsale.user.factor.SecondFactor.Enrolment;
import onsale.user.login.Login;
import onsale.user.login.Login.Outcome;
import onsale.user.login.MovableClock;
import onsale.user.session.RefreshSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A code besides the password: once, bounded, and required of staff where it is configured. */
class SecondFactorTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private final UserNode node =
            stores.closing(
                    new UserNode(
                            stores,
                            stores.redisConnection(),
                            Map.of("onsale.user.second-factor", "REQUIRED")));
    private final MovableClock clock = new MovableClock();
    private final SecondFactor factor = node.secondFactor(clock);
    private final FactorStore store =
            new FactorStore(
                    node.database, DataKeys.of(node.settings.dataKeyset(), UserNode.SECRET));
    private final Login login = node.login(clock);
    private final Person person = node.member();
    private final UUID id = node.idOf(person);

    private String code() {
        byte[] secret = node.database.inTransaction(() -> store.lock(id)).orElseThrow().secret();
        return Totp.code(secret, Totp.step(clock.instant()), Totp.DIGITS);
    }

    private List<String> switchedOn() {
        assertThat(factor.enrol(id)).isInstanceOf(Enrolment.Begun.class);
        Confirmation confirmed = factor.confirm(id, code());
        assertThat(confirmed).isInstanceOf(Confirmation.Confirmed.class);
        clock.pass(Duration.ofSeconds(30));
        return ((Confirmation.Confirmed) confirmed).recoveryCodes();
    }

    private Outcome logIn(@Nullable String code) {
        return login.run(
                person.email(),
                Person.PASSWORD,
                UserNode.ORIGIN,
                new Login.Wish(null, false, code));
    }

    @Test
    void withoutAConfirmedCodeNothingChanges() {
        factor.enrol(id);

        assertThat(factor.confirm(id, "000000")).isInstanceOf(Confirmation.Refused.class);
        assertThat(factor.isOn(id)).isFalse();
        assertThat(logIn(null)).isInstanceOf(Outcome.SignedIn.class);
    }

    @Test
    void aLoginNeedsACodeWhichIsGoodOnce() {
        switchedOn();

        assertThat(logIn(null)).isInstanceOf(Outcome.CodeNeeded.class);
        assertThat(
                        login.run(
                                person.email(),
                                "wrong password",
                                UserNode.ORIGIN,
                                new Login.Wish(null, false, code())))
                .as("a code is no password, and is not used up")
                .isInstanceOf(Outcome.Wrong.class);
        String code = code();
        assertThat(logIn(code)).isInstanceOf(Outcome.SignedIn.class);
        assertThat(logIn(code)).isInstanceOf(Outcome.CodeRefused.class);
        assertThat(factor.enrol(id)).isInstanceOf(Enrolment.AlreadyOn.class);
    }

    /** The canary of the lock: of many who send the same code at once one gets in. */
    @Test
    void aCodeThatIsSentManyTimesAtOnceIsUsedOnce() throws Exception {
        switchedOn();
        String code = code();
        List<Callable<Check>> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calls.add(() -> factor.check(id, code));
        }

        int right = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var call : threads.invokeAll(calls)) {
                right += call.get() instanceof Check.Right ? 1 : 0;
            }
        }

        assertThat(right).isEqualTo(1);
    }

    @Test
    void guessesBecomeSlow() {
        switchedOn();
        for (int i = 0; i < SecondFactor.TRIES; i++) {
            assertThat(factor.check(id, "000000")).isInstanceOf(Check.Wrong.class);
        }

        assertThat(factor.check(id, code())).isInstanceOf(Check.Delayed.class);
        node.database
                .sql()
                .sql("update second_factors set blocked_until = now() where user_id = ?")
                .param(id)
                .update();
        assertThat(factor.check(id, code())).isInstanceOf(Check.Right.class);
    }

    @Test
    void aRecoveryCodeIsGoodOnceHoweverItIsTyped() {
        List<String> codes = switchedOn();
        assertThat(codes).hasSize(SecondFactor.RECOVERY_CODES).doesNotHaveDuplicates();
        String typed = codes.getFirst().toLowerCase(Locale.ROOT).replace('-', ' ');

        assertThat(logIn(typed)).isInstanceOf(Outcome.SignedIn.class);
        assertThat(logIn(codes.getFirst())).isInstanceOf(Outcome.CodeRefused.class);
        assertThat(factor.recoveryCodesLeft(id)).isEqualTo(SecondFactor.RECOVERY_CODES - 1);
    }

    @Test
    void switchingOffNeedsPasswordAndCode() {
        switchedOn();
        RemoveFactor remove =
                new RemoveFactor(node.accounts, node.passwords, node.delays(clock), factor);

        assertThat(remove.run(id, "wrong password", code()))
                .isInstanceOf(RemoveFactor.Outcome.WrongPassword.class);
        assertThat(remove.run(id, Person.PASSWORD, "000000"))
                .isInstanceOf(RemoveFactor.Outcome.Refused.class);
        assertThat(factor.isOn(id)).isTrue();
        assertThat(remove.run(id, Person.PASSWORD, code()))
                .isInstanceOf(RemoveFactor.Outcome.Removed.class);

        assertThat(logIn(null)).isInstanceOf(Outcome.SignedIn.class);
        assertThat(factor.recoveryCodesLeft(id)).isZero();
    }

    @Test
    void staffHaveTheirRoleOnlyWithASecondFactor() throws Exception {
        node.accounts.setRole(person.email(), "OPERATOR");

        Outcome.SignedIn without = (Outcome.SignedIn) logIn(null);
        assertThat(without.roleWithheld()).isTrue();
        assertThat(roles(without.tokens().accessToken())).containsExactly("USER");
        RefreshSession.Outcome refreshed = node.refreshSession.run(without.tokens().refreshToken());
        assertThat(roles(((RefreshSession.Outcome.Refreshed) refreshed).tokens().accessToken()))
                .as("and a refresh does not give it")
                .containsExactly("USER");

        switchedOn();
        Outcome.SignedIn with = (Outcome.SignedIn) logIn(code());
        assertThat(with.roleWithheld()).isFalse();
        assertThat(roles(with.tokens().accessToken())).containsExactly("OPERATOR");
    }

    @Test
    void fansAndPlacesWhereItIsOptionalDoNotNeedIt() throws Exception {
        assertThat(((Outcome.SignedIn) logIn(null)).roleWithheld()).isFalse();
        try (UserNode lenient = new UserNode(stores, stores.redisConnection(), Map.of())) {
            lenient.accounts.setRole(person.email(), "ADMIN");
            Outcome in = lenient.login.run(person.email(), Person.PASSWORD, UserNode.ORIGIN);
            assertThat(roles(((Outcome.SignedIn) in).tokens().accessToken()))
                    .containsExactly("ADMIN");
        }
    }

    private static List<String> roles(String accessToken) throws Exception {
        return SignedJWT.parse(accessToken)
                .getJWTClaimsSet()
                .getStringListClaim(AccessClaims.ROLES);
    }
}
