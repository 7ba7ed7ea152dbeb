package onsale.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.redis.Redis;
import onsale.reservation.ReservationModule;
import org.redisson.Redisson;
import org.redisson.RedissonMultiLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Measures holds: the cost of a refused hold compared with the bare script, of a successful one
 * compared with the bare statement, and of other designs.
 */
final class HoldBench implements Bench.Benchmark {

    private static final String NAME = "holds";
    private static final int FANS = 64;
    private static final int ROUNDS = 5;
    private static final int SEATS_PER_ROUND_MAX = HoldRig.SEATS - 10;
    private static final Duration WARM = Duration.ofSeconds(12);
    private static final Duration ROUND = Duration.ofSeconds(4);

    @Override
    public List<Result> run() throws Exception {
        List<Result> results = new ArrayList<>();
        try (BenchServers servers = BenchServers.start()) {
            Databases databases = servers.databases();
            databases.bootstrap(List.of(ReservationModule.SCHEMA));
            try (Database database = databases.open(ReservationModule.SCHEMA);
                    Redis redis = new Redis(servers.redis());
                    HoldRig rig =
                            new HoldRig(
                                    database,
                                    redis,
                                    servers.kafka(),
                                    BenchServers.MESSAGING,
                                    servers.secret())) {
                results.addAll(lost(rig, servers));
                results.addAll(won(rig, servers));
            }
        }
        return results;
    }

    private static List<Result> lost(HoldRig rig, BenchServers servers) throws Exception {
        PostgresSettings admin = servers.postgres();
        perSecond(rig::loseByScriptAlone, WARM);
        perSecond(rig::lose, WARM);
        Rounds script = new Rounds();
        Rounds whole = new Rounds();
        Rounds cpuMicros = new Rounds();
        Rounds redisson = new Rounds();
        Rounds transactions = new Rounds();
        try (Connection connection =
                        DriverManager.getConnection(
                                admin.url(), admin.adminUser(), admin.adminPassword().value());
                Locks locks = new Locks(servers)) {
            locks.lockForGood();
            for (int i = 0; i < ROUNDS; i++) {
                script.add(perSecond(rig::loseByScriptAlone, ROUND));
                long before = HoldRig.transactions(connection, "postgres");
                long cpu = processCpuNanos();
                double rate = perSecond(rig::lose, ROUND);
                cpuMicros.add((processCpuNanos() - cpu) / 1e3 / (rate * ROUND.toSeconds()));
                whole.add(rate);
                // the two counts of this benchmark are transactions too
                transactions.add(
                        (double) (HoldRig.transactions(connection, "postgres") - before - 1));
                redisson.add(perSecond(locks::lose, ROUND));
            }
        }
        return List.of(
                Result.printed(NAME, "lost attempt, the script alone", script, "1/s"),
                Result.printed(NAME, "lost attempt, HoldSeats", whole, "1/s")
                        .against("script alone", script.median())
                        .ratioAtLeast(0.8),
                Result.printed(NAME, "lost attempt, CPU of this process", cpuMicros, "µs"),
                Result.printed(NAME, "transactions seen during lost attempts", transactions, "")
                        .valueAtMost(20),
                Result.printed(NAME, "lost attempt, Redisson MultiLock", redisson, "1/s")
                        .against("HoldSeats", whole.median()));
    }

    private static List<Result> won(HoldRig rig, BenchServers servers) throws Exception {
        rig.reset();
        limited(rig, rig::win, WARM);
        limited(rig, rig::winByStatementAlone, WARM);
        Rounds statement = new Rounds();
        Rounds whole = new Rounds();
        Rounds forUpdate = new Rounds();
        Rounds redisson = new Rounds();
        try (Locks locks = new Locks(servers)) {
            for (int i = 0; i < ROUNDS; i++) {
                statement.add(limited(rig, rig::winByStatementAlone, ROUND));
                whole.add(limited(rig, rig::win, ROUND));
                forUpdate.add(limited(rig, rig::winBySelectForUpdate, ROUND));
                redisson.add(perSecond(locks::win, ROUND));
            }
        }
        return List.of(
                Result.printed(NAME, "won 2-seat hold, the statement alone", statement, "1/s"),
                Result.printed(NAME, "won 2-seat hold, HoldSeats", whole, "1/s")
                        .against("statement alone", statement.median())
                        .ratioAtLeast(0.6),
                Result.printed(NAME, "won, SELECT … FOR UPDATE", forUpdate, "1/s")
                        .against("HoldSeats", whole.median()),
                Result.printed(NAME, "won, Redisson MultiLock without database", redisson, "1/s")
                        .against("HoldSeats", whole.median()));
    }

    /** Measures in an emptied hall, and fails if it runs out of seats. */
    private static double limited(HoldRig rig, Runnable attempt, Duration time) {
        rig.reset();
        AtomicInteger left = new AtomicInteger(SEATS_PER_ROUND_MAX / 2);
        return perSecond(
                () -> {
                    if (left.getAndDecrement() <= 0) {
                        throw new IllegalStateException("the hall is too small for this round");
                    }
                    attempt.run();
                },
                time);
    }

    private static double perSecond(Runnable attempt, Duration time) {
        AtomicLong count = new AtomicLong();
        long start = System.nanoTime();
        long end = start + time.toNanos();
        List<Thread> fans = new ArrayList<>();
        for (int i = 0; i < FANS; i++) {
            fans.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                while (System.nanoTime() < end) {
                                    attempt.run();
                                    count.incrementAndGet();
                                }
                            }));
        }
        for (Thread fan : fans) {
            try {
                fan.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return count.get() / ((System.nanoTime() - start) / 1e9);
    }

    private static long processCpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** The textbook design: a lock for each seat, all or none, for five minutes. */
    private static final class Locks implements AutoCloseable {

        private static final int CONNECTIONS = 10;
        private static final long LEASE_SECONDS = 300;
        private final RedissonClient client;
        private final AtomicInteger next = new AtomicInteger();
        private final String run = UUID.randomUUID().toString();

        Locks(BenchServers servers) {
            Config config = new Config();
            config.useSingleServer()
                    .setAddress(servers.servers().redis().url())
                    .setConnectionPoolSize(CONNECTIONS)
                    .setConnectionMinimumIdleSize(CONNECTIONS);
            client = Redisson.create(config);
        }

        private boolean lock(int first) {
            RLock[] seats = {lockOf(first), lockOf(first + 1)};
            try {
                return new RedissonMultiLock(seats).tryLock(0, LEASE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private RLock lockOf(int seat) {
            return client.getLock("lock:" + run + ":" + seat);
        }

        /** Holds on a thread that does not come back, as another fan would. */
        void lockForGood() throws InterruptedException {
            Thread other = Thread.ofPlatform().start(() -> lock(-2));
            other.join();
        }

        void lose() {
            if (lock(-2)) {
                throw new IllegalStateException("locked twice");
            }
        }

        void win() {
            if (!lock(2 * next.getAndIncrement())) {
                throw new IllegalStateException("not locked");
            }
        }

        @Override
        public void close() {
            client.shutdown(0, 2, TimeUnit.SECONDS);
        }
    }
}
