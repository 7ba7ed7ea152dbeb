package onsale.queue.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.queue.Room;
import onsale.queue.admission.Leave;
import onsale.queue.admission.TakeTurn;
import onsale.queue.line.Fan;
import onsale.queue.line.Place;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.snapshot.FollowedLine;
import onsale.queue.snapshot.Snapshot;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who is put back after a loss, who is not, and when the next fan is called. */
class PutFansBackTest {

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
    void nobodyIsCalledBeforeNearlyAllAreBackAndWhoIsLateIsNext() {
        Room node =
                fixture.aNode(LossFixture.settings(Duration.ofSeconds(10), Duration.ofSeconds(30)));
        Sale all = fixture.aSale(1);
        Sale some = fixture.aSale(1);
        List<Receipt> here = fixture.entered(all, 20);
        List<Receipt> there = fixture.entered(some, 20);
        node.open(); // counts them
        redis.server().flushAll();
        fixture.open(node, all);
        fixture.open(node, some);
        long opened = System.nanoTime();

        List<Receipt> back = new ArrayList<>(here);
        back.addAll(there.subList(5, 20));
        back.forEach(node::now);
        Wait.until(
                "the first of the line that is complete is called",
                LossFixture.SOON,
                () -> {
                    node.lines.tick();
                    back.forEach(node::now);
                    node.admit(some);
                    return node.admit(all) > 0;
                });

        double seconds = (System.nanoTime() - opened) / 1e9;
        System.out.printf("Called %.1f s after the line was open again%n", seconds);
        assertThat(seconds).isBetween(4.0, 15.0);
        assertThat(node.takeTurn.run(here.getFirst()))
                .isInstanceOf(TakeTurn.Outcome.Admitted.class);
        assertThat(node.admit(some)).isZero();
        node.lines.tick();
        assertThat(node.now(there.get(7)))
                .contains("RESTORING", "\"number\":" + there.get(7).place());

        // the window is over; those who are there are called, then the one who is late
        redis.connect()
                .sync()
                .hset(
                        "queue:{" + some.id() + "}:state",
                        "callFrom",
                        "" + System.currentTimeMillis());
        node.admitted(there.get(5));
        node.lines.tick();
        node.now(there.get(2));
        Wait.until(
                "the late one is back",
                LossFixture.SOON,
                () -> {
                    node.lines.tick();
                    return node.now(there.get(2)).contains("\"position\":1");
                });
        node.leaveQueue.run(there.get(5));
        node.admitted(there.get(2));
        assertThat(node.takeTurn.run(there.get(6))).isEqualTo(new TakeTurn.Outcome.Waiting(1));
    }

    /**
     * Between two looks of a node the line is lost and rebuilt: the call is void, the place stays.
     */
    @Test
    void whoWasCalledBeforeTheLossIsNotToldThatItIsOver() {
        Sale sale = fixture.aSale(1);
        Receipt called = room.entered(sale, Room.aFan());
        Wait.until("the fan is called", LossFixture.SOON, () -> room.admit(sale) > 0);
        Room node = fixture.aNode(LossFixture.STILL);
        node.sales.readNow();
        FollowedLine known = node.lines.find(sale.id()).orElseThrow();
        assertThat(known.snapshot().state(called.place())).isEqualTo(Snapshot.State.CALLED);

        redis.server().flushAll();
        fixture.open(room, sale);

        assertThat(node.now(called)).contains("RESTORING");
        fixture.comeBack(node, List.of(called));
        assertThat(node.status(called)).contains("\"position\":1");
    }

    /** The journal was read before, and the line was restoring when they left. */
    @Test
    void whoLeavesDuringARecoveryDoesNotComeBack() {
        Sale sale = fixture.aSale(1);
        Receipt leaves = room.entered(sale, Room.aFan());
        redis.server().flushAll();
        fixture.open(room, sale);
        room.journal.write(new Leave(sale.id(), leaves.place(), leaves.userId()));

        fixture.comeBack(room, List.of(leaves));

        assertThat(room.status(leaves)).contains("EXPIRED");
        assertThat(room.lineReader.page(sale.id(), 0, 10).orElseThrow().places()).isEmpty();
    }

    @Test
    void forgedForeignAndFutureReceiptsGetNowhere() {
        Sale sale = fixture.aSale(1);
        Receipt first = room.entered(sale, Room.aFan());
        redis.server().flushAll();
        fixture.open(room, sale);
        fixture.comeBack(room, List.of(first));
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
        // nor does the script put them back
        future.forEach(one ->
                room.lineRecovery.putBack(id, Place.epoch(one.place()), List.of(one), Set.of()));
        assertThat(room.lineReader.page(id, 0, 100).orElseThrow().places())
                .containsExactly(first.place(), newest.place());

        String genuine = first.issue(room.passes, Instant.now().plusSeconds(60));
        assertThat(Receipt.read(room.passes, genuine)).isEqualTo(first);
        char last = genuine.charAt(20) == 'A' ? 'B' : 'A';
        String forged = genuine.substring(0, 20) + last + genuine.substring(21);
        assertThat(Receipt.read(room.passes, forged)).isNull();
        String over = first.issue(room.passes, Instant.now().minusSeconds(1));
        assertThat(Receipt.read(room.passes, over)).isNull();
        // a receipt with a place of another line
        Sale other = fixture.aSale(1);
        Receipt foreign = new Receipt(other.id(), first.userId(), first.person(), first.place());
        assertThat(room.status(foreign)).containsAnyOf("EXPIRED");
    }
}
