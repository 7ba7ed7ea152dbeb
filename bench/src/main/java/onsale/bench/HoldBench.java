package onsale.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.embedded.Trees;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.reservation.HoldRig;
import onsale.reservation.ReservationModule;
import org.redisson.Redisson;
import org.redisson.RedissonMultiLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Holds: what a lost attempt costs beside the bare script, what a won one costs beside the bare
 * statement, and how other designs do.
 */
final class HoldBench implements Bench.Benchmark {

    private static final String NAME = "holds";
    private static final int FANS = 64;
    private static final int ROUNDS = 5;
    private static final int POOL = 5; // the product's default
    private static final int SEATS_PER_ROUND_MAX = HoldRig.SEATS - 10;
    private static final Duration WARM = Duration.ofSeconds(12);
    private static final Duration ROUND = Duration.ofSeconds(4);
    private static final MessagingSettings MESSAGING =
            new MessagingSettings(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(1),
                    500,
                    Duration.ofSeconds(10),
                    Duration.ofDays(7),
                    Duration.ofDays(30));

    @Override
    public List<Result> run() throws Exception {
        Path home = Files.createTempDirectory("onsale-bench-");
        List<Result> results = new ArrayList<>();
        try (DataDirectory directory = DataDirectory.open(home);
                EmbeddedServers servers =
                        EmbeddedServers.start(directory, EmbeddedServers.Wanted.ALL)) {
            PostgresSettings postgres = postgres(servers);
            Databases databases = new Databases(postgres, directory.secret());
            databases.bootstrap(List.of(ReservationModule.SCHEMA));
            KafkaSettings kafka =
                    new KafkaSettings(
                            servers.kafka().bootstrapServers(), 0, "", Duration.ofSeconds(10));
            RedisSettings redisSettings =
                    new RedisSettings(new Secret(servers.redis().url()), 0, Duration.ofSeconds(5));
            try (Database database = databases.open(ReservationModule.SCHEMA);
                    Redis redis = new Redis(redisSettings);
                    HoldRig rig =
                            new HoldRig(database, redis, kafka, MESSAGING, directory.secret())) {
                results.addAll(lost(rig, servers, postgres));
                results.addAll(won(rig, servers));
            }
        }
        Trees.delete(home);
        return results;
    }

    private static PostgresSettings postgres(EmbeddedServers servers) {
        return new PostgresSettings(
                servers.postgres().url("postgres"),
                0,
                PostgresServer.ADMIN,
                servers.postgres().adminPassword(),
                Map.of(),
                POOL,
                1,
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofMinutes(10));
    }

    private static List<Result> lost(HoldRig rig, EmbeddedServers servers, PostgresSettings admin)
            throws Exception {
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
                // Our own two looks are transactions too.
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

    private static List<Result> won(HoldRig rig, EmbeddedServers servers) throws Exception {
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

    /** With seats for everybody: the hall is emptied first, and nobody asks after the last pair. */
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

    /** The design of the source documents: a lock for each seat, all or none, for five minutes. */
    private static final class Locks implements AutoCloseable {

        private static final int CONNECTIONS = 10;
        private static final long LEASE_SECONDS = 300;
        private final RedissonClient client;
        private final AtomicInteger next = new AtomicInteger();
        private final String run = UUID.randomUUID().toString();

        Locks(EmbeddedServers servers) {
            Config config = new Config();
            config.useSingleServer()
                    .setAddress(servers.redis().url())
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

        /** By a thread that never comes again, as another fan would. */
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
