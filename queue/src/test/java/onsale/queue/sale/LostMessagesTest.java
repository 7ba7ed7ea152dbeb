package onsale.queue.sale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.ScheduleHeardByQueue;
import onsale.contracts.SeatsSold;
import onsale.queue.Room;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The waiting room makes up for lost messages about schedules and sales. */
class LostMessagesTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Room room;

    @BeforeAll
    static void open() {
        room = new Room(stores);
    }

    @AfterAll
    static void close() {
        room.close();
    }

    @Test
    void itTellsWhatItHasHeardOfASchedule() {
        UUID id = UUID.randomUUID();
        assertThat(room.saleStore.heard(id)).isEqualTo(new ScheduleHeardByQueue(id, 0, 0, false));

        room.saleStore.cancel(new ScheduleCancelled(id, id, "", Instant.now()));
        room.saleStore.inventoryComplete(new InventoryComplete(id, 3, 10, "", null));
        room.publish(id, 2, Instant.now(), Instant.now().plusSeconds(60));
        room.publish(id, 1, Instant.now(), Instant.now().plusSeconds(60)); // late

        assertThat(room.saleStore.heard(id)).isEqualTo(new ScheduleHeardByQueue(id, 2, 3, true));
    }

    @Test
    void aLostSaleIsMadeUpForWhenItWasMissingTwice() {
        Sale sale = room.aSale(10, 10);
        room.saleStore.inventoryComplete(new InventoryComplete(sale.id(), 1, 3, "", null));
        room.saleStore.sold(sale.id(), 2); // of three: the message of the third was lost

        compare(sale, 3);
        assertThat(room.sale(sale.id()).soldOut()).isFalse(); // it may be on its way
        compare(sale, 3);

        assertThat(room.sale(sale.id()).soldOut()).isTrue();
    }

    @Test
    void aMessageOnItsWayIsNotCountedTwice() {
        Sale sale = room.aSale(10, 10);
        room.saleStore.inventoryComplete(new InventoryComplete(sale.id(), 1, 3, "", null));
        room.saleStore.sold(sale.id(), 1);

        compare(sale, 2);
        room.saleStore.sold(sale.id(), 1); // here it comes
        compare(sale, 2);
        compare(sale, 2);

        assertThat(sold(sale)).isEqualTo(2);
    }

    private static void compare(Sale sale, int soldInAll) {
        room.saleStore.compared(
                new SeatsSold(sale.id(), 0, 3, Instant.now(), List.of(), soldInAll));
    }

    private static int sold(Sale sale) {
        return room.database
                .sql()
                .sql("select sold from stocks where schedule_id = ?")
                .param(sale.id())
                .query(Integer.class)
                .single();
    }
}
