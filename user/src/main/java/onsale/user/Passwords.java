package onsale.user;

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
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * BCrypt in few threads of its own: however many sign in at once, the rest of the process keeps its
 * cores. Who finds neither a worker nor a place to wait is told so before anything was done for
 * them, not even a look into the database. Nor is anybody kept waiting for long.
 */
public final class Passwords implements AutoCloseable {

    /** More BCrypt does not read. */
    static final int BYTES_MAX = 72;

    private final BCryptPasswordEncoder bcrypt;
    private final ThreadPoolExecutor workers;
    private final Semaphore places;
    private final Duration patience;
    private final String nobodys;

    public Passwords(int strength, int workersMax, int waitingMax, Duration patience) {
        this.bcrypt = new BCryptPasswordEncoder(strength);
        // The queue needs no bound of its own: nobody gets there without a place.
        this.workers =
                new ThreadPoolExecutor(
                        workersMax,
                        workersMax,
                        0,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("bcrypt-", 0).factory());
        this.places = new Semaphore(workersMax + waitingMax);
        this.patience = patience;
        this.nobodys = bcrypt.encode("no account has this one");
    }

    static Passwords of(UserSettings settings) {
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

    static boolean fits(String password) {
        return password.getBytes(StandardCharsets.UTF_8).length <= BYTES_MAX;
    }

    /** Null if there is none; to be closed. */
    public @Nullable Place tryEnter() {
        return places.tryAcquire() ? new Place() : null;
    }

    /** No worker was free for as long as anybody is kept waiting; nothing was computed. */
    public static final class Busy extends RuntimeException {
        private Busy() {
            super("no worker for a password", null, false, false);
        }
    }

    /** The right to have a password hashed or compared; throws {@link Busy}. */
    public final class Place implements AutoCloseable {

        private Place() {}

        /** Takes as long where there is no account, or none with a password, as where there is. */
        public boolean matches(String password, @Nullable String hash) {
            boolean possible = hash != null && fits(password);
            String compared = possible && hash != null ? hash : nobodys;
            return run(() -> bcrypt.matches(password, compared)) && possible;
        }

        public String hash(String password) {
            return run(() -> bcrypt.encode(password));
        }

        @Override
        public void close() {
            places.release();
        }
    }

    private <T> T run(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        workers.execute(task);
        try {
            try {
                return task.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (workers.remove(task)) {
                    throw new Busy();
                }
                return task.get(); // begun, and not far from its end
            }
        } catch (InterruptedException e) {
            workers.remove(task); // nobody waits for it any more
            Thread.currentThread().interrupt();
            throw new CancellationException("given up while a password was checked");
        } catch (ExecutionException e) {
            throw new IllegalStateException("BCrypt failed", e.getCause());
        }
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
