package onsale.edge.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import onsale.platform.redis.Lua;
import onsale.platform.redis.Redis;
import onsale.testkit.OwnRedis;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nodes that decide alone keep a limit together, and nobody waits for Redis. */
class LimitSyncTest {

    @RegisterExtension static final OwnRedis own = new OwnRedis();

    private static final Limit LIMIT = Limit.perMinute(40);

    /** More than a fan uses who is not synchronized: 5 of 40. */
    private static final int REPORTED = 6;

    private static Redis redis;
    private static Lua lua;

    private final String key = aKey();

    @BeforeAll
    static void connect() {
        redis = own.connect();
        lua = new Lua(redis);
    }

    private static String aKey() {
        return "rate:{" + UUID.randomUUID() + "}";
    }

    /** A node whose rounds of synchronization the test starts. */
    private record Node(LimitSync sync, Limiter limiter) {

        static Node synchronizing() {
            LocalLimiter local = new LocalLimiter(100_000);
            LimitSync sync = new LimitSync(lua, local);
            return new Node(sync, new Limiter(local, sync));
        }

        int passed(String key, Limit limit, int requests) {
            int passed = 0;
            for (int i = 0; i < requests; i++) {
                passed += limiter.take(key, limit).allowed() ? 1 : 0;
            }
            return passed;
        }

        LimitSync.Round round() throws InterruptedException {
            return sync.sync();
        }
    }

    private static List<Node> threeNodes() {
        return Stream.generate(Node::synchronizing).limit(3).toList();
    }

    /** One request to each node, then perhaps a round of each, a hundred times. */
    private int spread(boolean synchronizing) throws InterruptedException {
        List<Node> nodes = threeNodes();
        int passed = 0;
        for (int i = 0; i < 100; i++) {
            for (Node node : nodes) {
                passed += node.passed(key, LIMIT, 1);
            }
            for (Node node : synchronizing ? nodes : List.<Node>of()) {
                node.round();
            }
        }
        return passed;
    }

    private static long counted(String key) {
        Map<String, String> window = redis.sync().hgetall(key);
        return Stream.of("c", "p")
                .mapToLong(f -> Long.parseLong(window.getOrDefault(f, "0")))
                .sum();
    }

    @Test
    void whoSpreadsCallsGetsWhatTheOthersTakeInOneRoundAndNoMore() throws Exception {
        assertThat(spread(true)).isBetween(40, 42);
    }

    @Test
    void theCanaryWithoutSynchronizingEachNodeGivesTheLimit() throws Exception {
        assertThat(spread(false)).isEqualTo(3 * 40);
    }

    @Test
    void aBurstOnAllNodesIsPaidBack() throws Exception {
        List<Node> nodes = threeNodes();
        for (Node node : nodes) {
            assertThat(node.passed(key, LIMIT, 100)).isEqualTo(40);
        }
        for (Node node : nodes) {
            node.round();
        }

        LimitDecision refused = nodes.getLast().limiter().take(key, LIMIT);

        assertThat(counted(key)).isEqualTo(120);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.resetsIn()).isGreaterThan(Duration.ofMinutes(2));
        assertThat(redis.sync().pttl(key)).isBetween(240_000L, 300_000L);
        assertThat(nodes.getLast().limiter().take(aKey(), LIMIT).allowed())
                .as("another client")
                .isTrue();
    }

    @Test
    void redisCarriesAnExcessOverToTheNextBuckets() throws Exception {
        Limit perSecond = Limit.of(10, Duration.ofSeconds(1));
        for (Node node : threeNodes()) {
            node.passed(key, perSecond, 10);
            node.round();
        }
        long bucket = field("i");
        long excess = field("c");
        Wait.until(
                "the next bucket",
                Duration.ofSeconds(20),
                () -> Long.parseLong(redis.sync().time().getFirst()) > bucket);

        Node another = Node.synchronizing();
        another.passed(key, perSecond, 2);
        another.round();

        long left = Math.max(0, excess - (field("i") - bucket - 1) * 10);
        assertThat(field("p")).isEqualTo(Math.min(10, left));
        assertThat(field("c")).isEqualTo(Math.max(0, left - 10) + 2);
    }

    private long field(String name) {
        return Long.parseLong(redis.sync().hget(key, name));
    }

    @Test
    void ordinaryFansCostRedisNothing() throws Exception {
        Node node = Node.synchronizing();
        long before = scripts();
        for (int fan = 0; fan < 1_000; fan++) {
            assertThat(node.passed("rate:{fan" + fan + "}", LIMIT, REPORTED - 1))
                    .isEqualTo(REPORTED - 1);
        }

        assertThat(node.round().keys()).isZero();
        assertThat(scripts()).isEqualTo(before);

        node.passed("rate:{fan7}", LIMIT, 1);
        assertThat(node.round().keys()).as("one request more is reported").isOne();
        assertThat(scripts()).isEqualTo(before + 1);
        assertThat(counted("rate:{fan7}")).as("and all before it").isEqualTo(REPORTED);
        assertThat(node.round().keys()).as("reported once").isZero();
    }

    /** Scripts that Redis ran, by its own count. */
    private static long scripts() {
        return redis.sync()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .sum();
    }

    @Test
    void noRequestIsLostOrToldTwiceWhileOthersPass() throws Exception {
        Limit wide = Limit.of(1_000_000, Duration.ofHours(1));
        LocalLimiter local = new LocalLimiter(1_000);
        LimitSync sync = new LimitSync(lua, local);
        Limiter limiter = new Limiter(local, sync);
        for (int i = 0; i < 125_001; i++) {
            limiter.take(key, wide); // from here on every request is noted
        }
        AtomicBoolean done = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> rounds =
                    threads.submit(() -> {
                        int reported = 0;
                        while (!done.get()) {
                            reported += sync.sync().keys();
                        }
                        return reported;
                    });
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(
                        threads.submit(() ->
                                IntStream.range(0, 50_000)
                                        .forEach(request -> limiter.take(key, wide))));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
            done.set(true);
            assertThat(rounds.get()).isPositive();
        }
        sync.sync();

        assertThat(counted(key)).isEqualTo(125_001 + 4 * 50_000);
    }

    @Test
    void aRoundReportsOnlySoManyKeysAndTheOthersComeAgain() throws Exception {
        Node node = Node.synchronizing();
        List<String> keys =
                IntStream.range(0, 2 * LimitSync.KEYS_MAX).mapToObj(i -> aKey()).toList();
        keys.forEach(each -> node.passed(each, LIMIT, REPORTED));

        assertThat(node.sync().dueCount()).isEqualTo(LimitSync.KEYS_MAX);
        assertThat(node.round().keys()).isEqualTo(LimitSync.KEYS_MAX);
        assertThat(node.round().keys()).isZero();

        List<String> left = keys.stream().filter(each -> counted(each) == 0).toList();
        left.forEach(each -> node.passed(each, LIMIT, 1));
        assertThat(node.round().keys()).isEqualTo(LimitSync.KEYS_MAX);
        assertThat(left)
                .hasSize(LimitSync.KEYS_MAX)
                .allMatch(each -> counted(each) == REPORTED + 1);
    }

    @Test
    void withoutRedisNobodyWaitsAndNobodyIsRefusedForIt() throws Exception {
        LocalLimiter local = new LocalLimiter(100_000);
        try (Limiter limiter = new Limiter(lua, local, Duration.ofMillis(10))) {
            own.server().kill();
            try {
                fansPassAtOnce(limiter);
                for (int i = 0; i < 40; i++) {
                    assertThat(limiter.take(key, LIMIT).allowed()).isTrue();
                }
                assertThat(limiter.take(key, LIMIT).allowed()).as("its own count").isFalse();
            } finally {
                own.server().start();
            }
            Wait.until("synchronized again", Duration.ofSeconds(20), () -> counted(key) == 40);
        }
    }

    @Test
    void aSilentRedisIsNotWaitedForAndNothingIsToldTwice() throws Exception {
        Node node = Node.synchronizing();
        node.passed(key, LIMIT, REPORTED);
        assertThat(node.round().failure()).isNull();
        node.passed(key, LIMIT, 1);
        try (Limiter limiter = new Limiter(lua, new LocalLimiter(100_000), Duration.ofMillis(10))) {
            own.server().pause();
            try {
                fansPassAtOnce(limiter);
                assertThat(node.round().failure()).isNotNull();
            } finally {
                own.server().resume();
            }
        }
        Wait.until("Redis goes on", Duration.ofSeconds(20), () -> counted(key) == REPORTED + 1);

        node.passed(key, LIMIT, 1);

        assertThat(node.round()).isEqualTo(new LimitSync.Round(1, null));
        assertThat(counted(key)).isEqualTo(REPORTED + 2);
    }

    private static void fansPassAtOnce(Limiter limiter) {
        String fans = UUID.randomUUID().toString();
        long start = System.nanoTime();
        for (int i = 0; i < 40_000; i++) {
            String fan = "rate:{" + fans + i % 1_000 + "}";
            assertThat(limiter.take(fan, LIMIT).allowed()).isTrue();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("40,000 requests, of which Redis would let each wait 2 s")
                .isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void afterRedisLostItsCountsTheNodeKeepsItsOwn() throws Exception {
        Node node = Node.synchronizing();
        node.passed(key, LIMIT, 30);
        node.round();
        redis.sync().del(key);

        assertThat(node.passed(key, LIMIT, 5)).isEqualTo(5);
        node.round();
        assertThat(counted(key)).isEqualTo(5);
        assertThat(node.passed(key, LIMIT, 40)).isEqualTo(5);
    }
}
