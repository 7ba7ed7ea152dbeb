package onsale.edge.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import onsale.platform.redis.Lua;
import onsale.testkit.OwnRedis;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The promise of {@link Limiter} over several nodes, for a client that tries everything: bursts on
 * one node or all of them, one request here and one there, silence until the counts have drained.
 * Every request that passed is written down and held against the promise in every span.
 */
class SpreadWalkTest {

    @RegisterExtension static final OwnRedis own = new OwnRedis();

    private static final int NODES = 3;
    private static final Limit LIMIT = Limit.of(40, Duration.ofMillis(200));
    private static final Duration SYNC_EVERY = Duration.ofMillis(40);
    private static final Duration WALK = Duration.ofSeconds(8);

    /** A request that passed between two readings of the clock. */
    private record Passed(long afterNanos, long beforeNanos) {}

    private record Node(Limiter limiter, @Nullable LimitSync sync) {}

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final String key = "rate:{" + UUID.randomUUID() + "}";
    private final List<Node> nodes = new ArrayList<>();
    private final List<Passed> passed = new ArrayList<>();
    private final long start = System.nanoTime();
    private final long[] syncedNanos = {start, start, start};
    private long longestRoundNanos;

    @Test
    void inNoSpanDoMorePassThanPromised() throws Exception {
        Lua lua = new Lua(own.connect());
        for (int i = 0; i < NODES; i++) {
            LocalLimiter local = new LocalLimiter(1_000);
            LimitSync sync = new LimitSync(lua, local);
            nodes.add(new Node(new Limiter(local, sync), sync));
        }

        walk();

        for (int from = 0; from < passed.size(); from++) {
            for (int to = from; to < passed.size(); to++) {
                double windows = windows(passed.get(from), passed.get(to));
                if (to - from + 1 > promised(windows)) {
                    assertThat((double) (to - from + 1))
                            .as("seed %d: requests within %.2f windows", seed, windows)
                            .isLessThanOrEqualTo(promised(windows));
                }
            }
        }
        assertThat((double) passed.size())
                .as("seed %d: the limit is also given", seed)
                .isGreaterThan(LIMIT.requests() * windows(passed.getFirst(), passed.getLast()) / 2);
    }

    @Test
    void theCanaryWithoutSynchronizingMorePass() throws Exception {
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Node(new Limiter(new LocalLimiter(1_000), (LimitSync) null), null));
        }

        walk();

        assertThat((double) passed.size())
                .as("seed %d", seed)
                .isGreaterThan(promised(windows(passed.getFirst(), passed.getLast())));
    }

    /** What is synchronized, and an eighth of the limit of each node that is not. */
    private double promised(double windows) {
        double round = longestRoundNanos / 1e6 / LIMIT.windowMillis();
        double reported = NODES * (1 + round) + windows;
        double unreported = NODES / 8.0 * (1 + windows);
        return LIMIT.requests() * (reported + unreported);
    }

    private static double windows(Passed from, Passed to) {
        return (to.beforeNanos - from.afterNanos) / 1e6 / LIMIT.windowMillis();
    }

    private void walk() throws InterruptedException {
        long end = start + WALK.toNanos();
        while (System.nanoTime() < end) {
            switch (random.nextInt(16)) {
                case 0 -> nodes.forEach(node -> requests(node, 2 * LIMIT.requests()));
                case 1, 2 -> requests(anyNode(), random.nextInt(2 * LIMIT.requests()));
                case 3 -> requests(anyNode(), LIMIT.requests() / 8);
                case 4 -> pause(random.nextInt(10) == 0 ? 2 * LIMIT.windowMillis() : 10);
                default -> hammer(random.nextInt(5));
            }
            sync();
        }
    }

    private Node anyNode() {
        return nodes.get(random.nextInt(NODES));
    }

    private void hammer(int millis) {
        long until = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < until) {
            requests(anyNode(), 1);
        }
    }

    /** Nobody requests; the rounds go on. */
    private void pause(long millis) {
        long until = System.nanoTime() + millis * 1_000_000L;
        Wait.until(
                "the client sends another request",
                Duration.ofSeconds(20),
                () -> {
                    sync();
                    return System.nanoTime() >= until;
                });
    }

    private void requests(Node node, int requests) {
        for (int i = 0; i < requests; i++) {
            long after = System.nanoTime();
            if (node.limiter.take(key, LIMIT).allowed()) {
                passed.add(new Passed(after, System.nanoTime()));
            }
        }
    }

    private void sync() throws InterruptedException {
        for (int i = 0; i < NODES; i++) {
            @Nullable LimitSync sync = nodes.get(i).sync;
            if (sync != null && System.nanoTime() - syncedNanos[i] > SYNC_EVERY.toNanos()) {
                assertThat(sync.sync().failure()).isNull();
                long now = System.nanoTime();
                longestRoundNanos = Math.max(longestRoundNanos, now - syncedNanos[i]);
                syncedNanos[i] = now;
            }
        }
    }
}
