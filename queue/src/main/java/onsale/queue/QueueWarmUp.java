package onsale.queue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.contracts.InventoryComplete;
import onsale.contracts.SchedulePublished;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.Outbox;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Lua;
import onsale.platform.redis.Redis;
import onsale.platform.warmup.WarmUp;
import onsale.queue.admission.EndTurn;
import onsale.queue.admission.LeaveJournal;
import onsale.queue.admission.LeaveQueue;
import onsale.queue.admission.LeaveStore;
import onsale.queue.admission.TakeTurn;
import onsale.queue.admission.TurnStore;
import onsale.queue.enter.AnswerEntering;
import onsale.queue.enter.EnterAnswer;
import onsale.queue.enter.EnterAtFront;
import onsale.queue.enter.EnterQueue;
import onsale.queue.line.Fan;
import onsale.queue.line.Line;
import onsale.queue.line.LineKeys;
import onsale.queue.line.LineReader;
import onsale.queue.line.LineTurns;
import onsale.queue.line.PersonBindings;
import onsale.queue.line.Receipt;
import onsale.queue.recovery.LineRecovery;
import onsale.queue.recovery.PutFansBack;
import onsale.queue.recovery.RebuildLine;
import onsale.queue.recovery.RecoveryMetrics;
import onsale.queue.recovery.RecoveryStore;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore;
import onsale.queue.sale.Sales;
import onsale.queue.snapshot.FollowLines;
import onsale.queue.snapshot.LineMetrics;
import onsale.queue.status.AnswerStatus;
import onsale.queue.status.QueueAnswer;
import onsale.queue.status.QueueAnswerJson;
import onsale.queue.status.StatusRead;
import org.jspecify.annotations.Nullable;

/**
 * Plays a waiting room from entering to leaving, for a show that exists only in tables of its own
 * ({@link Databases#scratch}). Its line in Redis has an id that nobody else knows, and expires. A
 * process that is killed meanwhile leaves at most {@link #FANS} bindings of persons who do not
 * exist.
 */
final class QueueWarmUp implements WarmUp {

    private static final int FANS = 16;
    private static final int ADMIT_PER_SECOND = 10_000;
    private static final int ROUNDS_UNTIL_LONGER = 32;
    private static final Duration LINE_FOR = Duration.ofMinutes(5);

    private final Databases databases;
    private final Redis redis;
    private final Ids ids;
    private final MessageKeys keys;
    private final Passes passes;
    private final QueueSettings settings;

    QueueWarmUp(
            Databases databases,
            Redis redis,
            Ids ids,
            MessageKeys keys,
            Passes passes,
            QueueSettings settings) {
        this.databases = databases;
        this.redis = redis;
        this.ids = ids;
        this.keys = keys;
        this.passes = passes;
        this.settings = settings;
    }

    @Override
    public List<Call> calls() {
        UUID none = ids.next();
        return List.of(
                new Call("POST", EnterAtFront.PATH, "{\"scheduleId\":\"%s\"}".formatted(none)),
                new Call("GET", StatusRead.PATH + "?scheduleId=" + none, null));
    }

    @Override
    public Session open() {
        return new Played(databases.scratch(QueueModule.SCHEMA));
    }

    /** The parts of the context that fans use, wired as {@link QueueModule} does it. */
    private final class Played implements Session {

        private final UUID show = ids.next();
        private final List<Fan> fans = new ArrayList<>(FANS);
        private final Database database;
        private final SaleStore saleStore;
        private final Sales sales;
        private final LineKeys lineKeys;
        private final Line line;
        private final LineRecovery lineRecovery;
        private final PersonBindings persons;
        private final LeaveJournal journal;
        private final FollowLines lines;
        private final LeaveQueue leaveQueue;
        private final AnswerStatus status;
        private final AnswerEntering entering;
        private int played;

        Played(Database database) {
            this.database = database;
            Lua lua = new Lua(redis);
            saleStore = new SaleStore(database);
            sales = new Sales(saleStore, database);
            lineKeys = new LineKeys(lua);
            line = new Line(lua, lineKeys, settings.silentAfter(), settings.claimWithin());
            lineRecovery = new LineRecovery(lua, lineKeys);
            persons = new PersonBindings(lua);
            LineTurns lineTurns = new LineTurns(lua, lineKeys);
            TurnStore turns = new TurnStore(database);
            LeaveStore leaves = new LeaveStore(database);
            journal = new LeaveJournal(leaves);
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            RecoveryMetrics metrics = new RecoveryMetrics(registry);
            lines =
                    new FollowLines(
                            new LineReader(lua, lineKeys, settings.silentAfter()),
                            new PutFansBack(lineRecovery, persons, leaves, metrics)::run,
                            new LineMetrics(registry),
                            settings.followEvery(),
                            settings.silentAfter());
            Outbox outbox = new Outbox(database, ids::next, keys.of(Context.QUEUE));
            EndTurn endTurn = new EndTurn(database, outbox, line, lineTurns, persons, turns);
            leaveQueue = new LeaveQueue(line, persons, turns, journal, endTurn);
            status =
                    new AnswerStatus(
                            sales,
                            lines,
                            new TakeTurn(
                                    lineTurns,
                                    turns,
                                    leaves,
                                    endTurn,
                                    passes,
                                    ids::next,
                                    settings.tokenFor()));
            EnterQueue enterQueue = new EnterQueue(sales, line, persons, passes, _ -> {});
            entering = new AnswerEntering(sales, lines, enterQueue, status);
            for (int i = 0; i < FANS; i++) {
                fans.add(new Fan(ids.next(), ids.next()));
            }
            openLine(
                    new RebuildLine(
                            lineRecovery,
                            new RecoveryStore(database),
                            turns,
                            metrics,
                            settings.returnWithin()));
        }

        private void openLine(RebuildLine rebuildLine) {
            Instant now = Instant.now();
            saleStore.publish(
                    new SchedulePublished(
                            show,
                            ids.next(),
                            1,
                            "",
                            "",
                            "",
                            "",
                            now.plus(Duration.ofDays(30)),
                            now.minusSeconds(60),
                            now.plus(Duration.ofDays(29)),
                            true,
                            300,
                            4,
                            List.of(new SchedulePublished.Grade("R", 50_000)),
                            null));
            saleStore.inventoryComplete(new InventoryComplete(show, 1, 1_000, "", null));
            saleStore.change(show, new SaleStore.Change(ADMIT_PER_SECOND, null, null, null, null));
            rebuildLine.run(sale(), () -> true);
            sales.readNow();
        }

        private Sale sale() {
            return saleStore.find(show).orElseThrow();
        }

        /** One fan enters, asks, may be called, and leaves. */
        @Override
        public void play() {
            if (played % ROUNDS_UNTIL_LONGER == 0) {
                expireLine();
            }
            Fan fan = fans.get(played++ % FANS);
            if (entering.run(sale(), fan).toCompletableFuture().join()
                    instanceof EnterAnswer.Told(QueueAnswer answer)) {
                QueueAnswerJson.hot(answer);
                @Nullable Receipt receipt = Receipt.read(passes, receipt(answer));
                if (receipt != null) {
                    askAndLeave(receipt);
                }
            }
        }

        private void askAndLeave(Receipt receipt) {
            lines.find(show).ifPresent(lines::refresh);
            @Nullable QueueAnswer waiting = status.fromMemory(receipt);
            if (waiting != null) {
                QueueAnswerJson.hot(waiting);
            }
            line.callNext(show);
            QueueAnswerJson.hot(status.now(receipt));
            leaveQueue.run(receipt);
        }

        private static @Nullable String receipt(QueueAnswer answer) {
            return switch (answer) {
                case QueueAnswer.Waiting waiting -> waiting.receipt();
                case QueueAnswer.Admitted admitted -> admitted.receipt();
                case QueueAnswer.Restoring restoring -> restoring.receipt();
                case QueueAnswer.Expired _, QueueAnswer.Closed _, QueueAnswer.Lobby _ -> null;
            };
        }

        private void expireLine() {
            for (String key : lineKeys.of(show)) {
                redis.sync().pexpire(key, LINE_FOR.toMillis());
            }
        }

        @Override
        public void close() {
            fans.forEach(fan ->
                    persons.unbind(show, fan, PersonBindings.ALWAYS).toCompletableFuture().join());
            lineRecovery.clean(show, sale().epoch());
            lines.close();
            sales.close();
            journal.close();
            database.close();
        }
    }
}
