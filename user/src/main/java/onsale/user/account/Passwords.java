package onsale.user.account;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.user.UserSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * Hashes and compares passwords by BCrypt, in a few threads of its own, so that a login storm
 * leaves the other cores to the rest of the process. The number of callers is bounded by permits: a
 * request that gets no permit is refused before it has cost anything, even a database query. The
 * wait for a thread is bounded in time.
 */
public final class Passwords implements AutoCloseable {

    /** BCrypt ignores everything after these bytes. */
    public static final int BYTES_MAX = 72;

    private final BCryptPasswordEncoder bcrypt;
    private final ThreadPoolExecutor workers;
    private final Semaphore permits;
    private final Duration waitMax;
    private final String hashOfNobody;

    /**
     * @param waitingMax callers that may wait while all workers are busy
     * @param waitMax how long a caller waits for a worker
     */
    public Passwords(int strength, int workersMax, int waitingMax, Duration waitMax) {
        this.bcrypt = new BCryptPasswordEncoder(strength);
        // The queue needs no bound of its own: only callers with a permit enter it.
        this.workers =
                new ThreadPoolExecutor(
                        workersMax,
                        workersMax,
                        0,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("bcrypt-", 0).factory());
        this.permits = new Semaphore(workersMax + waitingMax);
        this.waitMax = waitMax;
        this.hashOfNobody = bcrypt.encode("no account has this one");
    }

    public static Passwords of(UserSettings settings) {
        int cores = Runtime.getRuntime().availableProcessors();
        int workers =
                settings.passwordWorkers() > 0
                        ? settings.passwordWorkers()
                        : Math.max(1, cores / 2);
        return new Passwords(
                settings.passwordStrength(),
                workers,
                settings.passwordsWaiting(),
                settings.passwordWithin());
    }

    /** Whether BCrypt reads all of the password. */
    public static boolean fits(String password) {
        return password.getBytes(StandardCharsets.UTF_8).length <= BYTES_MAX;
    }

    /** Returns null if no permit is free. The caller closes the permit. */
    public @Nullable Permit tryAcquire() {
        return permits.tryAcquire() ? new Permit() : null;
    }

    /** Thrown when no worker became free in time; nothing was computed. */
    public static final class Busy extends RuntimeException {
        private Busy() {
            super("no worker is free for a password", null, false, false);
        }
    }

    /** The right to hash or compare passwords. Its methods throw {@link Busy}. */
    public final class Permit implements AutoCloseable {

        private Permit() {}

        /**
         * Compares a password with a hash, null if there is none. Takes the same time in both
         * cases, so that the time does not tell whether an account exists.
         */
        public boolean matches(String password, @Nullable String hash) {
            boolean possible = hash != null && fits(password);
            String compared = possible && hash != null ? hash : hashOfNobody;
            return run(() -> bcrypt.matches(password, compared)) && possible;
        }

        public String hash(String password) {
            return run(() -> bcrypt.encode(password));
        }

        @Override
        public void close() {
            permits.release();
        }
    }

    private <T> T run(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        workers.execute(task);
        try {
            try {
                return task.get(waitMax.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (workers.remove(task)) {
                    throw new Busy();
                }
                return task.get(); // already running, and soon done
            }
        } catch (InterruptedException e) {
            workers.remove(task); // the result is no longer needed
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while a password was checked");
        } catch (ExecutionException e) {
            throw new IllegalStateException("BCrypt failed", e.getCause());
        }
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
