package onsale.user.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.login.Login;
import onsale.user.session.RefreshSession;
import onsale.user.session.Tokens;
import onsale.user.token.AccessTokenIssuer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who may set a new password, and what it ends. */
class PasswordTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final String NEW = "another horse 2";

    private final UserNode node = new UserNode(stores, stores.redisConnection(), Map.of());
    private final Clock clock = Clock.systemUTC();
    private final ChangePassword changePassword =
            new ChangePassword(
                    node.database,
                    node.accounts,
                    node.passwords,
                    node.delays(clock),
                    node.sessions);
    private final ResetPassword resetPassword =
            new ResetPassword(
                    node.database,
                    node.accounts,
                    node.personal,
                    node.passwords,
                    node.botCheck(clock, Map.of("onsale.bot-check.mode", "OFF")),
                    node.identities(node.identities.settings()),
                    node.delays(clock),
                    node.sessions,
                    clock);

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aChangeNeedsThePresentPasswordAndEndsTheOtherSessions() {
        Person fan = node.member();
        Tokens here = node.signedIn(fan);
        Tokens elsewhere = node.signedIn(fan);
        UUID session = Objects.requireNonNull(AccessTokenIssuer.sessionOf(here.accessToken()));

        assertThat(changePassword.run(node.idOf(fan), session, "not it", NEW))
                .isInstanceOf(ChangePassword.Outcome.Wrong.class);
        assertThat(changePassword.run(node.idOf(fan), session, Person.PASSWORD, "한".repeat(25)))
                .isInstanceOf(ChangePassword.Outcome.Unfit.class);
        assertThat(login(fan, Person.PASSWORD)).isInstanceOf(Login.Outcome.SignedIn.class);

        assertThat(changePassword.run(node.idOf(fan), session, Person.PASSWORD, NEW))
                .isInstanceOf(ChangePassword.Outcome.Changed.class);

        assertThat(login(fan, Person.PASSWORD)).isInstanceOf(Login.Outcome.Wrong.class);
        assertThat(login(fan, NEW)).isInstanceOf(Login.Outcome.SignedIn.class);
        assertThat(refreshes(here)).isTrue();
        assertThat(refreshes(elsewhere)).isFalse();
    }

    @Test
    void guessesOfASignedInThiefAreDelayed() {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        for (int i = 0; i < 5; i++) {
            assertThat(changePassword.run(id, null, "guess " + i, NEW))
                    .isInstanceOf(ChangePassword.Outcome.Wrong.class);
        }

        assertThat(changePassword.run(id, null, Person.PASSWORD, NEW))
                .isInstanceOf(ChangePassword.Outcome.Delayed.class);
    }

    @Test
    void theVerifiedOwnerSetsANewPasswordOnceAndGetsInAtOnce() {
        Person fan = node.member();
        Tokens before = node.signedIn(fan);
        for (int i = 0; i < 6; i++) {
            login(fan, "a guess");
        }
        assertThat(login(fan, Person.PASSWORD)).isInstanceOf(Login.Outcome.Delayed.class);
        String verified = node.identities.verified(fan);

        assertThat(reset(fan.email(), verified)).isInstanceOf(ResetPassword.Outcome.Done.class);

        assertThat(login(fan, NEW))
                .as("although somebody guesses")
                .isInstanceOf(Login.Outcome.SignedIn.class);
        assertThat(refreshes(before)).isFalse();
        assertThat(reset(fan.email(), verified))
                .as("a verification is good once")
                .isInstanceOf(ResetPassword.Outcome.NotVerified.class);
    }

    /** Neither that an e-mail has an account nor whose it is can be learned. */
    @Test
    void nobodyElseSetsANewPasswordOrLearnsAnything() {
        Person fan = node.member();
        Person thief = node.member();
        String verified = node.identities.verified(thief);

        assertThat(reset(fan.email(), verified))
                .isInstanceOf(ResetPassword.Outcome.NotTheirs.class);
        assertThat(reset("nobody@fans.example", verified))
                .isInstanceOf(ResetPassword.Outcome.NotTheirs.class);
        assertThat(reset(fan.email(), "identity-nobody-has"))
                .isInstanceOf(ResetPassword.Outcome.NotVerified.class);
        assertThat(reset(fan.email(), node.identities.failed()))
                .isInstanceOf(ResetPassword.Outcome.NotVerified.class);
        assertThat(login(fan, Person.PASSWORD)).isInstanceOf(Login.Outcome.SignedIn.class);
    }

    /** Only an operator unlocks an account that an operator has locked. */
    @Test
    void aLockedAccountStaysLocked() {
        Person fan = node.member();
        node.database
                .sql()
                .sql("update users set status = 'INACTIVE' where id = :id")
                .param("id", node.idOf(fan))
                .update();

        assertThat(reset(fan.email(), node.identities.verified(fan)))
                .isInstanceOf(ResetPassword.Outcome.Locked.class);
    }

    @Test
    void signingOutEverywhereEndsEverySession() {
        Person fan = node.member();
        Person other = node.member();
        Tokens one = node.signedIn(fan);
        Tokens two = node.signedIn(fan);
        Tokens others = node.signedIn(other);

        node.sessions.endAll(node.idOf(fan));

        assertThat(refreshes(one)).isFalse();
        assertThat(refreshes(two)).isFalse();
        assertThat(refreshes(others)).isTrue();
    }

    private ResetPassword.Outcome reset(String email, String verificationId) {
        return resetPassword.run(
                new ResetPassword.Command(email, verificationId, NEW, UserNode.ORIGIN));
    }

    private Login.Outcome login(Person fan, String password) {
        return node.login.run(fan.email(), password, UserNode.ORIGIN);
    }

    private boolean refreshes(Tokens tokens) {
        return node.refreshSession.run(tokens.refreshToken())
                instanceof RefreshSession.Outcome.Refreshed;
    }
}
