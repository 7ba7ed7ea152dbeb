package onsale.user.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.attempt.Origin;
import onsale.user.login.Login.Outcome;
import onsale.user.login.LoginHistory.Failure;
import onsale.user.login.LoginHistory.Method;
import onsale.user.login.LoginHistory.Suspicion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The history of logins is bounded under any load. */
class LoginHistoryTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Origin HOME = new Origin("2a00:1:2:3::7", "a browser");
    private static final Origin CAFE = new Origin("198.51.100.1", "a browser");

    private final MovableClock clock = new MovableClock();
    private final UserNode node =
            stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));
    private final Login login = node.login(clock);

    @Test
    void anAccountKeepsItsLatestFailuresAndSuccessesSeparately() {
        Person fan = node.member();
        for (int i = 0; i < 2; i++) {
            assertThat(login.run(fan.email(), Person.PASSWORD, HOME))
                    .isInstanceOf(Outcome.SignedIn.class);
        }
        for (int i = 0; i < LoginHistory.PER_ACCOUNT + 10; i++) {
            assertThat(login.run(fan.email(), "a guess", CAFE)).isEqualTo(new Outcome.Wrong());
            clock.pass(Duration.ofMinutes(6));
        }

        assertThat(rowsOf(fan, false)).isEqualTo(LoginHistory.PER_ACCOUNT);
        assertThat(rowsOf(fan, true)).isEqualTo(2);
    }

    @Test
    void theFailuresRecordedPerMinuteAreLimited() {
        LoginHistory history = new LoginHistory(node.database, node.ids, clock);
        long before = rowsWithoutAccount();
        for (int i = 0; i < LoginHistory.FAILURES_PER_MINUTE + 50; i++) {
            history.failed(null, CAFE, Method.EMAIL, Failure.UNKNOWN_EMAIL);
        }
        assertThat(rowsWithoutAccount() - before).isEqualTo(LoginHistory.FAILURES_PER_MINUTE);

        clock.pass(Duration.ofMinutes(1));
        history.failed(null, CAFE, Method.EMAIL, Failure.UNKNOWN_EMAIL);
        assertThat(rowsWithoutAccount() - before).isEqualTo(LoginHistory.FAILURES_PER_MINUTE + 1);

        while (history.deleteWithoutAccount(10, 100) > 0) {
            // the next batch
        }
        assertThat(rowsWithoutAccount()).isEqualTo(10);
    }

    @Test
    void anUnusualLoginIsMarkedAndAnUsualOneIsNot() {
        Person fan = node.member();
        Outcome.SignedIn first = (Outcome.SignedIn) login.run(fan.email(), Person.PASSWORD, HOME);
        Origin known = new Origin(HOME.address(), "a browser", first.deviceToken(), null);
        login.run(fan.email(), Person.PASSWORD, known);
        login.run(
                fan.email(),
                Person.PASSWORD,
                new Origin(CAFE.address(), "a browser", first.deviceToken(), null));
        login.run(fan.email(), Person.PASSWORD, HOME);
        clock.pass(Duration.ofSeconds(1));
        for (int i = 0; i < LoginHistory.MANY_FAILURES; i++) {
            login.run(fan.email(), "a guess", CAFE);
        }
        clock.pass(Duration.ofMinutes(6));
        login.run(fan.email(), Person.PASSWORD, known);

        List<Set<Suspicion>> found =
                new LoginHistory(node.database, node.ids, clock)
                        .of(node.idOf(fan)).stream()
                                .filter(LoginHistory.LoginEntry::success)
                                .map(entry -> Set.copyOf(entry.suspicions()))
                                .toList()
                                .reversed();

        assertThat(found)
                .containsExactly(
                        Set.of(),
                        Set.of(),
                        Set.of(Suspicion.NEW_NETWORK),
                        Set.of(Suspicion.NEW_DEVICE),
                        Set.of(Suspicion.MANY_FAILURES));
    }

    private long rowsOf(Person fan, boolean success) {
        return node.database
                .sql()
                .sql(
                        """
                        select count(*) from login_history
                        where success = :success and user_id = :userId
                        """)
                .param("success", success)
                .param("userId", node.idOf(fan))
                .query(Long.class)
                .single();
    }

    private long rowsWithoutAccount() {
        return node.database
                .sql()
                .sql("select count(*) from login_history where user_id is null")
                .query(Long.class)
                .single();
    }
}
