package onsale.reservation.inventory;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.SeatsSold;
import onsale.contracts.Topic;
import onsale.platform.messaging.Incoming;
import onsale.platform.messaging.MessageCodec;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the catalogue is told of sold seats: all of them, and nothing else. */
class TellSoldSeatsTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    @Test
    void everySoldSeatIsToldAndNoHeldOne() {
        Show show = hall.open(aShow().withSeats(4_100));
        UUID first = sell(show, 0, 1);
        UUID last = sell(show, 4_099);
        hall.hold(aFan(), show, 5);

        hall.parts.tellSoldSeats.tell(show.id(), 4_100);

        List<SeatsSold> told = told(show);
        assertThat(told).extracting(SeatsSold::from).containsExactly(0, 2_000, 4_000);
        assertThat(told).extracting(SeatsSold::until).containsExactly(2_000, 4_000, 4_100);
        assertThat(told.get(0).sales())
                .extracting(SeatsSold.Sale::ordinal, SeatsSold.Sale::reservationId)
                .containsExactly(tuple(0, first), tuple(1, first));
        assertThat(told).extracting(SeatsSold::soldInAll).containsOnly(3);
        assertThat(told.get(1).sales()).isEmpty();
        assertThat(told.get(2).sales())
                .extracting(SeatsSold.Sale::reservationId)
                .containsExactly(last);
        assertThat(told.get(2).sales().getFirst().confirmedAt())
                .isBeforeOrEqualTo(told.get(2).asOf());
    }

    private static List<SeatsSold> told(Show show) {
        return hall
                .database
                .sql()
                .sql(
                        "select payload from common.outbox_events where topic = ? and message_key = ?"
                                + " order by seq")
                .params(Topic.SEAT_SYNC, show.id().toString())
                .query(byte[].class)
                .list()
                .stream()
                .map(TellSoldSeatsTest::read)
                .toList();
    }

    private static SeatsSold read(byte[] payload) {
        UUID any = UUID.randomUUID();
        return MessageCodec.decode(
                new Incoming(any, Topic.SEAT_SYNC, "", "SeatsSold", payload, Map.of()),
                SeatsSold.class);
    }

    private static UUID sell(Show show, int... seats) {
        Fan fan = aFan();
        UUID id = Hall.id(hall.hold(fan, show, seats));
        hall.parts.checkOut.run(fan.userId(), id);
        Reservation row = hall.parts.reservations.find(id).orElseThrow();
        hall.paid(id, row.orderId(), UUID.randomUUID(), row.totalWon());
        return id;
    }
}
