package onsale.queue.enter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import onsale.contracts.InventoryComplete;
import onsale.queue.Room;
import onsale.queue.enter.EnterQueue.Outcome;
import onsale.queue.line.Bindings;
import onsale.queue.line.Fan;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore.Change;
import onsale.queue.status.QueueAnswer;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who gets a place, and who does not. */
class EnterTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    @BeforeAll
    static void start() {
        room = stores.closing(new Room(stores));
    }

    @Test
    void whoEntersAgainKeepsTheNumber() {
        Sale sale = room.aSale(1, 0);
        Fan first = Room.aFan();

        Receipt receipt = room.entered(sale, first);
        Receipt second = room.entered(sale, Room.aFan());
        Receipt again = room.entered(sale, first);

        assertThat(again).isEqualTo(receipt);
        assertThat(second.place()).isEqualTo(receipt.place() + 1);
        assertThat(room.status(second))
                .contains("\"state\":\"WAITING\"", "\"position\":2", "\"ahead\":1");
    }

    @Test
    void aPersonStandsInOneLine() {
        Sale sale = room.aSale(1, 0);
        Sale other = room.aSale(1, 0);
        Fan fan = Room.aFan();
        Receipt receipt = room.entered(sale, fan);

        assertThat(room.enter(other, fan)).isEqualTo(new Outcome.Elsewhere(sale.id()));
        Fan secondAccount = new Fan(UUID.randomUUID(), fan.person());
        assertThat(room.enter(sale, secondAccount)).isEqualTo(new Outcome.Elsewhere(sale.id()));

        room.leaveQueue.run(receipt);
        Wait.until(
                "the person is free",
                Room.SOON,
                () -> room.enter(other, fan) instanceof Outcome.Waiting);
        assertThat(room.enter(sale, fan)).isEqualTo(new Outcome.Elsewhere(other.id()));
    }

    /**
     * A binding that is old may be stale. It is not stale because this node does not have the other
     * sale in its memory.
     */
    @Test
    void aBindingToASaleUnknownToThisNodeIsNotStale() {
        Sale sale = room.aSale(1, 0);
        Sale other = room.aSale(1, 0);
        Fan fan = Room.aFan();
        Receipt receipt = room.entered(sale, fan);
        // the opening was put off: the sale is not current any more, its line is still there
        room.publish(
                sale.id(), 2, Instant.now().plusSeconds(7_200), Instant.now().plusSeconds(9_999));
        room.sales.readNow();
        assertThat(room.sales.known(sale.id())).isNull();
        Bindings.makeOld(stores, fan);

        assertThat(room.enter(other, fan)).isEqualTo(new Outcome.Elsewhere(sale.id()));

        // a binding to a sale that is over is stale
        room.publish(
                sale.id(), 3, Instant.now().minusSeconds(9_999), Instant.now().minusSeconds(7_200));
        room.sales.readNow();
        Bindings.makeOld(stores, fan);
        assertThat(room.enter(other, fan)).isInstanceOf(Outcome.Waiting.class);
        assertThat(receipt.place()).isPositive();
    }

    @Test
    void whoIsRefusedMayEnterAnotherLine() {
        Sale full = room.aSale(1, 0);
        room.change(full, new Change(null, null, 1, null, null));
        room.entered(full, Room.aFan());
        Fan fan = Room.aFan();

        assertThat(room.enter(full, fan)).isInstanceOf(Outcome.Full.class);
        Sale other = room.aSale(1, 0);
        Wait.until(
                "the person is free",
                Room.SOON,
                () -> room.enter(other, fan) instanceof Outcome.Waiting);
    }

    @Test
    void nobodyEntersBeforeTheOpeningNorAfterTheEnd() {
        Sale soon = room.aSale(1, 0, Instant.now().plusSeconds(600));
        assertThat(room.enter(soon, Room.aFan())).isInstanceOf(Outcome.Lobby.class);

        Sale over = room.aSale(1, 0);
        Receipt waiting = room.entered(over, Room.aFan());
        room.publish(over.id(), 2, Instant.now().minusSeconds(60), Instant.now().minusSeconds(1));
        room.open();
        assertThat(room.enter(room.sale(over.id()), Room.aFan()))
                .isEqualTo(new Outcome.Closed(QueueAnswer.Closed.Reason.OVER));
        assertThat(room.status(waiting)).contains("\"state\":\"CLOSED\"", "OVER");
        assertThat(room.admit(over)).isZero();

        // a node that has not heard of the end is told by the script
        assertThat(room.enter(over, Room.aFan()))
                .isEqualTo(new Outcome.Closed(QueueAnswer.Closed.Reason.OVER));
    }

    @Test
    void aSoldOutSaleLetsNobodyInUntilSeatsComeBack() {
        Sale sale = room.aSale(100, 10);
        Receipt waiting = room.entered(sale, Room.aFan());
        room.saleStore.inventoryComplete(new InventoryComplete(sale.id(), 1, 2, "hash", null));
        room.saleStore.sold(sale.id(), 2);
        room.open();

        assertThat(room.enter(room.sale(sale.id()), Room.aFan()))
                .isEqualTo(new Outcome.Closed(QueueAnswer.Closed.Reason.SOLD_OUT));
        assertThat(room.status(waiting)).contains("CLOSED", "SOLD_OUT");
        assertThat(room.admit(sale)).isZero();

        room.saleStore.sold(sale.id(), -1);
        room.open();
        assertThat(room.admitted(waiting)).isNotNull();
    }

    @Test
    void whoLeftDoesNotComeBackWithTheOldReceipt() {
        Sale sale = room.aSale(1, 0);
        Fan fan = Room.aFan();
        Receipt receipt = room.entered(sale, fan);

        room.leaveQueue.run(receipt);
        room.leaveQueue.run(receipt);

        assertThat(room.status(receipt)).contains("EXPIRED");
        Receipt anew = room.entered(sale, fan);
        assertThat(anew.place()).isGreaterThan(receipt.place());
        assertThat(room.status(receipt)).contains("EXPIRED");
        assertThat(room.status(anew)).contains("WAITING");
    }

    @Test
    void fansAreToldThatALineIsPausedOrDraining() {
        Sale sale = room.aSale(1_000, 10);
        Receipt receipt = room.entered(sale, Room.aFan());
        room.change(sale, new Change(null, null, null, true, true));

        assertThat(room.admit(sale)).isZero();
        assertThat(room.status(receipt)).contains("\"paused\":true").doesNotContain("etaSeconds");
        assertThat(room.enter(sale, Room.aFan()))
                .isEqualTo(new Outcome.Closed(QueueAnswer.Closed.Reason.CLOSED));

        room.change(sale, new Change(null, null, null, false, null));
        assertThat(room.admitted(receipt)).isNotNull();
    }
}
