package onsale.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.Ports;
import onsale.platform.embedded.RedisServer;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.queue.EnterQueue.Outcome;
import onsale.queue.Turns.Turn;
import onsale.testkit.FaultProxy;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redis is lost in every way and at every moment: numbers stay, and nobody comes back to life. */
class RecoveryTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    @RegisterExtension static final OwnRedis redis = new OwnRedis();

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final QueueSettings QUICK =
            settings(Duration.ofMillis(50), Duration.ofMillis(300));

    /** Nodes that only do what the test says. */
    private static final QueueSettings STILL = settings(Duration.ofSeconds(10), Duration.ZERO);

    @SuppressWarnings("NullAway.Init")
    private static Database database;

    @SuppressWarnings("NullAway.Init")
    private static FaultProxy way;

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    private final List<Sale> sales = new ArrayList<>();
    private final List<Room> nodes = new ArrayList<>();

    @BeforeAll
    static void start() {
        database = stores.database(QueueModule.SCHEMA);
        way = stores.closing(new FaultProxy()).forwardTo(redis.server().port());
        room = stores.closing(node(database, way, QUICK));
    }

    @BeforeEach
    void toTheServer() {
        way.forwardTo(redis.server().port());
        way.cutAll();
        Wait.until(
                "the connection is back",
                SOON,
                () -> {
                    room.open();
                    return true;
                });
    }

    /** What one test leaves behind need not be recovered in the next. */
    @AfterEach
    void endSales() {
        nodes.forEach(Room::close);
        Instant ago = Instant.now().minus(3, ChronoUnit.HOURS);
        sales.forEach(sale -> room.publish(sale.id(), 9, ago, ago.plusSeconds(1)));
    }

    private static QueueSettings settings(Duration follow, Duration returnWithin) {
        return new QueueSettings(
                Duration.ofMillis(200),
                follow,
                Duration.ofMillis(200),
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                Duration.ofMinutes(10),
                Duration.ofMinutes(1),
                Duration.ofSeconds(90),
                returnWithin,
                Duration.ofHours(24));
    }

    private static Room node(Database database, FaultProxy way, QueueSettings settings) {
        String url = redis.server().url();
        RedisSettings by =
                new RedisSettings(
                        new Secret(url.replace(":" + redis.server().port(), ":" + way.port())),
                        0,
                        Duration.ofSeconds(2));
        return new Room(
                database,
                redis.closing(new Redis(by)),
                stores.kafkaSettings(),
                stores.secret(),
                settings,
                null);
    }

    private Room aNode(Database at, FaultProxy by, QueueSettings settings) {
        Room node = node(at, by, settings);
        nodes.add(node);
        return node;
    }

    private Sale aSale(int maxActive) {
        Sale sale = room.aSale(1_000, maxActive);
        sales.add(sale);
        return sale;
    }

    private static List<Receipt> entered(Sale sale, int fans) {
        List<Receipt> all = new ArrayList<>();
        for (int i = 0; i < fans; i++) {
            all.add(room.entered(sale, Room.aFan()));
        }
        return all;
    }

    /** All ask, as their browsers do, until each knows where they stand. */
    private static void comeBack(Room node, List<Receipt> fans) {
        Wait.until(
                "all know where they stand",
                SOON,
                () -> {
                    node.parts.lines.tick();
                    return fans.stream()
                            .map(fan -> node.parts.status.now(fan, null))
                            .noneMatch(answer -> answer.contains("RESTORING"));
                });
    }

    private static void open(Room node, Sale sale) {
        Wait.until(
                "the line is open",
                SOON,
                () -> {
                    node.open();
                    return node.parts.line.incarnation().state(sale.id().toString())
                            == Incarnation.State.OPEN;
                });
    }

    // ---- every kind

    enum Loss {
        FLUSHED,
        EMPTY_REPLACEMENT,
        OLDER_FILES,
        RESTART,
        LAGGING_REPLICA
    }

    @ParameterizedTest
    @EnumSource
    void noKindOfLossCostsAPlace(Loss loss) throws Exception {
        Sale sale = aSale(2);
        List<Receipt> line = entered(sale, 4);
        room.admitted(line.get(0));
        Turn.Admitted stays = room.admitted(line.get(1));
        room.parts.turns.leave(line.get(3));
        @Nullable Path older = loss == Loss.OLDER_FILES ? redis.copyOfData() : null;
        @Nullable RedisServer replica = loss == Loss.LAGGING_REPLICA ? cutOffReplica() : null;
        // of all this the older files and the replica know nothing
        line.addAll(entered(sale, 4));
        room.parts.turns.leave(line.get(0));
        Turn.Admitted late = room.admitted(line.get(2));
        room.parts.turns.leave(line.get(5));

        switch (loss) {
            case FLUSHED -> redis.server().flushAll();
            case EMPTY_REPLACEMENT -> redis.replaceByEmpty();
            case OLDER_FILES -> OwnRedis.restartFrom(redis.server(), there(older));
            case RESTART -> {
                redis.server().kill();
                redis.server().start();
            }
            case LAGGING_REPLICA -> way.forwardTo(there(replica).port());
        }
        way.cutAll();
        open(room, sale);
        Receipt newcomer = room.entered(room.sale(sale.id()), Room.aFan());
        List<Receipt> back = new ArrayList<>(line);
        back.removeAll(List.of(line.get(1), line.get(2)));
        Collections.shuffle(back, new Random(loss.name().length()));
        comeBack(room, back);

        // those inside are inside, and nobody beside them
        assertThat(room.parts.turns.take(line.get(1))).isEqualTo(stays);
        assertThat(room.parts.turns.take(line.get(2))).isEqualTo(late);
        assertThat(room.admit(sale)).isZero();
        // who had a turn or left does not come back
        assertThat(List.of(0, 3, 5))
                .allSatisfy(i -> assertThat(room.status(line.get(i))).contains("EXPIRED"));
        // the others stand in their order, and are called in it
        assertThat(room.status(line.get(4))).contains("\"position\":1");
        assertThat(room.status(line.get(6))).contains("\"position\":2");
        assertThat(room.status(line.get(7))).contains("\"position\":3");
        assertThat(room.status(newcomer)).contains("\"position\":4");
        room.parts.turns.leave(line.get(1));
        room.admitted(line.get(4));
        assertThat(room.parts.turns.take(line.get(6))).isEqualTo(new Turn.Waiting(1));
        room.parts.turns.leave(line.get(4));
        room.admitted(line.get(6));
        assertThat(room.status(newcomer)).contains("\"position\":2");

        // also a node that starts now takes no used number for a lost one
        Room fresh = aNode(database, way, QUICK);
        fresh.parts.sales.readNow();
        comeBack(fresh, List.of(line.get(0), line.get(3), line.get(4)));
        assertThat(List.of(0, 3, 4))
                .allSatisfy(i -> assertThat(fresh.status(line.get(i))).contains("EXPIRED"));
        assertThat(fresh.status(newcomer)).contains("\"position\":2");
        assertThat(
                        room.registry
                                .get("onsale.queue.losses")
                                .tag("cause", causeOf(loss).name())
                                .counter()
                                .count())
                .isPositive();
        assertThat(room.registry.get("onsale.queue.returned").counter().count()).isPositive();
        assertThat(room.parts.store.lastLosses().get(sale.id()))
                .satisfies(told -> assertThat(told.cause()).isEqualTo(causeOf(loss)));
    }

    /** It lives, its guard is open, and it knows nothing of what happened meanwhile. */
    @Test
    void aServerThatWasReplacedAndComesBackIsFoundOut() {
        Sale sale = aSale(1);
        List<Receipt> line = entered(sale, 3);
        Turn.Admitted inside = room.admitted(line.get(0));
        RedisServer replica = cutOffReplica();
        way.forwardTo(replica.port());
        way.cutAll();
        open(room, sale);
        comeBack(room, line.subList(1, 3));
        Receipt newcomer = room.entered(room.sale(sale.id()), Room.aFan());
        int epoch = room.sale(sale.id()).epoch();

        way.forwardTo(redis.server().port());
        way.cutAll();
        Wait.until(
                "it is recovered, though its guard was open",
                SOON,
                () -> {
                    room.open();
                    return room.sale(sale.id()).epoch() > epoch;
                });
        open(room, sale);
        comeBack(room, List.of(newcomer, line.get(2), line.get(1)));

        assertThat(room.parts.turns.take(line.get(0))).isEqualTo(inside);
        assertThat(room.status(line.get(1))).contains("\"position\":1");
        assertThat(room.status(line.get(2))).contains("\"position\":2");
        assertThat(room.status(newcomer)).contains("\"position\":3");
        room.parts.turns.leave(line.get(0));
        room.admitted(line.get(1)); // claims are of the epoch that PostgreSQL knows
    }

    private static Line.Cause causeOf(Loss loss) {
        return loss == Loss.FLUSHED || loss == Loss.EMPTY_REPLACEMENT
                ? Line.Cause.EMPTY
                : Line.Cause.OTHER_PROCESS;
    }

    private static <T> T there(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException();
        }
        return value;
    }

    /** A replica that hears nothing any more, and will take over nevertheless. */
    private static RedisServer cutOffReplica() {
        RedisServer replica = redis.closing(redis.server().replica(redis.emptyDirectory()));
        replica.start();
        Redis direct =
                redis.closing(
                        new Redis(
                                new RedisSettings(
                                        new Secret(replica.url()), 0, Duration.ofSeconds(2))));
        Wait.until(
                "the replica has everything",
                SOON,
                () -> direct.sync().info("replication").contains("master_link_status:up"));
        direct.connection().sync().replicaofNoOne();
        return replica;
    }

    // ---- every moment

    @Test
    void aSecondLossAndADeadNodeInTheMiddleOfARecovery() {
        loseAtEachStep(25);
    }

    @Test
    @Tag("long")
    void aSecondLossAndADeadNodeAtEveryStepOfARecovery() {
        loseAtEachStep(1);
    }

    /**
     * The first node loses its connection at its nth call to Redis, which loses everything in the
     * same moment; the second node takes over.
     */
    private void loseAtEachStep(int stride) {
        Room one = aNode(database, way, STILL);
        Room other = aNode(database, way, STILL);
        Sale sale = aSale(1);
        List<Receipt> line = entered(sale, 5);
        Turn.Admitted inside = room.admitted(line.get(0));
        room.parts.turns.leave(line.get(2));
        int steps = 0;
        boolean happened = true;
        for (int call = 1; happened; call += call < 10 ? 1 : stride) {
            Room dies = call % 2 == 0 ? one : other;
            Room takesOver = dies == one ? other : one;
            redis.server().flushAll();
            FaultProxy.Fault fault =
                    call % 3 == 0
                            ? FaultProxy.Fault.BEFORE_THE_EFFECT
                            : FaultProxy.Fault.AFTER_THE_EFFECT;
            way.arm(fault, call, redis.server()::flushAll);
            try {
                dies.open();
            } catch (RuntimeException e) {
                // what it began is void
            }
            happened = way.disarm();
            open(takesOver, sale);
            comeBack(takesOver, line);
            comeBack(dies, line);
            for (Room node : List.of(dies, takesOver)) {
                assertThat(node.parts.turns.take(line.get(0))).isEqualTo(inside);
                assertThat(node.status(line.get(1))).as("step " + call).contains("\"position\":1");
                assertThat(node.status(line.get(2))).contains("EXPIRED");
                assertThat(node.status(line.get(3))).contains("\"position\":2");
                assertThat(node.status(line.get(4))).contains("\"position\":3");
            }
            assertThat(takesOver.admit(sale)).isZero();
            steps++;
        }
        System.out.printf("Recovered from losses at %d steps%n", steps);
        assertThat(steps).isGreaterThan(9);
    }

    /** Numbers run out after eight thousand epochs: those that never opened are used again. */
    @Test
    void aRecoveryThatNeverOpensUsesUpNoEpoch() {
        Sale sale = aSale(1);
        room.admitted(room.entered(sale, Room.aFan()));
        Receipt receipt = room.entered(sale, Room.aFan());
        int before = room.sale(sale.id()).epoch();
        Room node = aNode(database, way, STILL);

        for (int i = 0; i < 20; i++) {
            redis.server().flushAll();
            // lost again when it asks whether to go on, which it does for those who are inside
            node.parts.admission.rebuild(
                    room.sale(sale.id()),
                    () -> {
                        redis.server().flushAll();
                        return true;
                    });
        }
        open(room, sale);

        assertThat(room.sale(sale.id()).epoch()).isEqualTo(before + 1);
        comeBack(room, List.of(receipt));
        assertThat(room.status(receipt)).contains("WAITING");
    }

    // ---- more than one thing

    /** Another pool of the same database. */
    private static Database database(String url, int connections, Duration waitForOne) {
        return stores.closing(
                new Databases(
                                new PostgresSettings(
                                        url,
                                        0,
                                        "",
                                        Secret.NONE,
                                        java.util.Map.of(),
                                        connections,
                                        1,
                                        waitForOne,
                                        Duration.ofSeconds(30),
                                        Duration.ofSeconds(60)),
                                stores.secret())
                        .open(QueueModule.SCHEMA));
    }

    @Test
    void whileTheDatabaseKeepsThoseWhoReturnWaitingALineIsFresh() throws Exception {
        int connections = 2;
        Database by =
                database(stores.postgresSettings().url(), connections, Duration.ofSeconds(30));
        Room node = aNode(by, way, QUICK);
        Sale sale = aSale(1);
        Receipt first = entered(sale, 1).getFirst();
        node.parts.sales.readNow();
        Lines.Followed line = node.parts.lines.find(sale.id()).orElseThrow();
        CountDownLatch taken = new CountDownLatch(connections);
        CompletableFuture<String> enough = new CompletableFuture<>();
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            others.add(
                    Thread.ofVirtual()
                            .start(() ->
                                    by.inTransaction(() -> {
                                        by.now();
                                        taken.countDown();
                                        return enough.join();
                                    })));
        }
        taken.await();
        try {
            line.putBack(first);
            for (int i = 0; i < 3; i++) { // one look may have been under way
                long before = line.snapshot().waiting();
                entered(sale, 1);
                Wait.until(
                        "seen", Duration.ofSeconds(10), () -> line.snapshot().waiting() > before);
            }
        } finally {
            enough.complete("");
            for (Thread other : others) {
                other.join();
            }
        }
    }

    @Test
    void whenTheDatabaseIsAwayTooTheLineWaitsForIt() {
        PostgresSettings to = stores.postgresSettings();
        int port = Integer.parseInt(to.url().replaceAll(".*:(\\d+)/.*", "$1"));
        FaultProxy toDatabase = stores.closing(new FaultProxy()).forwardTo(port);
        Database by =
                database(
                        to.url().replace(":" + port, ":" + toDatabase.port()),
                        5,
                        Duration.ofSeconds(1));
        Room node = aNode(by, way, QUICK);
        Sale sale = aSale(1);
        List<Receipt> line = entered(sale, 3);
        Turn.Admitted inside = room.admitted(line.get(0));
        node.parts.sales.readNow();
        node.startJobs();
        assertThat(node.status(line.get(1))).contains("WAITING");

        toDatabase.forwardTo(Ports.free());
        toDatabase.cutAll();
        redis.server().flushAll();

        Wait.until(
                "the node has noticed",
                SOON,
                () -> there(node.parts.status.fromMemory(line.get(1))).contains("RESTORING"));
        assertThat(node.enter(sale, Room.aFan())).isInstanceOf(Outcome.Restoring.class);
        assertThat(node.parts.line.incarnation().state(sale.id().toString()))
                .isNotEqualTo(Incarnation.State.OPEN);

        toDatabase.forwardTo(port);
        toDatabase.cutAll();
        comeBack(node, List.of(line.get(2), line.get(1)));
        assertThat(node.parts.turns.take(line.get(0))).isEqualTo(inside);
        assertThat(node.status(line.get(1))).contains("\"position\":1");
        node.parts.turns.leave(line.get(0));
        Wait.until("the next is called", SOON, () -> node.status(line.get(1)).contains("ADMITTED"));
        assertThat(node.status(line.get(2))).contains("WAITING");
    }

    @Test
    void aNodeThatDoesNotSeeRedisHoldsNobodyUp() {
        FaultProxy ownWay = stores.closing(new FaultProxy()).forwardTo(redis.server().port());
        Room blind = aNode(database, ownWay, QUICK);
        Room sees = aNode(database, way, QUICK);
        Sale sale = aSale(1);
        List<Receipt> line = entered(sale, 4);
        Turn.Admitted inside = room.admitted(line.get(0));
        List.of(blind, sees)
                .forEach(node -> {
                    node.parts.sales.readNow();
                    assertThat(node.status(line.get(1))).contains("WAITING");
                    node.startJobs();
                });

        ownWay.forwardTo(Ports.free());
        ownWay.cutAll();
        redis.server().flushAll();

        // the one that sees Redis recovers and calls, whoever has the jobs at the moment
        comeBack(sees, line.subList(1, 4));
        assertThat(sees.parts.turns.take(line.get(0))).isEqualTo(inside);
        assertThat(blind.parts.status.now(line.get(2), null)).containsAnyOf("WAITING", "RESTORING");
        sees.parts.turns.leave(line.get(0));
        Wait.until("the next is called", SOON, () -> sees.status(line.get(1)).contains("ADMITTED"));
        // the blind one lets nobody in
        assertThat(blind.parts.status.now(line.get(2), null)).containsAnyOf("WAITING", "RESTORING");
        assertThat(sees.status(line.get(2))).contains("\"position\":1");

        ownWay.forwardTo(redis.server().port());
        ownWay.cutAll();
        Wait.until(
                "it sees again", SOON, () -> blind.status(line.get(3)).contains("\"position\":2"));
        assertThat(blind.status(line.get(1))).contains("ADMITTED");
    }

    // ---- the window

    @Test
    void nobodyIsCalledBeforeNearlyAllAreBackAndWhoIsLateIsNext() {
        Room node = aNode(database, way, settings(Duration.ofSeconds(10), Duration.ofSeconds(30)));
        Sale all = aSale(1);
        Sale some = aSale(1);
        List<Receipt> here = entered(all, 20);
        List<Receipt> there = entered(some, 20);
        node.open(); // counts them
        redis.server().flushAll();
        open(node, all);
        open(node, some);
        long opened = System.nanoTime();

        List<Receipt> back = new ArrayList<>(here);
        back.addAll(there.subList(5, 20));
        back.forEach(fan -> node.parts.status.now(fan, null));
        Wait.until(
                "the first of the line that is complete is called",
                SOON,
                () -> {
                    node.parts.lines.tick();
                    back.forEach(fan -> node.parts.status.now(fan, null));
                    node.admit(some);
                    return node.admit(all) > 0;
                });

        double seconds = (System.nanoTime() - opened) / 1e9;
        System.out.printf("Called %.1f s after the line was open again%n", seconds);
        assertThat(seconds).isBetween(4.0, 15.0);
        assertThat(node.parts.turns.take(here.getFirst())).isInstanceOf(Turn.Admitted.class);
        assertThat(node.admit(some)).isZero();
        node.parts.lines.tick();
        assertThat(node.parts.status.now(there.get(7), null))
                .contains("RESTORING", "\"number\":" + there.get(7).place());

        // the window is over; those who are there are called, then the one who is late
        redis.connect()
                .sync()
                .hset(
                        "queue:{" + some.id() + "}:state",
                        "admitFrom",
                        "" + System.currentTimeMillis());
        node.admitted(there.get(5));
        node.parts.lines.tick();
        node.parts.status.now(there.get(2), null);
        Wait.until(
                "the late one is back",
                SOON,
                () -> {
                    node.parts.lines.tick();
                    return node.parts.status.now(there.get(2), null).contains("\"position\":1");
                });
        node.parts.turns.leave(there.get(5));
        node.admitted(there.get(2));
        assertThat(node.parts.turns.take(there.get(6))).isEqualTo(new Turn.Waiting(1));
    }

    // ---- who comes back, and who does not

    /**
     * Between two looks of a node the line is lost and rebuilt: the call is void, not the number.
     */
    @Test
    void whoWasCalledBeforeTheLossIsNotToldThatItIsOver() {
        Sale sale = aSale(1);
        Receipt called = room.entered(sale, Room.aFan());
        Wait.until("the fan is called", SOON, () -> room.admit(sale) > 0);
        Room node = aNode(database, way, STILL);
        node.parts.sales.readNow();
        Lines.Followed known = node.parts.lines.find(sale.id()).orElseThrow();
        assertThat(known.snapshot().state(called.place())).isEqualTo(Snapshot.State.CALLED);

        redis.server().flushAll();
        open(room, sale);

        assertThat(node.parts.status.now(called, null)).contains("RESTORING");
        comeBack(node, List.of(called));
        assertThat(node.status(called)).contains("\"position\":1");
    }

    /** The journal was read before, and the line was closed when they left. */
    @Test
    void whoLeavesDuringARecoveryDoesNotComeBack() {
        Sale sale = aSale(1);
        Receipt leaves = room.entered(sale, Room.aFan());
        redis.server().flushAll();
        open(room, sale);
        room.parts.journal.write(new ClaimStore.Left(sale.id(), leaves.place(), leaves.userId()));

        comeBack(room, List.of(leaves));

        assertThat(room.status(leaves)).contains("EXPIRED");
        assertThat(there(room.parts.line.page(sale.id(), 0, 10).orElse(null)).places()).isEmpty();
    }

    // ---- receipts that are none

    @Test
    void forgedForeignAndFutureReceiptsGetNowhere() {
        Sale sale = aSale(1);
        Receipt first = room.entered(sale, Room.aFan());
        redis.server().flushAll();
        open(room, sale);
        comeBack(room, List.of(first));
        Receipt newest = room.entered(room.sale(sale.id()), Room.aFan());
        UUID id = sale.id();
        Fan fan = Room.aFan();
        int epoch = Place.epoch(newest.place());
        List<Receipt> future =
                List.of(
                        new Receipt(id, fan.userId(), fan.person(), newest.place() + 5),
                        new Receipt(id, fan.userId(), fan.person(), Place.of(epoch + 1, 1)),
                        new Receipt(id, fan.userId(), fan.person(), Place.of(8_191, 1)));

        assertThat(future).allSatisfy(one -> assertThat(room.status(one)).contains("EXPIRED"));
        // and not by the script either
        future.forEach(one ->
                room.parts.line.putBack(
                        id, Place.epoch(one.place()), List.of(one), java.util.Set.of()));
        assertThat(there(room.parts.line.page(id, 0, 100).orElse(null)).places())
                .containsExactly(first.place(), newest.place());

        String genuine = first.issue(room.passes, Instant.now().plusSeconds(60));
        assertThat(Receipt.read(room.passes, genuine)).isEqualTo(first);
        char last = genuine.charAt(20) == 'A' ? 'B' : 'A';
        String forged = genuine.substring(0, 20) + last + genuine.substring(21);
        assertThat(Receipt.read(room.passes, forged)).isNull();
        String over = first.issue(room.passes, Instant.now().minusSeconds(1));
        assertThat(Receipt.read(room.passes, over)).isNull();
        // of another line: this one does not know the number, that one has another fan there
        Sale other = aSale(1);
        Receipt foreign = new Receipt(other.id(), first.userId(), first.person(), first.place());
        assertThat(room.status(foreign)).containsAnyOf("EXPIRED");
    }

    // ---- what it would be like without

    /** A counter that went back gives numbers out twice, and a newcomer overtakes. */
    @Test
    void withoutTheIncarnationOlderFilesLetNewcomersOvertake() throws Exception {
        Sale sale = aSale(1);
        Path older = redis.copyOfData();
        Receipt waits = room.entered(sale, Room.aFan());

        OwnRedis.restartFrom(redis.server(), older);
        way.cutAll();
        // whoever believes the older files
        Redis direct = redis.connect();
        String runId =
                direct.sync()
                        .info("server")
                        .lines()
                        .filter(line -> line.startsWith("run_id:"))
                        .map(line -> line.substring(7).strip())
                        .findFirst()
                        .orElseThrow();
        direct.sync().set(room.parts.line.incarnation().key(sale.id().toString()), runId);
        for (int group = 0; group < People.GROUPS; group++) {
            direct.sync().set(room.parts.people.incarnation().key(People.tag(group)), runId);
        }
        Receipt[] newcomer = new Receipt[1];
        Wait.until(
                "the connection is back",
                SOON,
                () -> {
                    newcomer[0] = room.entered(sale, Room.aFan());
                    return true;
                });
        room.admitted(newcomer[0]);

        assertThat(newcomer[0].place()).isEqualTo(waits.place());
        assertThat(room.status(waits)).doesNotContain("ADMITTED");
    }

    /** Those inside are counted from their rows, or not at all. */
    @Test
    void withoutClaimRowsMoreAreInsideThanMayBe() {
        Sale sale = aSale(2);
        List<Receipt> line = entered(sale, 4);
        List<Turn.Admitted> inside = new ArrayList<>();
        inside.add(room.admitted(line.get(0)));
        inside.add(room.admitted(line.get(1)));

        database.sql().sql("delete from claims where schedule_id = ?").param(sale.id()).update();
        redis.server().flushAll();
        open(room, sale);
        comeBack(room, line.subList(2, 4));
        inside.add(room.admitted(line.get(2)));

        assertThat(inside)
                .as("tokens that are good at once, with a limit of two")
                .hasSize(3)
                .allMatch(turn -> turn.expiresAt().isAfter(Instant.now()));
    }
}
