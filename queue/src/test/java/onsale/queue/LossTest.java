package onsale.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import onsale.queue.EnterQueue.Outcome;
import onsale.queue.Turns.Turn;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis loses everything: numbers stay, nobody is let in twice, nobody comes back to life. */
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

    /** Polls, as their browsers do, until all know where they stand. */
    private static void comeBack(List<Receipt> fans) {
        Wait.until(
                "all are back",
                Room.SOON,
                () -> {
                    room.parts.lines.tick();
                    return fans.stream()
                            .map(fan -> room.parts.status.now(fan, null))
                            .noneMatch(answer -> answer.contains("RESTORING"));
                });
    }

    @Test
    void numbersSurviveALossAndNewcomersAreBehind() {
        Sale sale = room.aSale(1_000, 2);
        List<Receipt> line = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            line.add(room.entered(sale, Room.aFan()));
        }
        Turn.Admitted inside = room.admitted(line.get(0));
        Turn.Admitted other = room.admitted(line.get(1));
        room.parts.turns.leave(line.get(3));

        redis.connect().sync().flushall();
        assertThat(room.enter(sale, Room.aFan())).isInstanceOf(Outcome.Restoring.class);
        assertThat(room.status(line.get(2))).contains("RESTORING", "" + line.get(2).place());
        assertThat(room.parts.turns.take(line.get(0))).isEqualTo(inside);

        room.open();
        Receipt newcomer = room.entered(room.sale(sale.id()), Room.aFan());
        comeBack(List.of(line.get(5), line.get(4), line.get(2)));

        // those inside count, so nobody is let in beside them
        assertThat(room.parts.turns.take(line.get(1))).isEqualTo(other);
        assertThat(room.admit(sale)).isZero();
        assertThat(room.status(line.get(2))).contains("\"position\":1");
        assertThat(room.status(line.get(5))).contains("\"position\":3");
        assertThat(room.status(newcomer)).contains("\"position\":4");
        Wait.until(
                "who left does not come back",
                Room.SOON,
                () -> {
                    room.parts.lines.tick();
                    return room.parts.status.now(line.get(3), null).contains("EXPIRED");
                });
        assertThat(room.entered(sale, line.get(4).fan())).isEqualTo(line.get(4));

        room.parts.turns.leave(line.get(0));
        Wait.until(
                "the lowest number is next, once all had time to come back",
                Room.SOON,
                () -> {
                    room.admit(sale);
                    return room.parts.turns.take(line.get(2)) instanceof Turn.Admitted;
                });
        assertThat(room.parts.turns.take(line.get(0))).isInstanceOf(Turn.Over.class);
        assertThat(room.status(line.get(4))).contains("WAITING");
    }

    @Test
    void aClaimOfTheOldEpochIsNeverCommitted() {
        Sale sale = room.aSale(1_000, 2);
        Receipt receipt = room.entered(sale, Room.aFan());
        Line.Claim.Claiming[] claiming = new Line.Claim.Claiming[1];
        Wait.until(
                "it is called",
                Room.SOON,
                () -> {
                    room.admit(sale);
                    return room.parts.line.claim(sale.id(), receipt.fan(), receipt.place())
                                    instanceof Line.Claim.Claiming begun
                            && (claiming[0] = begun) != null;
                });
        redis.connect().sync().flushall();
        room.open();

        room.parts.claims.insert(
                java.util.UUID.randomUUID(),
                sale.id(),
                receipt.fan(),
                receipt.place(),
                claiming[0].epoch(),
                claiming[0].at().plus(Turns.CLAIM_FOR),
                Room.SETTINGS.tokenFor());

        assertThat(room.parts.claims.active(sale.id())).isEmpty();
        assertThat(room.sale(sale.id()).epoch()).isEqualTo(claiming[0].epoch() + 1);
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
        room.parts.lines.find(sale.id());
        comeBack(List.of(stays, goes));

        assertThat(room.status(goes)).contains("EXPIRED");
        Wait.until( // the node may have looked at this line while it was closed
                "the other line is open",
                Room.SOON,
                () -> {
                    room.parts.lines.tick();
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
