package onsale.user.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.admin.Administrators.Outcome;
import onsale.user.login.Login;
import onsale.user.session.RefreshSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The operator creates administrators, and grants and revokes their role. */
class AdministratorsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final String PASSWORD = "a long enough one";

    private final String email = "root-" + UUID.randomUUID() + "@onsale.example";
    private UserNode node;
    private Administrators administrators;

    @BeforeEach
    void start() {
        node = new UserNode(stores, stores.redisConnection(), Map.of());
        administrators =
                new Administrators(
                        node.database, node.accounts, node.sessionStore, node.passwords, node.ids);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void theFirstAdministratorIsCreatedAndSignsIn() {
        assertThat(administrators.create(email, "Root", PASSWORD, CurrentUser.ADMIN))
                .isInstanceOf(Outcome.Done.class);

        assertThat(node.login.run(email, PASSWORD, UserNode.ORIGIN))
                .isInstanceOf(Login.Outcome.SignedIn.class);
        assertThat(role(email)).isEqualTo(CurrentUser.ADMIN);
        assertThat(administrators.create(email, "Root", PASSWORD, CurrentUser.ADMIN).sentence())
                .contains("has an account", "onsale admin grant");
    }

    @Test
    void aGeneratedPasswordIsToldInTheOutcome() {
        Outcome made = administrators.createWithNewPassword(email, "Root", CurrentUser.OPERATOR);

        String password = made.sentence().substring(made.sentence().lastIndexOf(' ') + 1);
        assertThat(password).hasSize(20);
        assertThat(node.login.run(email, password, UserNode.ORIGIN))
                .isInstanceOf(Login.Outcome.SignedIn.class);
    }

    @Test
    void invalidInputAndUnknownAccountsAreRefused() {
        assertThat(administrators.create(email, "Root", "short", CurrentUser.ADMIN))
                .isInstanceOf(Outcome.Refused.class);
        assertThat(administrators.create("no address", "Root", PASSWORD, CurrentUser.ADMIN))
                .isInstanceOf(Outcome.Refused.class);
        assertThat(administrators.grant(email, CurrentUser.ADMIN).sentence())
                .contains("has no account");
        assertThat(administrators.revoke(email).sentence()).contains("has no account");
        assertThat(node.accounts.byEmail(email)).isEmpty();
    }

    /** An access token says ADMIN until it expires, so it must be void at once. */
    @Test
    void whoLosesTheRoleIsSignedOut() {
        Person fan = node.member();
        assertThat(administrators.grant(fan.email(), CurrentUser.ADMIN))
                .isInstanceOf(Outcome.Done.class);
        assertThat(role(fan.email())).isEqualTo(CurrentUser.ADMIN);
        String refresh = node.signedIn(fan).refreshToken();

        assertThat(administrators.revoke(fan.email())).isInstanceOf(Outcome.Done.class);

        assertThat(role(fan.email())).isEqualTo(CurrentUser.USER);
        assertThat(node.refreshSession.run(refresh))
                .isInstanceOf(RefreshSession.Outcome.Over.class);
        String session =
                node.database
                        .sql()
                        .sql(
                                """
                                select id::text from token_families
                                where revoked_reason = 'WITHDRAWN' and user_id = :userId
                                """)
                        .param("userId", node.idOf(fan))
                        .query(String.class)
                        .single();
        Wait.until(
                "the node knows that the session is revoked",
                Duration.ofSeconds(30),
                () -> node.blacklist.isRevoked(session));
    }

    @Test
    void everyRoleCanBeGivenAndNoOther() {
        Person fan = node.member();
        for (String role : List.of(CurrentUser.ORGANISER, CurrentUser.OPERATOR)) {
            assertThat(administrators.grant(fan.email(), role)).isInstanceOf(Outcome.Done.class);
            assertThat(role(fan.email())).isEqualTo(role);
        }
        for (String other : List.of("USER", "admin", "ROOT", "")) {
            assertThat(administrators.grant(fan.email(), other))
                    .isInstanceOf(Outcome.Refused.class);
            assertThat(administrators.create("new@staff.example", "N", PASSWORD, other))
                    .isInstanceOf(Outcome.Refused.class);
        }
        assertThat(role(fan.email())).isEqualTo(CurrentUser.OPERATOR);
    }

    private String role(String of) {
        return node.accounts.byEmail(of).orElseThrow().role();
    }
}
