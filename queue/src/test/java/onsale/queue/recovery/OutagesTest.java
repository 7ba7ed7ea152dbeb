package onsale.queue.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import onsale.platform.db.Database;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.Ports;
import onsale.platform.redis.Incarnation;
import onsale.queue.Room;
import onsale.queue.admission.EntryToken;
import onsale.queue.admission.TakeTurn;
import onsale.queue.enter.EnterQueue.Outcome;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.snapshot.FollowedLine;
import onsale.testkit.FaultProxy;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis is lost while the database or a node is away too. */
class OutagesTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    @RegisterExtension static final OwnRedis redis = new OwnRedis();

    @SuppressWarnings("NullAway.Init")
    private static LossFixture fixture;

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    @BeforeAll
    static void start() {
        fixture = stores.closing(new LossFixture(stores, redis));
        room = fixture.room();
    }

    @BeforeEach
    void connect() {
        fixture.connect();
    }

    @AfterEach
    void endSales() {
        fixture.endSales();
    }

    @Test
    void whileTheDatabaseKeepsThoseWhoReturnWaitingALineIsFresh() throws Exception {
        int connections = 2;
        Database by =
                fixture.database(
                        stores.postgresSettings().url(), connections, Duration.ofSeconds(30));
        Room node = fixture.aNode(by, fixture.way(), LossFixture.QUICK);
        Sale sale = fixture.aSale(1);
        Receipt first = fixture.entered(sale, 1).getFirst();
        node.sales.readNow();
        FollowedLine line = node.lines.find(sale.id()).orElseThrow();
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
                fixture.entered(sale, 1);
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
                fixture.database(
                        to.url().replace(":" + port, ":" + toDatabase.port()),
                        5,
                        Duration.ofSeconds(1));
        Room node = fixture.aNode(by, fixture.way(), LossFixture.QUICK);
        Sale sale = fixture.aSale(1);
        List<Receipt> line = fixture.entered(sale, 3);
        EntryToken inside = room.admitted(line.get(0));
        node.sales.readNow();
        node.startJobs();
        assertThat(node.status(line.get(1))).contains("WAITING");

        toDatabase.forwardTo(Ports.free());
        toDatabase.cutAll();
        redis.server().flushAll();

        Wait.until(
                "the node has noticed",
                LossFixture.SOON,
                () -> node.fromMemory(line.get(1)).orElseThrow().contains("RESTORING"));
        assertThat(node.enter(sale, Room.aFan())).isInstanceOf(Outcome.Restoring.class);
        assertThat(node.lineKeys.incarnation().state(sale.id().toString()))
                .isNotEqualTo(Incarnation.State.OPEN);

        toDatabase.forwardTo(port);
        toDatabase.cutAll();
        fixture.comeBack(node, List.of(line.get(2), line.get(1)));
        assertThat(node.takeTurn.run(line.get(0))).isEqualTo(new TakeTurn.Outcome.Admitted(inside));
        assertThat(node.status(line.get(1))).contains("\"position\":1");
        node.leaveQueue.run(line.get(0));
        Wait.until(
                "the next is called",
                LossFixture.SOON,
                () -> node.status(line.get(1)).contains("ADMITTED"));
        assertThat(node.status(line.get(2))).contains("WAITING");
    }

    @Test
    void aNodeThatDoesNotSeeRedisHoldsNobodyUp() {
        FaultProxy ownWay = stores.closing(new FaultProxy()).forwardTo(redis.server().port());
        Room blind = fixture.aNode(fixture.database(), ownWay, LossFixture.QUICK);
        Room sees = fixture.aNode(LossFixture.QUICK);
        Sale sale = fixture.aSale(1);
        List<Receipt> line = fixture.entered(sale, 4);
        EntryToken inside = room.admitted(line.get(0));
        List.of(blind, sees)
                .forEach(node -> {
                    node.sales.readNow();
                    assertThat(node.status(line.get(1))).contains("WAITING");
                    node.startJobs();
                });

        ownWay.forwardTo(Ports.free());
        ownWay.cutAll();
        redis.server().flushAll();

        // the one that sees Redis recovers and calls, whoever has the jobs at the moment
        fixture.comeBack(sees, line.subList(1, 4));
        assertThat(sees.takeTurn.run(line.get(0))).isEqualTo(new TakeTurn.Outcome.Admitted(inside));
        assertThat(blind.now(line.get(2))).containsAnyOf("WAITING", "RESTORING");
        sees.leaveQueue.run(line.get(0));
        Wait.until(
                "the next is called",
                LossFixture.SOON,
                () -> sees.status(line.get(1)).contains("ADMITTED"));
        // the blind one lets nobody in
        assertThat(blind.now(line.get(2))).containsAnyOf("WAITING", "RESTORING");
        assertThat(sees.status(line.get(2))).contains("\"position\":1");

        ownWay.forwardTo(redis.server().port());
        ownWay.cutAll();
        Wait.until(
                "it sees again",
                LossFixture.SOON,
                () -> blind.status(line.get(3)).contains("\"position\":2"));
        assertThat(blind.status(line.get(1))).contains("ADMITTED");
    }
}
