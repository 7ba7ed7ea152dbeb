package onsale.user.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.user.account.Passwords.Permit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Passwords are checked a bounded number at a time, and the time does not tell who exists. */
class PasswordsTest {

    private static final Duration WAIT_MAX = Duration.ofMinutes(1);

    @Test
    void withoutAFreePermitACallerIsRefusedAtOnce() {
        try (Passwords passwords = new Passwords(4, 1, 1, WAIT_MAX)) {
            Permit first = Objects.requireNonNull(passwords.tryAcquire());
            Permit second = Objects.requireNonNull(passwords.tryAcquire());
            assertThat(passwords.tryAcquire()).isNull();

            first.close();

            assertThat(passwords.tryAcquire()).isNotNull();
            second.close();
        }
    }

    @Test
    void anInterruptedCallerReturnsItsPermit() throws Exception {
        try (Passwords passwords = new Passwords(12, 1, 1, WAIT_MAX)) {
            CountDownLatch ended = new CountDownLatch(2);
            List<Thread> threads = new ArrayList<>();
            for (int n = 0; n < 2; n++) {
                threads.add(
                        Thread.ofVirtual()
                                .start(() -> {
                                    try (Permit permit =
                                            Objects.requireNonNull(passwords.tryAcquire())) {
                                        permit.hash("some password");
                                    } catch (CancellationException e) {
                                        // interrupted, as intended
                                    } finally {
                                        ended.countDown();
                                    }
                                }));
            }
            threads.forEach(Thread::interrupt);
            ended.await();

            try (Permit permit = Objects.requireNonNull(passwords.tryAcquire())) {
                assertThat(permit.matches("x", null)).isFalse();
            }
        }
    }

    @Test
    void aCallerThatWaitsTooLongIsRefused() throws Exception {
        try (Passwords passwords = new Passwords(13, 1, 1, Duration.ofMillis(100));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> one = threads.submit(() -> signIn(passwords));
            Future<String> other = threads.submit(() -> signIn(passwords));

            assertThat(List.of(one.get(), other.get())).containsExactlyInAnyOrder("done", "busy");
        }
    }

    /** Takes about half a second of CPU. */
    private static String signIn(Passwords passwords) {
        try (Permit permit = Objects.requireNonNull(passwords.tryAcquire())) {
            permit.hash("some password");
            return "done";
        } catch (Passwords.Busy e) {
            return "busy";
        }
    }

    @Test
    void anUnknownEmailTakesAsLongAsAWrongPassword() {
        try (Passwords passwords = new Passwords(10, 1, 0, WAIT_MAX);
                Permit permit = Objects.requireNonNull(passwords.tryAcquire())) {
            String hash = permit.hash("the password");
            permit.matches("warm up", hash);
            List<Long> wrong = new ArrayList<>();
            List<Long> unknown = new ArrayList<>();
            List<Long> tooLong = new ArrayList<>();
            for (int n = 0; n < 9; n++) {
                wrong.add(nanos(permit, "wrong", hash));
                unknown.add(nanos(permit, "wrong", null));
                tooLong.add(nanos(permit, "w".repeat(73), hash));
            }

            assertThat(median(unknown)).isBetween(median(wrong) * 0.5, median(wrong) * 2.0);
            assertThat(median(tooLong)).isBetween(median(wrong) * 0.5, median(wrong) * 2.0);
        }
    }

    private static long nanos(Permit permit, String password, @Nullable String hash) {
        long start = System.nanoTime();
        assertThat(permit.matches(password, hash)).isFalse();
        return System.nanoTime() - start;
    }

    private static double median(List<Long> values) {
        Collections.sort(values);
        return values.get(values.size() / 2);
    }
}
