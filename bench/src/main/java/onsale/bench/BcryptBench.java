package onsale.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.user.account.Passwords;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * Measures the bounded pool for BCrypt: one worker, kept busy by several waiting threads, against
 * one thread that does nothing but BCrypt. Both run at the same time, so that other load slows both
 * down.
 */
final class BcryptBench implements Bench.Benchmark {

    private static final String NAME = "bcrypt";
    private static final int STRENGTH = 10;
    private static final int WAITING = 4;
    private static final int ROUNDS = 5;
    private static final Duration ROUND = Duration.ofSeconds(4);
    private static final double RATIO_MIN = 0.9;

    @Override
    public List<Result> run() throws Exception {
        BCryptPasswordEncoder bcrypt = new BCryptPasswordEncoder(STRENGTH);
        String hash = Objects.requireNonNull(bcrypt.encode("a password"));
        Rounds raw = new Rounds();
        Rounds pool = new Rounds();
        try (Passwords passwords = new Passwords(STRENGTH, 1, WAITING - 1, Duration.ofMinutes(1));
                ExecutorService fans = Executors.newVirtualThreadPerTaskExecutor();
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            for (int round = 0; round <= ROUNDS; round++) {
                long end = System.nanoTime() + ROUND.toNanos();
                Future<Integer> alone = thread.submit(() -> raw(bcrypt, hash, end));
                double pooled = perSecond(pooled(passwords, fans, hash, end));
                double single = perSecond(alone.get());
                if (round > 0) { // the first one warms up
                    raw.add(single);
                    pool.add(pooled);
                }
            }
        }
        return List.of(
                Result.printed(NAME, "BCrypt, one thread", raw, "/s"),
                Result.printed(NAME, "BCrypt, one worker of the pool", pool, "/s")
                        .against("one thread", raw.median())
                        .ratioAtLeast(RATIO_MIN));
    }

    private static int raw(BCryptPasswordEncoder bcrypt, String hash, long end) {
        int checks = 0;
        while (System.nanoTime() < end) {
            bcrypt.matches("another password", hash);
            checks++;
        }
        return checks;
    }

    private static int pooled(Passwords passwords, ExecutorService fans, String hash, long end)
            throws Exception {
        List<Future<Integer>> running = new ArrayList<>();
        for (int fan = 0; fan < WAITING; fan++) {
            running.add(
                    fans.submit(() -> {
                        int checks = 0;
                        while (System.nanoTime() < end) {
                            try (var permit = Objects.requireNonNull(passwords.tryAcquire())) {
                                permit.matches("another password", hash);
                            }
                            if (System.nanoTime() < end) { // later ones do not count
                                checks++;
                            }
                        }
                        return checks;
                    }));
        }
        int checks = 0;
        for (Future<Integer> one : running) {
            checks += one.get();
        }
        return checks;
    }

    private static double perSecond(int checks) {
        return checks * 1e9 / ROUND.toNanos();
    }
}
