package onsale.queue.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import onsale.queue.Room;
import onsale.queue.admission.EntryToken;
import onsale.queue.admission.TakeTurn;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.testkit.FaultProxy;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis is lost again at every step of a recovery. */
class RecoveryTest {

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
    void aSecondLossAndADeadNodeInTheMiddleOfARecovery() {
        loseAtEachStep(25);
    }

    @Test
    @Tag("long")
    void aSecondLossAndADeadNodeAtEveryStepOfARecovery() {
        loseAtEachStep(1);
    }

    /**
     * The first node loses its connection at its nth command to Redis, which loses everything in
     * the same moment; the second node takes over.
     */
    private void loseAtEachStep(int stride) {
        Room one = fixture.aNode(LossFixture.STILL);
        Room other = fixture.aNode(LossFixture.STILL);
        Sale sale = fixture.aSale(1);
        List<Receipt> line = fixture.entered(sale, 5);
        EntryToken inside = room.admitted(line.get(0));
        room.leaveQueue.run(line.get(2));
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
            fixture.way().arm(fault, call, redis.server()::flushAll);
            try {
                dies.open();
            } catch (RuntimeException e) {
                // what it began is void
            }
            happened = fixture.way().disarm();
            fixture.open(takesOver, sale);
            fixture.comeBack(takesOver, line);
            fixture.comeBack(dies, line);
            for (Room node : List.of(dies, takesOver)) {
                assertThat(node.takeTurn.run(line.get(0)))
                        .isEqualTo(new TakeTurn.Outcome.Admitted(inside));
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

    /** Epochs run out after eight thousand: one that never opened is used again. */
    @Test
    void aRecoveryThatNeverOpensUsesUpNoEpoch() {
        Sale sale = fixture.aSale(1);
        room.admitted(room.entered(sale, Room.aFan()));
        Receipt receipt = room.entered(sale, Room.aFan());
        int before = room.sale(sale.id()).epoch();
        Room node = fixture.aNode(LossFixture.STILL);

        for (int i = 0; i < 20; i++) {
            redis.server().flushAll();
            // Redis is lost again when the recovery asks for its lease, before it refills those
            // inside
            node.rebuildLine.run(
                    room.sale(sale.id()),
                    () -> {
                        redis.server().flushAll();
                        return true;
                    });
        }
        fixture.open(room, sale);

        assertThat(room.sale(sale.id()).epoch()).isEqualTo(before + 1);
        fixture.comeBack(room, List.of(receipt));
        assertThat(room.status(receipt)).contains("WAITING");
    }
}
