package onsale.user.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.attempt.LoginDelayStore;
import onsale.user.attempt.LoginFailures;
import onsale.user.attempt.Origin;
import onsale.user.login.Login.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Guessing a password becomes slow, and the owner of the account can still log in. */
class LoginDelaysTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Origin CAFE = new Origin("198.51.100.1", "a browser");
    private static final int TRIES = 5;

    private final MovableClock clock = new MovableClock();
    private UserNode node;
    private Login login;
    private int guesses;

    @BeforeEach
    void start() {
        node = new UserNode(stores, stores.redisConnection(), Map.of());
        login = node.login(clock);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void afterAFewWrongPasswordsEachAttemptWaitsTwiceAsLong() {
        Person fan = node.member();
        for (int i = 0; i < TRIES; i++) {
            assertThat(guess(fan.email())).isEqualTo(new Outcome.Wrong());
        }

        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            waits.add(delayOf(guess(fan.email())).toSeconds());
            clock.pass(delayOf(guess(fan.email())));
            assertThat(guess(fan.email())).isEqualTo(new Outcome.Wrong());
        }

        assertThat(waits)
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L, 300L);
    }

    @Test
    void withoutTheDelayEveryGuessIsAnswered() {
        try (UserNode without =
                new UserNode(
                        stores,
                        stores.redisConnection(),
                        Map.of("onsale.user.login-tries", "1000000"))) {
            Login undelayed = without.login(clock);
            Person fan = without.member();
            for (int i = 0; i < 40; i++) {
                assertThat(undelayed.run(fan.email(), "guess " + i, stranger()))
                        .isEqualTo(new Outcome.Wrong());
            }
        }
    }

    @Test
    void theRightPasswordAfterTheDelayLogsInAndDeletesTheFailures() {
        Person fan = node.member();
        failUntilDelayed(fan.email());

        assertThat(signIn(fan, CAFE)).as("too early").isInstanceOf(Outcome.Delayed.class);
        clock.pass(Duration.ofSeconds(1));
        assertThat(signIn(fan, CAFE)).isInstanceOf(Outcome.SignedIn.class);

        assertThat(guess(fan.email()))
                .as("the failures are deleted")
                .isEqualTo(new Outcome.Wrong());
        assertThat(signIn(fan, CAFE)).isInstanceOf(Outcome.SignedIn.class);
    }

    /** Someone who guesses all day does not keep the owner out. */
    @Test
    void strangersDoNotDelayTheOwnerAtAKnownDevice() {
        Person fan = node.member();
        String token = deviceOf(signIn(fan, CAFE));
        Origin phone = new Origin("192.0.2.77", "a browser elsewhere", token, null);
        failUntilDelayed(fan.email());

        assertThat(signIn(fan, CAFE)).as("a known network").isInstanceOf(Outcome.Delayed.class);
        assertThat(signIn(fan, new Origin(CAFE.address(), "a browser", "made up", null)))
                .as("a token that is not ours")
                .isInstanceOf(Outcome.Delayed.class);
        assertThat(signIn(fan, phone)).isInstanceOf(Outcome.SignedIn.class);

        for (int i = 0; i < TRIES; i++) {
            assertThat(login.run(fan.email(), "guess " + i, phone)).isEqualTo(new Outcome.Wrong());
        }
        assertThat(signIn(fan, phone))
                .as("known devices are delayed too")
                .isInstanceOf(Outcome.Delayed.class);
    }

    /** A device that one account knows is unknown to all others. */
    @Test
    void theDeviceOfAnotherAccountIsUnknown() {
        String token = deviceOf(signIn(node.member(), CAFE));
        Person victim = node.member();
        failUntilDelayed(victim.email());

        assertThat(signIn(victim, new Origin(CAFE.address(), "a browser", token, null)))
                .isInstanceOf(Outcome.Delayed.class);
    }

    /** Ten thousand addresses, each with a guess every few seconds, for an hour. */
    @Test
    void anAttackFromTenThousandAddressesGetsAtMostThirtyGuessesAnHour() {
        Person fan = node.member();
        Origin phone = new Origin("192.0.2.78", "a browser", deviceOf(signIn(fan, CAFE)), null);

        int checked = 0;
        for (int second = 0; second < 3600; second++) {
            for (int i = 0; i < 3; i++) {
                checked += guess(fan.email()).equals(new Outcome.Wrong()) ? 1 : 0;
            }
            if (second % 600 == 599) {
                assertThat(signIn(fan, phone))
                        .as("the owner at second " + second)
                        .isInstanceOf(Outcome.SignedIn.class);
            }
            clock.pass(Duration.ofSeconds(1));
        }

        assertThat(guesses).isGreaterThan(10_000);
        assertThat(checked).isBetween(10, 30);
        System.out.printf("%d of %d guesses were checked within an hour%n", checked, guesses);
    }

    @Test
    void anAccountKeepsItsLatestDevices() {
        Person fan = node.member();
        Origin first = new Origin("192.0.2.79", "a browser", deviceOf(signIn(fan, CAFE)), null);
        for (int i = 0; i < 9; i++) {
            signIn(fan, CAFE); // a new device each time
        }
        assertThat(node.devices.knows(node.idOf(fan), first)).isTrue();

        signIn(fan, CAFE);

        assertThat(node.devices.knows(node.idOf(fan), first)).isFalse();
    }

    @Test
    void anEmailWithoutAnAccountIsDelayedTheSameWay() {
        String nobody = "nobody-" + System.nanoTime() + "@fans.example";
        failUntilDelayed(nobody);

        assertThat(delayOf(guess(nobody))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void ofManyAttemptsAtOnceOneIsChecked() throws Exception {
        Person fan = node.member();
        failUntilDelayed(fan.email());
        clock.pass(Duration.ofSeconds(1));

        List<Future<Outcome>> tries = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                Origin origin = stranger();
                tries.add(threads.submit(() -> login.run(fan.email(), "a guess", origin)));
            }
        }

        int checked = 0;
        for (Future<Outcome> one : tries) {
            checked += one.get() instanceof Outcome.Wrong ? 1 : 0;
        }
        assertThat(checked).isEqualTo(1);
    }

    @Test
    void oldFailuresAreForgottenAndTheirRowsDeleted() {
        Person fan = node.member();
        failUntilDelayed(fan.email());
        clock.pass(LoginFailures.FORGOTTEN_AFTER.plusSeconds(1));

        assertThat(guess(fan.email())).isEqualTo(new Outcome.Wrong());
        assertThat(guess(fan.email())).as("the count starts again").isEqualTo(new Outcome.Wrong());

        clock.pass(LoginFailures.FORGOTTEN_AFTER.plusSeconds(1));
        var store = new LoginDelayStore(node.database);
        while (store.deleteBefore(clock.instant().minus(LoginFailures.FORGOTTEN_AFTER), 100) > 0) {
            // the next batch
        }
        assertThat(store.find(LoginFailures.lane(node.hash, fan.email(), ""))).isEmpty();
    }

    private void failUntilDelayed(String email) {
        for (int i = 0; i < TRIES; i++) {
            assertThat(guess(email)).isEqualTo(new Outcome.Wrong());
        }
        assertThat(guess(email)).isInstanceOf(Outcome.Delayed.class);
    }

    private Outcome guess(String email) {
        return login.run(email, "a guess", stranger());
    }

    /** An origin with another address each time. */
    private Origin stranger() {
        guesses++;
        return new Origin("203.0." + guesses / 250 + "." + guesses % 250, "a script");
    }

    private Outcome signIn(Person fan, Origin origin) {
        return login.run(fan.email(), Person.PASSWORD, origin);
    }

    private static String deviceOf(Outcome outcome) {
        return ((Outcome.SignedIn) outcome).deviceToken();
    }

    private static Duration delayOf(Outcome outcome) {
        if (outcome instanceof Outcome.Delayed delayed) {
            return delayed.duration();
        }
        throw new AssertionError(outcome);
    }
}
