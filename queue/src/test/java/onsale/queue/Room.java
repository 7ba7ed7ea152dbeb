package onsale.queue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.EntryPass;
import onsale.contracts.SchedulePublished;
import onsale.platform.Ids;
import onsale.platform.db.Database;
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
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;

/** A node of the waiting room on real servers, and everything one can do with it. */
final class Room implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(10);

    static final QueueSettings SETTINGS =
            new QueueSettings(
                    Duration.ofMillis(200),
                    Duration.ofMillis(50),
                    Duration.ofMillis(200),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(1),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(90),
                    Duration.ofSeconds(1),
                    Duration.ofHours(24));

    final Database database;
    final Queues parts;
    final Passes passes;
    final Jobs jobs;
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final QueueSettings settings;

    Room(Stores stores) {
        this(stores, SETTINGS);
    }

    Room(Stores stores, QueueSettings settings) {
        this(
                stores.database(QueueModule.SCHEMA),
                stores.redisConnection(),
                stores.kafkaSettings(),
                stores.secret(),
                settings,
                null);
    }

    /**
     * @param without a guard to leave out, to show what it guards against
     */
    Room(
            Database database,
            Redis redis,
            KafkaSettings kafka,
            Secret secret,
            QueueSettings settings,
            @Nullable Without without) {
        this.database = database;
        this.settings = settings;
        passes = new Passes(PassKeys.of(new PassSettings(List.of()), secret), Clock.systemUTC());
        jobs = new Jobs(database);
        Lua lua = new Lua(redis);
        @Nullable LuaScript admit = Without.admit(without);
        @Nullable LuaScript bind = Without.bind(without);
        Line line =
                admit == null
                        ? new Line(lua, settings.silentAfter(), settings.claimWithin())
                        : new Line(lua, settings.silentAfter(), settings.claimWithin(), admit);
        parts =
                new Queues(
                        database,
                        jobs,
                        new Ids(Clock.systemUTC(), new SecureRandom()),
                        kafka,
                        new MessagingSettings(
                                Duration.ofSeconds(2),
                                Duration.ofMillis(500),
                                500,
                                Duration.ofSeconds(5),
                                Duration.ofDays(7),
                                Duration.ofDays(30)),
                        settings,
                        line,
                        bind == null ? new People(lua) : new People(lua, bind),
                        passes,
                        registry);
    }

    /** What time does, as in every node. */
    void startJobs() {
        parts.admission.start(jobs, settings);
    }

    static Fan aFan() {
        return new Fan(UUID.randomUUID(), UUID.randomUUID());
    }

    /** A sale that is open, with its line. */
    Sale aSale(int admitPerSecond, int maxActive) {
        return aSale(admitPerSecond, maxActive, Instant.now().minusSeconds(60));
    }

    Sale aSale(int admitPerSecond, int maxActive, Instant opensAt) {
        UUID id = UUID.randomUUID();
        publish(id, 1, opensAt, Instant.now().plus(10, ChronoUnit.DAYS));
        parts.store.change(id, new Change(admitPerSecond, maxActive, null, null, null));
        open();
        return sale(id);
    }

    void publish(UUID id, int version, Instant opensAt, Instant closesAt) {
        database.inTransaction(() ->
                parts.store.publish(
                        new SchedulePublished(
                                id,
                                UUID.randomUUID(),
                                version,
                                "달빛 아래",
                                "극장",
                                "대극장",
                                "",
                                closesAt,
                                opensAt,
                                closesAt,
                                true,
                                300,
                                4,
                                List.of())));
    }

    /** Opens lines and persons, whatever is closed. */
    void open() {
        parts.admission.open(() -> true);
        parts.sales.readNow();
    }

    Sale sale(UUID id) {
        return parts.store.find(id).orElseThrow();
    }

    void change(Sale sale, Change change) {
        parts.store.change(sale.id(), change);
        parts.line.tell(sale(sale.id()));
        parts.sales.readNow();
    }

    EnterQueue.Outcome enter(Sale sale, Fan fan) {
        return parts.enterQueue.run(sale, fan).toCompletableFuture().join();
    }

    Receipt entered(Sale sale, Fan fan) {
        return switch (enter(sale, fan)) {
            case EnterQueue.Outcome.Waiting waiting -> waiting.receipt();
            case EnterQueue.Outcome.Turn turn -> turn.receipt();
            case EnterQueue.Outcome other -> throw new AssertionError("not entered: " + other);
        };
    }

    long admit(Sale sale) {
        return parts.line.admit(sale.id());
    }

    /** Calls fans until this one is called; as many as the limits allow before. */
    Turns.Turn.Admitted admitted(Receipt receipt) {
        Turns.Turn[] last = new Turns.Turn[1];
        Wait.until(
                "it is this fan's turn",
                SOON,
                () -> {
                    parts.line.admit(receipt.scheduleId());
                    last[0] = parts.turns.take(receipt);
                    return last[0] instanceof Turns.Turn.Admitted;
                });
        return (Turns.Turn.Admitted) last[0];
    }

    EntryPass pass(Turns.Turn.Admitted turn) {
        return passNow(turn).orElseThrow();
    }

    /** Nothing in the last second of a turn: passes know no fractions of it. */
    Optional<EntryPass> passNow(Turns.Turn.Admitted turn) {
        return EntryPass.read(passes, turn.token());
    }

    /** What a poll would say, once this node has seen what changed. */
    String status(Receipt receipt) {
        parts.lines.find(receipt.scheduleId()).ifPresent(parts.lines::refresh);
        return parts.status.now(receipt, null);
    }

    @Override
    public void close() {
        jobs.close();
        parts.close();
    }
}
