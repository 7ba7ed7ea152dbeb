package onsale.queue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import onsale.contracts.SchedulePublished;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.door.HotAnswer;
import onsale.platform.door.HotCall;
import onsale.platform.door.HotRead;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;
import onsale.queue.QueueStore.Change;

/** The waiting room as it is, and parts of it alone, for its benchmarks. */
public final class QueueRig implements AutoCloseable {

    private static final LuaScript ENTER = LuaScript.guarded(Line.class, "enter.lua");
    private static final QueueSettings SETTINGS =
            new QueueSettings(
                    Duration.ofMillis(500),
                    Duration.ofMillis(250),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(90),
                    Duration.ofSeconds(30),
                    Duration.ofHours(24));
    private static final int AT_ONCE = 500;

    private final Database database;
    private final Jobs jobs;
    private final Lua lua;
    private final Redis redis;
    private final Passes passes;
    private final Queues parts;
    private final List<UUID> sales = new ArrayList<>();

    public QueueRig(Database database, Redis redis, Secret secret, MessagingSettings messaging) {
        this.database = database;
        this.jobs = new Jobs(database);
        this.lua = new Lua(redis);
        this.redis = redis;
        this.passes =
                new Passes(PassKeys.of(new PassSettings(List.of()), secret), Clock.systemUTC());
        this.parts =
                new Queues(
                        database,
                        jobs,
                        new Ids(Clock.systemUTC(), new SecureRandom()),
                        new KafkaSettings("127.0.0.1:1", 0, "", Duration.ofSeconds(1)),
                        messaging,
                        SETTINGS,
                        redis,
                        passes,
                        new SimpleMeterRegistry());
    }

    /** A sale with room for a million, from which nobody is called. */
    public UUID addSale() {
        UUID id = UUID.randomUUID();
        Instant now = Instant.now();
        database.inTransaction(() ->
                parts.store.publish(
                        new SchedulePublished(
                                id,
                                UUID.randomUUID(),
                                1,
                                "a show",
                                "a venue",
                                "a hall",
                                "",
                                now.plus(20, ChronoUnit.DAYS),
                                now.minusSeconds(60),
                                now.plus(10, ChronoUnit.DAYS),
                                true,
                                300,
                                4,
                                List.of())));
        parts.store.change(id, new Change(10, 0, 1_000_000, null, null));
        parts.admission.open(() -> true);
        parts.sales.readNow();
        sales.add(id);
        if (parts.lines.find(id).isEmpty()) {
            throw new IllegalStateException("the line is closed");
        }
        return id;
    }

    /** Lets so many in; the receipt of the one in the middle. */
    public String fill(UUID sale, int fans) {
        Sale open = parts.store.find(sale).orElseThrow();
        String middle = "";
        for (int from = 0; from < fans; from += AT_ONCE) {
            List<CompletableFuture<EnterQueue.Outcome>> entering = new ArrayList<>();
            for (int i = from; i < Math.min(from + AT_ONCE, fans); i++) {
                entering.add(
                        parts.enterQueue
                                .run(open, new Fan(UUID.randomUUID(), UUID.randomUUID()))
                                .toCompletableFuture());
            }
            for (CompletableFuture<EnterQueue.Outcome> one : entering) {
                if (!(one.join() instanceof EnterQueue.Outcome.Waiting waiting)) {
                    throw new IllegalStateException("not entered: " + one.join());
                }
                if (from <= fans / 2 && fans / 2 < from + AT_ONCE) {
                    middle = waiting.text();
                }
            }
        }
        parts.lines.tick();
        return middle;
    }

    /**
     * Redis loses a line, and all of it ask at once, again and again, until they are back: how many
     * seconds that takes, and the 99th percentile and the worst of what a command to the same Redis
     * takes meanwhile, in milliseconds.
     */
    public double[] returns(int fans) {
        Sale sale = parts.store.find(addSale()).orElseThrow();
        List<Receipt> lost = new ArrayList<>(fans);
        for (int from = 0; from < fans; from += AT_ONCE) {
            List<CompletableFuture<EnterQueue.Outcome>> entering = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                entering.add(
                        parts.enterQueue
                                .run(sale, new Fan(UUID.randomUUID(), UUID.randomUUID()))
                                .toCompletableFuture());
            }
            entering.forEach(one -> lost.add(((EnterQueue.Outcome.Waiting) one.join()).receipt()));
        }
        redis.sync().flushall();
        parts.admission.open(() -> true);
        Lines.Followed line = parts.lines.find(sale.id()).orElseThrow();
        parts.lines.tick();
        List<Double> others = new ArrayList<>();
        long start = System.nanoTime();
        while (!lost.isEmpty()) {
            lost.removeIf(receipt -> {
                parts.status.fromMemory(receipt);
                return line.snapshot().state(receipt.place()) == Snapshot.State.WAITING;
            });
            for (int i = 0; i < 20; i++) {
                long before = System.nanoTime();
                redis.sync().ping();
                others.add((System.nanoTime() - before) / 1e6);
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double[] sorted = others.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new double[] {
            seconds, sorted[(int) (sorted.length * 0.99)], sorted[sorted.length - 1]
        };
    }

    public HotRead statusRead() {
        return new StatusRead(parts.status, passes);
    }

    public HotCall enterCall() {
        return parts.enterCall;
    }

    /**
     * Milliseconds that this node takes to bring all its lines up to date, when as many have
     * entered each as do at a thousand a second.
     */
    public double[] ticks(int count) {
        double[] millis = new double[count];
        for (int i = 0; i < count; i++) {
            sales.forEach(sale -> parts.lines.find(sale));
            sales.forEach(sale -> bareEnters(sale, 25));
            long start = System.nanoTime();
            parts.lines.tick();
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return millis;
    }

    /** The script of entering and nothing else, so many at once. */
    public void bareEnters(UUID sale, int count) {
        List<CompletableFuture<?>> entering = new ArrayList<>();
        String now = "" + System.currentTimeMillis();
        for (int i = 0; i < count; i++) {
            Fan fan = new Fan(UUID.randomUUID(), UUID.randomUUID());
            entering.add(
                    lua.runAsync(
                                    ENTER,
                                    parts.line.keys(sale),
                                    List.of(fan.member(), now, "" + Line.HORIZON_MIN))
                            .toCompletableFuture());
        }
        entering.forEach(CompletableFuture::join);
    }

    @Override
    public void close() {
        jobs.close();
        parts.close();
    }

    /** A poll without the door: verify, compare, answer. */
    public static final class Poll {

        private final Passes passes =
                new Passes(
                        PassKeys.of(new PassSettings(List.of()), new Secret("bench")),
                        Clock.systemUTC());
        private final Snapshot snapshot;
        private final String receipt;

        public Poll(int waiting) {
            snapshot = snapshot(waiting);
            receipt =
                    new Receipt(
                                    UUID.randomUUID(),
                                    UUID.randomUUID(),
                                    UUID.randomUUID(),
                                    Place.of(1, waiting * 9L / 10))
                            .issue(passes, Instant.now().plus(1, ChronoUnit.DAYS));
        }

        public HotAnswer run() {
            Receipt read = Receipt.read(passes, receipt);
            if (read == null || snapshot.state(read.place()) != Snapshot.State.WAITING) {
                throw new IllegalStateException("not waiting");
            }
            snapshot.seen(read.place(), 1);
            return StatusAnswers.answer(StatusAnswers.waiting(snapshot, read.place(), null));
        }

        private static Snapshot snapshot(int waiting) {
            Line.Head head =
                    new Line.Head(
                            1, 1, waiting, 0, 100, 0, waiting, 0, 10, 1_000, waiting, false, false,
                            false, 0, -1, 0);
            return Snapshot.of(head, new long[0], List.of())
                    .with(Line.Head.at(1, 1, 0), 0, List.of())
                    .with(head, 12.5, List.of());
        }

        /** Bytes of the heap that a line of so many takes, for each of them. */
        public static double bytesPerFan(int waiting) {
            Runtime runtime = Runtime.getRuntime();
            Object[] kept = new Object[8];
            System.gc();
            long before = runtime.totalMemory() - runtime.freeMemory();
            for (int i = 0; i < kept.length; i++) {
                kept[i] = snapshot(waiting);
            }
            System.gc();
            long after = runtime.totalMemory() - runtime.freeMemory();
            if (kept[0] == null) {
                throw new IllegalStateException();
            }
            return (after - before) / (double) kept.length / waiting;
        }
    }
}
