package onsale.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import onsale.contracts.Context;
import onsale.contracts.SchedulePublished;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.Outbox;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;
import onsale.queue.QueueController;
import onsale.queue.QueueSettings;
import onsale.queue.admission.EndTurn;
import onsale.queue.admission.ExtendTurn;
import onsale.queue.admission.LeaveJournal;
import onsale.queue.admission.LeaveQueue;
import onsale.queue.admission.LeaveStore;
import onsale.queue.admission.TakeTurn;
import onsale.queue.admission.TurnStore;
import onsale.queue.enter.AnswerEntering;
import onsale.queue.enter.EnterAtFront;
import onsale.queue.enter.EnterQueue;
import onsale.queue.line.Fan;
import onsale.queue.line.Line;
import onsale.queue.line.LineKeys;
import onsale.queue.line.LineReader;
import onsale.queue.line.LineSettings;
import onsale.queue.line.LineTurns;
import onsale.queue.line.PersonBindings;
import onsale.queue.line.Receipt;
import onsale.queue.recovery.LineRecovery;
import onsale.queue.recovery.OpenLines;
import onsale.queue.recovery.PutFansBack;
import onsale.queue.recovery.RebuildLine;
import onsale.queue.recovery.RebuildPersons;
import onsale.queue.recovery.RecoveryMetrics;
import onsale.queue.recovery.RecoveryStore;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore;
import onsale.queue.sale.SaleStore.Change;
import onsale.queue.sale.Sales;
import onsale.queue.snapshot.FollowLines;
import onsale.queue.snapshot.FollowedLine;
import onsale.queue.snapshot.LineMetrics;
import onsale.queue.snapshot.Snapshot;
import onsale.queue.status.AnswerStatus;
import onsale.queue.status.StatusRead;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.support.GenericApplicationContext;

/** The waiting room with its default settings and without its jobs, for the benchmarks. */
final class QueueRig implements AutoCloseable {

    private static final LuaScript ENTER = LuaScript.guarded(Line.class, "enter.lua");
    private static final int AT_ONCE = 500;

    private final QueueSettings settings =
            new Binder(new MapConfigurationPropertySource(Map.of()))
                    .bindOrCreate("onsale.queue", QueueSettings.class);
    private final Database database;
    private final Lua lua;
    private final Redis redis;
    private final Passes passes;
    private final SaleStore saleStore;
    private final Sales sales;
    private final TurnStore turns;
    private final LeaveStore leaves;
    private final LeaveJournal journal;
    private final LineKeys lineKeys;
    private final Line line;
    private final LineReader reader;
    private final LineRecovery lineRecovery;
    private final PersonBindings persons;
    private final FollowLines lines;
    private final OpenLines openLines;
    private final EnterQueue enterQueue;
    private final AnswerStatus status;
    private final AnswerEntering entering;
    private final QueueController controller;
    private final List<UUID> added = new ArrayList<>();

    QueueRig(Database database, Redis redis, Secret secret) {
        this.database = database;
        this.redis = redis;
        passes = new Passes(PassKeys.of(new PassSettings(List.of()), secret), Clock.systemUTC());
        saleStore = new SaleStore(database);
        sales = new Sales(saleStore, database);
        turns = new TurnStore(database);
        leaves = new LeaveStore(database);
        journal = new LeaveJournal(leaves);
        lua = new Lua(redis);
        lineKeys = new LineKeys(lua);
        line = new Line(lua, lineKeys, settings.silentAfter(), settings.claimWithin());
        reader = new LineReader(lua, lineKeys, settings.silentAfter());
        lineRecovery = new LineRecovery(lua, lineKeys);
        persons = new PersonBindings(lua);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        RecoveryMetrics metrics = new RecoveryMetrics(registry);
        lines =
                new FollowLines(
                        reader,
                        new PutFansBack(lineRecovery, persons, leaves, metrics)::run,
                        new LineMetrics(registry),
                        settings.followEvery(),
                        settings.silentAfter());
        openLines = openLines(metrics);
        enterQueue = new EnterQueue(sales, line, persons, passes, _ -> {});
        Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
        LineTurns lineTurns = new LineTurns(lua, lineKeys);
        EndTurn endTurn =
                new EndTurn(database, outbox(secret, ids), line, lineTurns, persons, turns);
        TakeTurn takeTurn =
                new TakeTurn(
                        lineTurns, turns, leaves, endTurn, passes, ids::next, settings.tokenFor());
        status = new AnswerStatus(sales, lines, takeTurn);
        entering = new AnswerEntering(sales, lines, enterQueue, status);
        controller = controller(endTurn);
    }

    private OpenLines openLines(RecoveryMetrics metrics) {
        RecoveryStore store = new RecoveryStore(database);
        return new OpenLines(
                sales,
                new LineSettings(lua, lineKeys),
                new RebuildLine(lineRecovery, store, turns, metrics, settings.returnWithin()),
                new RebuildPersons(persons, turns, saleStore, reader),
                store);
    }

    private QueueController controller(EndTurn endTurn) {
        return new QueueController(
                sales,
                entering,
                status,
                new ExtendTurn(turns, passes, settings.tokenFor()),
                new LeaveQueue(line, persons, turns, journal, endTurn),
                passes);
    }

    private Outbox outbox(Secret secret, Ids ids) {
        KafkaSettings nobody =
                new KafkaSettings("127.0.0.1:1", 0, "", Duration.ofSeconds(1), Map.of());
        return new Outbox(
                database, ids::next, MessageKeys.derived(secret, nobody).of(Context.QUEUE));
    }

    /** Adds a sale with room for a million fans, from which nobody is called. */
    UUID addSale() {
        UUID id = UUID.randomUUID();
        Instant now = Instant.now();
        database.inTransaction(() ->
                saleStore.publish(
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
                                List.of(),
                                null)));
        saleStore.change(id, new Change(10, 0, 1_000_000, null, null));
        openLines.run(() -> true);
        sales.readNow();
        added.add(id);
        if (lines.find(id).isEmpty()) {
            throw new IllegalStateException("the line is restoring");
        }
        return id;
    }

    /** Unbinds all persons, so that everybody may enter any line. */
    void forgetPersons() {
        for (int group = 0; group < PersonBindings.GROUPS; group++) {
            persons.rebuild(group, List.of());
        }
    }

    /** Lets so many fans enter; returns the receipt of the one in the middle. */
    String fill(UUID saleId, int fans) {
        Sale sale = saleStore.find(saleId).orElseThrow();
        String middle = "";
        for (int from = 0; from < fans; from += AT_ONCE) {
            for (EnterQueue.Outcome.Waiting waiting : enter(sale, Math.min(AT_ONCE, fans - from))) {
                if (from <= fans / 2 && fans / 2 < from + AT_ONCE) {
                    middle = waiting.text();
                }
            }
        }
        lines.tick();
        return middle;
    }

    private List<EnterQueue.Outcome.Waiting> enter(Sale sale, int fans) {
        List<CompletableFuture<EnterQueue.Outcome>> entering = new ArrayList<>();
        for (int i = 0; i < fans; i++) {
            entering.add(
                    enterQueue
                            .run(sale, new Fan(UUID.randomUUID(), UUID.randomUUID()))
                            .toCompletableFuture());
        }
        List<EnterQueue.Outcome.Waiting> entered = new ArrayList<>();
        for (CompletableFuture<EnterQueue.Outcome> one : entering) {
            if (!(one.join() instanceof EnterQueue.Outcome.Waiting waiting)) {
                throw new IllegalStateException("not entered: " + one.join());
            }
            entered.add(waiting);
        }
        return entered;
    }

    /**
     * Redis loses a line, and all its fans poll again and again until they are back. Returns how
     * many seconds that takes, and the 99th percentile and the worst of what a command to the same
     * Redis takes meanwhile, in milliseconds.
     */
    double[] returns(int fans) {
        Sale sale = saleStore.find(addSale()).orElseThrow();
        List<Receipt> lost = new ArrayList<>(fans);
        for (int from = 0; from < fans; from += AT_ONCE) {
            enter(sale, AT_ONCE).forEach(waiting -> lost.add(waiting.receipt()));
        }
        redis.sync().flushall();
        openLines.run(() -> true);
        FollowedLine followed = lines.find(sale.id()).orElseThrow();
        lines.tick();
        List<Double> others = new ArrayList<>();
        long start = System.nanoTime();
        while (!lost.isEmpty()) {
            lost.removeIf(receipt -> {
                status.fromMemory(receipt);
                return followed.snapshot().state(receipt.place()) == Snapshot.State.WAITING;
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

    /** Gives the front what it answers polls and requests to enter with. */
    void offer(GenericApplicationContext edge) {
        edge.registerBean(StatusRead.class, () -> new StatusRead(status, passes));
        edge.registerBean(EnterAtFront.class, () -> new EnterAtFront(sales, entering));
        edge.registerBean(QueueController.class, () -> controller);
    }

    /**
     * Milliseconds that this node takes to bring all its lines up to date, when as many fans have
     * entered each line as do at a thousand a second.
     */
    double[] ticks(int count) {
        double[] millis = new double[count];
        for (int i = 0; i < count; i++) {
            added.forEach(sale -> lines.find(sale));
            added.forEach(sale -> bareEnters(sale, 25));
            long start = System.nanoTime();
            lines.tick();
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return millis;
    }

    /** Runs the script of entering and nothing else, so many at once. */
    void bareEnters(UUID sale, int count) {
        List<CompletableFuture<?>> entering = new ArrayList<>();
        String now = "" + System.currentTimeMillis();
        for (int i = 0; i < count; i++) {
            Fan fan = new Fan(UUID.randomUUID(), UUID.randomUUID());
            entering.add(
                    lua.runAsync(
                                    ENTER,
                                    lineKeys.of(sale),
                                    List.of(fan.member(), now, "" + Line.HORIZON_MIN))
                            .toCompletableFuture());
        }
        entering.forEach(CompletableFuture::join);
    }

    @Override
    public void close() {
        lines.close();
        sales.close();
        journal.close();
    }
}
