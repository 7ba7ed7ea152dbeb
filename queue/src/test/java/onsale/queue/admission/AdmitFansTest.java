package onsale.queue.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import onsale.queue.Room;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore.Change;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fans are called in order, within rate and limit, and operators see it. */
class AdmitFansTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    @BeforeAll
    static void start() {
        room = stores.closing(new Room(stores));
    }

    @Test
    void fansAreCalledInOrderWithinRateAndLimit() {
        Sale sale = room.aSale(1_000, 3);
        List<Receipt> receipts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            receipts.add(room.entered(sale, Room.aFan()));
        }

        Wait.until(
                "three are called",
                Room.SOON,
                () -> {
                    room.admit(sale);
                    return room.takeTurn.run(receipts.get(2)) instanceof TakeTurn.Outcome.Admitted;
                });
        room.admit(sale);

        assertThat(room.takeTurn.run(receipts.get(0)))
                .isInstanceOf(TakeTurn.Outcome.Admitted.class);
        assertThat(room.takeTurn.run(receipts.get(3))).isEqualTo(new TakeTurn.Outcome.Waiting(1));
        assertThat(room.status(receipts.get(4))).contains("\"position\":2");
        assertThat(room.status(receipts.get(1))).contains("ADMITTED", "\"entryToken\":\"qr_");
    }

    @Test
    void operatorsSeeTheLineInMetrics() {
        Sale sale = room.aSale(1_000, 1);
        Receipt first = room.entered(sale, Room.aFan());
        room.entered(sale, Room.aFan());
        room.entered(sale, Room.aFan());
        room.admitted(first);

        room.status(first);
        Wait.until(
                "the line is among the metrics",
                Room.SOON,
                () ->
                        room.registry
                                        .find("onsale.queue.waiting")
                                        .tag("schedule", sale.id().toString())
                                        .gauge()
                                != null);

        assertThat(metric("waiting", sale)).isEqualTo(2);
        assertThat(metric("active", sale)).isEqualTo(1);
        assertThat(metric("called", sale)).isZero();
        assertThat(metric("restoring", sale)).isZero();
        assertThat(metric("returning", sale)).isZero();
        Wait.until(
                "this node looks by itself, and says how long that takes",
                Room.SOON,
                () -> room.registry.get("onsale.queue.tick").timer().count() > 0);
    }

    private static double metric(String name, Sale sale) {
        return room.registry
                .get("onsale.queue." + name)
                .tag("schedule", sale.id().toString())
                .gauge()
                .value();
    }

    @Test
    void fewerAreCalledWhilePurchasesAreSlow() {
        Sale follows = room.aSale(100, 0);
        Sale ignores = room.aSale(100, 0);
        room.entered(follows, Room.aFan());
        room.entered(ignores, Room.aFan());
        room.change(ignores, new Change(null, null, null, null, null, false));

        Wait.until(
                "the pace falls",
                Room.SOON,
                () -> {
                    room.slowPurchases.report("busy node");
                    room.admitFans.run();
                    return pace(follows) < 60;
                });
        assertThat(pace(ignores)).isEqualTo(100);

        Wait.until(
                "all of the rate again, when nothing is reported",
                Room.SOON,
                () -> {
                    room.admitFans.run();
                    return pace(follows) == 100;
                });
    }

    private static long pace(Sale sale) {
        room.lines.tick();
        return room.lines.find(sale.id()).orElseThrow().snapshot().head().pacePercent();
    }

    @Test
    void theRateIsAsSet() {
        Sale sale = room.aSale(10, 1_000);
        for (int i = 0; i < 40; i++) {
            room.entered(sale, Room.aFan());
        }
        long[] called = {room.admit(sale)};
        long start = System.nanoTime();

        Wait.until(
                "twenty more are called",
                Room.SOON,
                () -> {
                    called[0] += room.admit(sale);
                    return called[0] >= 30;
                });

        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat(called[0] / seconds).isBetween(5.0, 30.0); // ten may have been saved up
        assertThat(seconds).isGreaterThan(1.8);
    }
}
