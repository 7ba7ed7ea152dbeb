package onsale.reservation.gate;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.hold.HoldSeats;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A rebuilt gate learns of holds that committed while it was restoring. */
class ReconcileGatesTest {

    @RegisterExtension static final Stores stores = Stores.ownWithoutKafka();
    private static Hall hall;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    /** The hold begins while the gate is restoring and commits after it was opened. */
    @Test
    void aHoldThatMissedTheOpeningIsAtTheGateWithTheNextLook() throws Exception {
        Show show = hall.open(aShow().withSeats(4));
        Fan fan = aFan();
        stores.redis().flushAll();
        Future<HoldSeats.Outcome> holding;
        try (Connection inTheWay = stores.admin();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            inTheWay.setAutoCommit(false);
            try (var row =
                    inTheWay.prepareStatement(
                            "insert into reservation_service.person_seats values (?, ?, 1, 4)")) {
                row.setObject(1, show.id());
                row.setString(2, fan.personId());
                row.executeUpdate();
            }
            holding = threads.submit(() -> hall.hold(fan, show, 0));
            Wait.until("the hold waits for that row", Duration.ofSeconds(10), () -> isWaiting());
            hall.parts.reconcileGates.openAll(() -> true);
            assertThat(hall.parts.gate.all(show.id()).orElseThrow().entries()).isEmpty();
            inTheWay.rollback();
            assertThat(holding.get()).isInstanceOf(HoldSeats.Outcome.Held.class);
        }

        hall.parts.reconcileGates.openAll(() -> true);

        assertThat(hall.parts.gate.all(show.id()).orElseThrow().entries())
                .extracting(SeatGate.Entry::ordinal)
                .containsExactly(0);
    }

    private static boolean isWaiting() throws Exception {
        try (Connection admin = stores.admin();
                var statement = admin.createStatement();
                var rows =
                        statement.executeQuery(
                                "select from pg_stat_activity where wait_event_type = 'Lock'")) {
            return rows.next();
        }
    }
}
