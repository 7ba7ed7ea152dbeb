package onsale.queue.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import onsale.queue.QueueModule;
import onsale.queue.Room;
import onsale.queue.admission.EntryToken;
import onsale.queue.admission.TakeTurn;
import onsale.queue.enter.EnterQueue.Outcome;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis loses everything: places stay, and nobody is let in twice. */
class LossTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    @RegisterExtension static final OwnRedis redis = new OwnRedis();

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    @BeforeAll
    static void start() {
        room =
                stores.closing(
                        new Room(
                                stores.database(QueueModule.SCHEMA),
                                redis.connect(),
                                stores.kafkaSettings(),
                                stores.secret(),
                                Room.SETTINGS,
                                null));
    }

    /** All fans poll, as their browsers do, until each of them knows where they stand. */
    private static void comeBack(List<Receipt> fans) {
        Wait.until(
                "all are back",
                Room.SOON,
                () -> {
                    room.lines.tick();
                    return fans.stream()
                            .map(room::now)
                            .noneMatch(answer -> answer.contains("RESTORING"));
                });
    }

    @Test
    void placesSurviveALossAndNewcomersAreBehind() {
        Sale sale = room.aSale(1_000, 2);
        List<Receipt> line = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            line.add(room.entered(sale, Room.aFan()));
        }
        EntryToken inside = room.admitted(line.get(0));
        EntryToken other = room.admitted(line.get(1));
        room.leaveQueue.run(line.get(3));

        redis.connect().sync().flushall();
        assertThat(room.enter(sale, Room.aFan())).isInstanceOf(Outcome.Restoring.class);
        assertThat(room.status(line.get(2))).contains("RESTORING", "" + line.get(2).place());
        assertThat(room.takeTurn.run(line.get(0))).isEqualTo(new TakeTurn.Outcome.Admitted(inside));

        room.open();
        Receipt newcomer = room.entered(room.sale(sale.id()), Room.aFan());
        comeBack(List.of(line.get(5), line.get(4), line.get(2)));

        // those inside count, so nobody else is let in
        assertThat(room.takeTurn.run(line.get(1))).isEqualTo(new TakeTurn.Outcome.Admitted(other));
        assertThat(room.admit(sale)).isZero();
        assertThat(room.status(line.get(2))).contains("\"position\":1");
        assertThat(room.status(line.get(5))).contains("\"position\":3");
        assertThat(room.status(newcomer)).contains("\"position\":4");
        Wait.until(
                "who left does not come back",
                Room.SOON,
                () -> {
                    room.lines.tick();
                    return room.now(line.get(3)).contains("EXPIRED");
                });
        assertThat(room.entered(sale, line.get(4).fan())).isEqualTo(line.get(4));

        room.leaveQueue.run(line.get(0));
        Wait.until(
                "the lowest place is next, once all had time to come back",
                Room.SOON,
                () -> {
                    room.admit(sale);
                    return room.takeTurn.run(line.get(2)) instanceof TakeTurn.Outcome.Admitted;
                });
        assertThat(room.takeTurn.run(line.get(0))).isInstanceOf(TakeTurn.Outcome.Over.class);
        assertThat(room.status(line.get(4))).contains("WAITING");
    }

    @Test
    void whoComesBackIsBoundAgainAndWhoIsElsewhereStaysThere() {
        Sale sale = room.aSale(1, 0);
        Sale other = room.aSale(1, 0);
        Receipt stays = room.entered(sale, Room.aFan());
        Receipt goes = room.entered(sale, Room.aFan());

        redis.connect().sync().flushall();
        room.open();
        Receipt anew = room.entered(room.sale(other.id()), goes.fan());
        room.lines.find(sale.id());
        comeBack(List.of(stays, goes));

        assertThat(room.status(goes)).contains("EXPIRED");
        Wait.until( // the node may have looked at this line while it was restoring
                "the other line is open",
                Room.SOON,
                () -> {
                    room.lines.tick();
                    return room.status(anew).contains("WAITING");
                });
        assertThat(room.enter(room.sale(other.id()), stays.fan()))
                .isEqualTo(new Outcome.Elsewhere(sale.id()));
    }

    @Test
    void aPersonInsideIsStillBoundAfterALoss() {
        Sale sale = room.aSale(1_000, 2);
        Sale other = room.aSale(1_000, 2);
        Receipt receipt = room.entered(sale, Room.aFan());
        room.admitted(receipt);

        redis.connect().sync().flushall();
        room.open();

        assertThat(room.enter(room.sale(other.id()), receipt.fan()))
                .isEqualTo(new Outcome.Elsewhere(sale.id()));
    }
}
