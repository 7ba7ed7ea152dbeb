package onsale.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.testkit.Stores;
import onsale.user.Passwords.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A bounded number of passwords at a time, and no way to tell who exists by the time it takes. */
class PasswordsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void whoFindsNoPlaceIsToldAtOnce() {
        try (Passwords passwords = new Passwords(4, 1, 1, PATIENCE)) {
            Place first = Objects.requireNonNull(passwords.tryEnter());
            Place second = Objects.requireNonNull(passwords.tryEnter());
            assertThat(passwords.tryEnter()).isNull();

            first.close();

            assertThat(passwords.tryEnter()).isNotNull();
            second.close();
        }
    }

    @Test
    void aLoginIsRefusedBeforeAnythingIsLookedUp() {
        try (World world = new World(stores, stores.redisConnection(), Map.of());
                Passwords full = new Passwords(4, 1, 0, PATIENCE)) {
            Place taken = Objects.requireNonNull(full.tryEnter());
            Login login =
                    new Login(
                            world.database,
                            world.users,
                            full,
                            world.sessions,
                            new LoginHistory(
                                    world.database,
                                    new onsale.platform.Ids(
                                            java.time.Clock.systemUTC(),
                                            new java.security.SecureRandom())));
            world.database.close(); // a look would fail

            assertThat(login.run("a@b.example", "any", World.ORIGIN))
                    .isEqualTo(new Login.Outcome.Busy());
            taken.close();
        }
    }

    @Test
    void whoGivesUpWaitingLeavesTheirPlace() throws Exception {
        try (Passwords passwords = new Passwords(12, 1, 1, PATIENCE)) {
            CountDownLatch ended = new CountDownLatch(2);
            List<Thread> threads = new ArrayList<>();
            for (int n = 0; n < 2; n++) {
                threads.add(
                        Thread.ofVirtual()
                                .start(() -> {
                                    try (Place place =
                                            Objects.requireNonNull(passwords.tryEnter())) {
                                        place.hash("some password");
                                    } catch (java.util.concurrent.CancellationException e) {
                                        // given up, as asked
                                    } finally {
                                        ended.countDown();
                                    }
                                }));
            }
            threads.forEach(Thread::interrupt);
            ended.await();

            try (Place place = Objects.requireNonNull(passwords.tryEnter())) {
                assertThat(place.matches("x", null)).isFalse();
            }
        }
    }

    @Test
    void whoWaitsInVainIsToldSo() throws Exception {
        try (Passwords passwords = new Passwords(13, 1, 1, Duration.ofMillis(100));
                ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> one = people.submit(() -> signIn(passwords));
            Future<String> other = people.submit(() -> signIn(passwords));

            assertThat(List.of(one.get(), other.get())).containsExactlyInAnyOrder("done", "busy");
        }
    }

    /** Takes half a second of a core. */
    private static String signIn(Passwords passwords) {
        try (Place place = Objects.requireNonNull(passwords.tryEnter())) {
            place.hash("some password");
            return "done";
        } catch (Passwords.Busy e) {
            return "busy";
        }
    }

    @Test
    void anUnknownAddressTakesAsLongAsAWrongPassword() {
        try (Passwords passwords = new Passwords(10, 1, 0, PATIENCE);
                Place place = Objects.requireNonNull(passwords.tryEnter())) {
            String hash = place.hash("the password");
            place.matches("warm up", hash);
            List<Long> wrong = new ArrayList<>();
            List<Long> unknown = new ArrayList<>();
            List<Long> tooLong = new ArrayList<>();
            for (int n = 0; n < 9; n++) {
                wrong.add(nanos(place, "wrong", hash));
                unknown.add(nanos(place, "wrong", null));
                tooLong.add(nanos(place, "w".repeat(73), hash));
            }

            assertThat(median(unknown)).isBetween(median(wrong) * 0.5, median(wrong) * 2.0);
            assertThat(median(tooLong)).isBetween(median(wrong) * 0.5, median(wrong) * 2.0);
        }
    }

    private static long nanos(
            Place place, String password, @org.jspecify.annotations.Nullable String hash) {
        long start = System.nanoTime();
        assertThat(place.matches(password, hash)).isFalse();
        return System.nanoTime() - start;
    }

    private static double median(List<Long> values) {
        Collections.sort(values);
        return values.get(values.size() / 2);
    }
}
