package onsale.platform.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs.Work;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Several nodes, one job: each node here is a {@link Jobs} of its own on the same rows. */
class JobsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final ContextSchema SCHEMA = new ContextSchema("jobs_service", "jobs_svc_user");
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration LONG_LEASE = Duration.ofMinutes(1);
    private static final Duration TICK = Duration.ofMillis(10);
    private static final Duration HOUR = Duration.ofHours(1);

    private final List<Jobs> nodes = new ArrayList<>();

    @AfterEach
    void stopNodes() {
        nodes.forEach(Jobs::close);
    }

    @Test
    void neverTwoRunsAtOnce() {
        Overlap overlap = new Overlap();
        nodes(8, "at-once", TICK, LONG_LEASE, overlap);

        Wait.until("100 runs", SOON, () -> overlap.runs.get() >= 100);

        assertThat(overlap.most.get()).isEqualTo(1);
    }

    /** The canary: with a row whose times exclude nobody, the same nodes run side by side. */
    @Test
    void withoutTheLeaseTwoRunAtOnce() throws SQLException {
        Overlap overlap = new Overlap();
        database();
        admin(
                """
                create function common.forget_lease() returns trigger language plpgsql as $$
                begin
                    new.lease_until := '2000-01-01';
                    new.due_at := '2000-01-01';
                    return new;
                end $$
                """);
        admin(
                """
                create trigger forget before insert or update on common.job_leases
                for each row when (new.job = 'canary') execute function common.forget_lease()
                """);

        nodes(8, "canary", TICK, LONG_LEASE, overlap);

        Wait.until("two at once", SOON, () -> overlap.most.get() > 1);
    }

    @Test
    void theIntervalIsKeptAcrossNodes() {
        Duration interval = Duration.ofMillis(300);
        ConcurrentLinkedQueue<Instant> starts = new ConcurrentLinkedQueue<>();
        nodes(5, "interval", interval, LONG_LEASE, lease -> starts.add(Instant.now()));

        Wait.until("6 runs", SOON, () -> starts.size() >= 6);

        List<Instant> times = List.copyOf(starts);
        for (int i = 1; i < times.size(); i++) {
            assertThat(Duration.between(times.get(i - 1), times.get(i)))
                    .isGreaterThanOrEqualTo(interval.minusMillis(20));
        }
    }

    /** An idle node costs the database next to nothing. */
    @Test
    void aJobThatRunsOftenHardlyWritesToItsRow() throws SQLException {
        database();
        admin("create sequence common.lease_writes");
        admin(
                """
                create function common.count_write() returns trigger language plpgsql security definer as $$
                begin
                    perform nextval('common.lease_writes');
                    return new;
                end $$
                """);
        admin(
                """
                create trigger count_writes before insert or update on common.job_leases
                for each row when (new.job = 'often') execute function common.count_write()
                """);
        AtomicInteger runs = new AtomicInteger();
        nodes(2, "often", TICK, LONG_LEASE, lease -> runs.incrementAndGet());

        Wait.until("many runs", SOON, () -> runs.get() >= 200);

        assertThat(number("select last_value from common.lease_writes")).isLessThan(50);
    }

    @Test
    void aRunLeavesHowItWent() {
        node().every("told", HOUR, LONG_LEASE, lease -> {}, () -> 7);
        node().every(
                        "told-failing",
                        HOUR,
                        LONG_LEASE,
                        lease -> {
                            throw new IllegalStateException("with somebody's name");
                        });

        Wait.until("both have ended", SOON, () -> ended("told") + ended("told-failing") == 2);

        assertThat(
                        query(
                                """
                                select count(*) from common.job_leases
                                where job = ? and backlog = 7 and took_ms >= 0 and last_error is null
                                  and succeeded_at = ended_at and every_ms = 3600000
                                """,
                                "told"))
                .isEqualTo(1);
        assertThat(
                        query(
                                """
                                select count(*) from common.job_leases
                                where job = ? and last_error = 'IllegalStateException'
                                  and succeeded_at is null and backlog is null and failures = 1
                                """,
                                "told-failing"))
                .isEqualTo(1);
    }

    /** A job that keeps its lease tells its runs when it renews it. */
    @Test
    void aJobThatRunsOftenTellsItsRunsToo() {
        node().every("told-often", TICK, LONG_LEASE, lease -> {});

        Wait.until("a run is told", SOON, () -> ended("told-often") == 1);
    }

    private static long ended(String job) {
        return query(
                "select count(*) from common.job_leases where job = ? and ended_at is not null",
                job);
    }

    /** By a stop, which gives it back before its time. */
    @Test
    void aKeptLeaseIsHandedOver() {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        Jobs node = node();
        node.every("kept", TICK, LONG_LEASE, lease -> first.incrementAndGet());
        Wait.until("the first runs", SOON, () -> first.get() > 3);
        node().every("kept", TICK, LONG_LEASE, lease -> second.incrementAndGet());

        node.close();
        int ended = first.get();

        Wait.until("the second runs", Duration.ofSeconds(20), () -> second.get() > 3);
        assertThat(first.get()).isEqualTo(ended);
    }

    /** A real process, really killed, with an interval nobody could wait for. */
    @Test
    void anotherTakesOverWhenTheHolderIsKilled(@TempDir Path directory) throws Exception {
        Path marker = directory.resolve("running");
        database();
        Duration lease = Duration.ofSeconds(2);
        Process holder = JobHolder.start(stores, SCHEMA, lease, marker);
        Instant leaseEnd;
        try {
            Wait.until("the holder runs", SOON, () -> Files.exists(marker));
            leaseEnd = leaseUntil("killed");
        } finally {
            holder.destroyForcibly().waitFor();
        }
        AtomicInteger runs = new AtomicInteger();

        // The interval is the job's; how often a node asks comes from it, so ours is short.
        nodes(3, "killed", Duration.ofMillis(200), lease, ignored -> runs.incrementAndGet());

        Wait.until("somebody runs it", SOON, () -> runs.get() > 0);
        assertThat(database().now()).isAfterOrEqualTo(leaseEnd);
    }

    @Test
    void aPausedNodeThatWakesUpIsNoLongerTheOwner() {
        CountDownLatch wakeUp = new CountDownLatch(1);
        AtomicBoolean woke = new AtomicBoolean();
        AtomicBoolean stillMine = new AtomicBoolean(true);
        AtomicInteger successors = new AtomicInteger();
        Duration lease = Duration.ofMillis(300);
        Jobs first = node();
        first.every(
                "paused",
                HOUR,
                lease,
                mine -> {
                    wakeUp.await();
                    stillMine.set(mine.stillMine());
                    woke.set(true);
                });
        Wait.until("the first has it", SOON, () -> rows("paused") == 1);

        CountDownLatch end = new CountDownLatch(1);
        node().every(
                        "paused",
                        Duration.ofMillis(50),
                        LONG_LEASE,
                        mine -> {
                            successors.incrementAndGet();
                            end.await();
                        });
        Wait.until("the second took over", SOON, () -> successors.get() == 1);
        Instant successorsLease = leaseUntil("paused");
        wakeUp.countDown();
        Wait.until("the first woke up", SOON, woke::get);
        first.close(); // returns when its run has ended

        assertThat(stillMine).isFalse();
        assertThat(leaseUntil("paused")).isEqualTo(successorsLease); // its end freed nothing
        end.countDown();
    }

    @Test
    void longWorkKeepsItsLeaseByAsking() {
        Overlap overlap = new Overlap();
        AtomicBoolean kept = new AtomicBoolean(true);
        Duration lease = Duration.ofMillis(1_500);
        Work longWork =
                mine ->
                        overlap.run(() -> {
                            Instant end = Instant.now().plus(lease.multipliedBy(2));
                            Wait.until(
                                    "two leases have passed",
                                    SOON,
                                    () -> {
                                        kept.compareAndSet(true, mine.stillMine());
                                        return Instant.now().isAfter(end);
                                    });
                        });
        nodes(4, "long", TICK, lease, longWork);

        Wait.until("a long run", SOON, () -> overlap.runs.get() >= 1);

        assertThat(overlap.most.get()).isEqualTo(1);
        assertThat(kept).isTrue();
    }

    @Test
    void aRunThatThrowsIsTriedAgainAndCounted() {
        AtomicInteger runs = new AtomicInteger();
        node().every(
                        "throws",
                        TICK,
                        LONG_LEASE,
                        lease -> {
                            switch (runs.incrementAndGet()) {
                                case 1 -> throw new IllegalStateException("first");
                                case 2 -> throw new AssertionError("second");
                                case 3 -> throw new Exception("third");
                                default -> {}
                            }
                        });

        Wait.until("four runs", SOON, () -> runs.get() >= 4);
        Wait.until("the count starts anew", SOON, () -> failures("throws") == 0);
    }

    @Test
    void aDatabaseThatRefusesDoesNotEndTheLoop() throws SQLException {
        AtomicInteger runs = new AtomicInteger();
        // Short: when the end of a run cannot be written, its lease has to run out.
        Duration shortLease = Duration.ofSeconds(1);
        node().every("outage", TICK, shortLease, lease -> runs.incrementAndGet());
        Wait.until("it runs", SOON, () -> runs.get() > 0);
        admin("create sequence common.refusals");
        admin(
                """
                create function common.refuse() returns trigger language plpgsql security definer as $$
                begin
                    perform nextval('common.refusals'); -- stays, though the statement is undone
                    raise exception using errcode = '57P03', message = 'starting up';
                end $$
                """);
        admin(
                """
                create trigger refuse before insert or update on common.job_leases
                for each row when (new.job = 'outage') execute function common.refuse()
                """);
        Wait.until("it was refused more than once", SOON, () -> refusals() > 1);
        int before = runs.get();

        admin("drop trigger refuse on common.job_leases");

        Wait.until("it runs again", SOON, () -> runs.get() > before);
    }

    @Test
    void aStopWaitsForTheRunAndHandsLongWorkOver() {
        AtomicBoolean running = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        Jobs first = node();
        first.every(
                "stopped",
                HOUR,
                LONG_LEASE,
                lease -> {
                    running.set(true);
                    Wait.until("it is told to end", SOON, () -> !lease.stillMine());
                    ended.set(true);
                });
        Wait.until("it runs", SOON, running::get);

        first.close();

        assertThat(ended).isTrue();
        AtomicInteger runs = new AtomicInteger();
        node().every("stopped", HOUR, LONG_LEASE, lease -> runs.incrementAndGet());
        Wait.until("another goes on at once", SOON, () -> runs.get() == 1);
    }

    @Test
    void contextsDoNotShareJobs() {
        Database other = stores.database(new ContextSchema("jobs_other", "jobs_other_user"));
        AtomicInteger runs = new AtomicInteger();
        node().every("same-name", HOUR, LONG_LEASE, lease -> runs.incrementAndGet());
        Jobs others = new Jobs(other);
        nodes.add(others);
        others.every("same-name", HOUR, LONG_LEASE, lease -> runs.incrementAndGet());

        Wait.until("both run", SOON, () -> runs.get() == 2);
        assertThat(rows("same-name")).isEqualTo(1);
    }

    /** Work that knows how many run it at the same time. */
    private static final class Overlap implements Work {

        final AtomicInteger runs = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger now = new AtomicInteger();

        @Override
        public void run(Lease lease) {
            run(() -> database().sql().sql("select pg_sleep(0.003)").query(row -> {}));
        }

        void run(Runnable work) {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            work.run();
            now.decrementAndGet();
            runs.incrementAndGet();
        }
    }

    private void nodes(int count, String job, Duration interval, Duration lease, Work work) {
        for (int i = 0; i < count; i++) {
            node().every(job, interval, lease, work);
        }
    }

    private Jobs node() {
        Jobs jobs = new Jobs(database());
        nodes.add(jobs);
        return jobs;
    }

    private static long rows(String job) {
        return query("select count(*) from common.job_leases where job = ?", job);
    }

    private static long failures(String job) {
        return query("select failures from common.job_leases where job = ?", job);
    }

    private static long query(String sql, String job) {
        return database().sql().sql(sql).param(job).query(Long.class).single();
    }

    private static Instant leaseUntil(String job) {
        return database()
                .sql()
                .sql("select lease_until from common.job_leases where job = ?")
                .param(job)
                .query(OffsetDateTime.class)
                .single()
                .toInstant();
    }

    private static long refusals() throws SQLException {
        return number("select last_value from common.refusals");
    }

    private static long number(String sql) throws SQLException {
        try (var connection = stores.admin();
                var row = connection.createStatement().executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void admin(String sql) throws SQLException {
        try (var connection = stores.admin();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Database database() {
        return Opened.DATABASE;
    }

    /** Opened once, after the servers are there. */
    private static final class Opened {
        static final Database DATABASE = stores.database(SCHEMA);
    }
}
