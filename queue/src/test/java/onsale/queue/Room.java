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
import onsale.contracts.Context;
import onsale.contracts.EntryPass;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.SchedulePublished;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.Outbox;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Redis;
import onsale.platform.redis.load.SlowPurchases;
import onsale.platform.settings.Secret;
import onsale.queue.admission.AdmitFans;
import onsale.queue.admission.CallEnteredLines;
import onsale.queue.admission.EndTurn;
import onsale.queue.admission.EntryToken;
import onsale.queue.admission.ExtendTurn;
import onsale.queue.admission.LeaveJournal;
import onsale.queue.admission.LeaveQueue;
import onsale.queue.admission.LeaveStore;
import onsale.queue.admission.TakeTurn;
import onsale.queue.admission.TurnStore;
import onsale.queue.enter.AnswerEntering;
import onsale.queue.enter.EnterQueue;
import onsale.queue.line.Fan;
import onsale.queue.line.Line;
import onsale.queue.line.LineKeys;
import onsale.queue.line.LineReader;
import onsale.queue.line.LineSettings;
import onsale.queue.line.LineTurns;
import onsale.queue.line.PersonBindings;
import onsale.queue.line.Receipt;
import onsale.queue.recovery.CleanLines;
import onsale.queue.recovery.LineRecovery;
import onsale.queue.recovery.MendLines;
import onsale.queue.recovery.OpenLines;
import onsale.queue.recovery.PutFansBack;
import onsale.queue.recovery.RebuildLine;
import onsale.queue.recovery.RebuildPersons;
import onsale.queue.recovery.RecoveryMetrics;
import onsale.queue.recovery.RecoveryStore;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore;
import onsale.queue.sale.Sales;
import onsale.queue.snapshot.FollowLines;
import onsale.queue.snapshot.LineMetrics;
import onsale.queue.status.AnswerStatus;
import onsale.queue.status.QueueAnswerJson;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;

/** A node of the waiting room on real servers, and everything that a test does with it. */
public final class Room implements AutoCloseable {

    public static final Duration SOON = Duration.ofSeconds(10);

    public static final QueueSettings SETTINGS =
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

    public final Database database;
    public final Passes passes;
    public final Jobs jobs;
    public final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    public final SaleStore saleStore;
    public final Sales sales;
    public final LineKeys lineKeys;
    public final Line line;
    public final LineTurns lineTurns;
    public final LineReader lineReader;
    public final LineSettings lineSettings;
    public final PersonBindings persons;
    public final TurnStore turnStore;
    public final LeaveJournal journal;
    public final EndTurn endTurn;
    public final TakeTurn takeTurn;
    public final ExtendTurn extendTurn;
    public final LeaveQueue leaveQueue;
    public final AdmitFans admitFans;
    public final SlowPurchases slowPurchases;
    public final RecoveryStore recoveryStore;
    public final LineRecovery lineRecovery;
    public final RebuildLine rebuildLine;
    public final OpenLines openLines;
    public final MendLines mendLines;
    public final FollowLines lines;
    public final EnterQueue enterQueue;
    public final AnswerStatus answerStatus;
    public final AnswerEntering answerEntering;
    private final CallEnteredLines callEnteredLines;
    private final QueueMessages messages;
    private final QueueJobs queueJobs;
    private final QueueSettings settings;

    public Room(Stores stores) {
        this(stores, SETTINGS);
    }

    public Room(Stores stores, QueueSettings settings) {
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
    public Room(
            Database database,
            Redis redis,
            KafkaSettings kafka,
            Secret secret,
            QueueSettings settings,
            @Nullable WithoutGuard without) {
        this.database = database;
        this.settings = settings;
        passes = new Passes(PassKeys.of(new PassSettings(List.of()), secret), Clock.systemUTC());
        jobs = new Jobs(database);
        Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
        Outbox outbox =
                new Outbox(
                        database, ids::next, MessageKeys.derived(secret, kafka).of(Context.QUEUE));
        Lua lua = new Lua(redis);
        lineKeys = new LineKeys(lua);
        line = line(lua, lineKeys, settings, WithoutGuard.admit(without));
        lineTurns = new LineTurns(lua, lineKeys);
        lineReader = new LineReader(lua, lineKeys, settings.silentAfter());
        lineSettings = new LineSettings(lua, lineKeys);
        lineRecovery = new LineRecovery(lua, lineKeys);
        persons = persons(lua, WithoutGuard.bind(without));
        saleStore = new SaleStore(database);
        sales = new Sales(saleStore, database);
        turnStore = new TurnStore(database);
        LeaveStore leaves = new LeaveStore(database);
        journal = new LeaveJournal(leaves);
        endTurn = new EndTurn(database, outbox, line, lineTurns, persons, turnStore);
        takeTurn = takeTurn(leaves, ids);
        extendTurn = new ExtendTurn(turnStore, passes, settings.tokenFor());
        leaveQueue = new LeaveQueue(line, persons, turnStore, journal, endTurn);
        slowPurchases = new SlowPurchases(lua);
        admitFans = new AdmitFans(sales, line, slowPurchases, Duration.ofMillis(50));
        callEnteredLines = new CallEnteredLines(line, sales);
        recoveryStore = new RecoveryStore(database);
        RecoveryMetrics metrics = new RecoveryMetrics(registry);
        rebuildLine = rebuildLine(metrics);
        openLines = openLines();
        mendLines = new MendLines(sales, turnStore, leaves, lineReader, lineTurns, endTurn);
        lines = followLines(new PutFansBack(lineRecovery, persons, leaves, metrics));
        enterQueue = new EnterQueue(sales, line, persons, passes, callEnteredLines::entered);
        answerStatus = new AnswerStatus(sales, lines, takeTurn);
        answerEntering = new AnswerEntering(sales, lines, enterQueue, answerStatus);
        messages = new QueueMessages(saleStore, endTurn, outbox);
        queueJobs = queueJobs();
    }

    private static Line line(
            Lua lua, LineKeys keys, QueueSettings settings, @Nullable LuaScript admit) {
        return admit == null
                ? new Line(lua, keys, settings.silentAfter(), settings.claimWithin())
                : new Line(lua, keys, settings.silentAfter(), settings.claimWithin(), admit);
    }

    private static PersonBindings persons(Lua lua, @Nullable LuaScript bind) {
        return bind == null ? new PersonBindings(lua) : new PersonBindings(lua, bind);
    }

    private TakeTurn takeTurn(LeaveStore leaves, Ids ids) {
        return new TakeTurn(
                lineTurns, turnStore, leaves, endTurn, passes, ids::next, settings.tokenFor());
    }

    private RebuildLine rebuildLine(RecoveryMetrics metrics) {
        return new RebuildLine(
                lineRecovery, recoveryStore, turnStore, metrics, settings.returnWithin());
    }

    private OpenLines openLines() {
        return new OpenLines(
                sales,
                lineSettings,
                rebuildLine,
                new RebuildPersons(persons, turnStore, saleStore, lineReader),
                recoveryStore);
    }

    private FollowLines followLines(PutFansBack putFansBack) {
        return new FollowLines(
                lineReader,
                putFansBack::run,
                new LineMetrics(registry),
                settings.followEvery(),
                settings.silentAfter());
    }

    private QueueJobs queueJobs() {
        return new QueueJobs(
                admitFans,
                callEnteredLines,
                endTurn,
                openLines,
                mendLines,
                new CleanLines(saleStore, lineReader, lineRecovery, persons));
    }

    /** Starts what every node does at intervals. */
    public void startJobs() {
        queueJobs.start(jobs, settings);
    }

    // ---- sales

    public static Fan aFan() {
        return new Fan(UUID.randomUUID(), UUID.randomUUID());
    }

    /** A sale that is open, with its line. */
    public Sale aSale(int admitPerSecond, int maxActive) {
        return aSale(admitPerSecond, maxActive, Instant.now().minusSeconds(60));
    }

    public Sale aSale(int admitPerSecond, int maxActive, Instant opensAt) {
        UUID id = UUID.randomUUID();
        publish(id, 1, opensAt, Instant.now().plus(10, ChronoUnit.DAYS));
        saleStore.change(id, new SaleStore.Change(admitPerSecond, maxActive, null, null, null));
        open();
        return sale(id);
    }

    public void publish(UUID id, int version, Instant opensAt, Instant closesAt) {
        database.inTransaction(() ->
                saleStore.publish(
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
                                List.of(),
                                null)));
    }

    /** Opens all lines and the bindings of persons, where Redis has lost them. */
    public void open() {
        openLines.run(() -> true);
        sales.readNow();
    }

    public boolean isOpen(Sale sale) {
        return lineKeys.incarnation().state(sale.id().toString()) == Incarnation.State.OPEN;
    }

    public Sale sale(UUID id) {
        return saleStore.find(id).orElseThrow();
    }

    public void change(Sale sale, SaleStore.Change change) {
        saleStore.change(sale.id(), change);
        lineSettings.tell(sale(sale.id()));
        sales.readNow();
    }

    // ---- fans

    public EnterQueue.Outcome enter(Sale sale, Fan fan) {
        return enterQueue.run(sale, fan).toCompletableFuture().join();
    }

    public Receipt entered(Sale sale, Fan fan) {
        return switch (enter(sale, fan)) {
            case EnterQueue.Outcome.Waiting waiting -> waiting.receipt();
            case EnterQueue.Outcome.HasTurn turn -> turn.receipt();
            case EnterQueue.Outcome other -> throw new AssertionError("not entered: " + other);
        };
    }

    /** Calls the next fans; returns how many. */
    public long admit(Sale sale) {
        return line.callNext(sale.id()).called();
    }

    /** Calls fans until this one is called; before that as many others as the limits allow. */
    public EntryToken admitted(Receipt receipt) {
        TakeTurn.Outcome[] last = new TakeTurn.Outcome[1];
        Wait.until(
                "it is this fan's turn",
                SOON,
                () -> {
                    line.callNext(receipt.scheduleId());
                    last[0] = takeTurn.run(receipt);
                    return last[0] instanceof TakeTurn.Outcome.Admitted;
                });
        return ((TakeTurn.Outcome.Admitted) last[0]).token();
    }

    /** Reservation tells that a fan has paid. */
    public void confirmed(ReservationConfirmed told) {
        database.inTransaction(() -> messages.confirmed(told));
    }

    public EntryPass pass(EntryToken entry) {
        return passNow(entry).orElseThrow();
    }

    /** Empty in the last second of a turn: passes know no fractions of it. */
    public Optional<EntryPass> passNow(EntryToken entry) {
        return EntryPass.read(passes, entry.token());
    }

    /** The answer to a poll as JSON, once this node has seen what changed. */
    public String status(Receipt receipt) {
        lines.find(receipt.scheduleId()).ifPresent(lines::refresh);
        return now(receipt);
    }

    /** The answer to a poll as JSON, with what this node knows. */
    public String now(Receipt receipt) {
        return QueueAnswerJson.text(answerStatus.now(receipt));
    }

    /** The answer from memory; empty if memory is not enough. */
    public Optional<String> fromMemory(Receipt receipt) {
        return Optional.ofNullable(answerStatus.fromMemory(receipt)).map(QueueAnswerJson::text);
    }

    @Override
    public void close() {
        jobs.close();
        callEnteredLines.close();
        lines.close();
        sales.close();
        journal.close();
    }
}
