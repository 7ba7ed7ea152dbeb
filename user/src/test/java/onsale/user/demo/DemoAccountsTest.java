package onsale.user.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.demo.DemoAccounts.Demo;
import onsale.user.login.Login;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Demo accounts can sign in only while the demo is on. */
class DemoAccountsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private final UserNode node =
            stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));

    @Test
    void demoAccountsAreLockedWhenTheDemoIsOffAndUnlockedWhenItIsOnAgain() {
        DemoAccounts demoAccounts =
                new DemoAccounts(
                        node.database,
                        node.accounts,
                        node.terms,
                        node.sessionStore,
                        node.passwords,
                        node.ids);
        node.database.sql().sql("delete from users").update();
        Demo demo = demoAccounts.offer(new Secret("of this test")).orElseThrow();
        String admin = demo.emails().getLast();
        assertThat(node.login.run(admin, demo.password(), UserNode.ORIGIN))
                .isInstanceOf(Login.Outcome.SignedIn.class);
        Person fan = node.member();

        demoAccounts.lock();

        for (String demoEmail : demo.emails()) {
            assertThat(node.login.run(demoEmail, demo.password(), UserNode.ORIGIN))
                    .isEqualTo(new Login.Outcome.Locked());
        }
        assertThat(
                        node.database
                                .sql()
                                .sql("select count(*) from token_families where revoked_at is null")
                                .query(Long.class)
                                .single())
                .isZero();
        assertThat(node.login.run(fan.email(), Person.PASSWORD, UserNode.ORIGIN))
                .as("other accounts are not locked")
                .isInstanceOf(Login.Outcome.SignedIn.class);

        assertThat(demoAccounts.offer(new Secret("of this test"))).isPresent();
        assertThat(node.login.run(admin, demo.password(), UserNode.ORIGIN))
                .isInstanceOf(Login.Outcome.SignedIn.class);
    }
}
