package onsale.user.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import onsale.testkit.Stores;
import onsale.user.UserNode;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A login storm costs the database nothing. */
class LoginTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @Test
    void aLoginIsRefusedBeforeAnythingIsLookedUp() {
        try (UserNode node = new UserNode(stores, stores.redisConnection(), Map.of());
                Passwords full = new Passwords(4, 1, 0, Duration.ofMinutes(1))) {
            Permit taken = Objects.requireNonNull(full.tryAcquire());
            Login login = node.login(Clock.systemUTC(), full);
            node.database.close(); // a query would fail

            assertThat(login.run("a@b.example", "any", UserNode.ORIGIN))
                    .isEqualTo(new Login.Outcome.Busy());
            taken.close();
        }
    }
}
