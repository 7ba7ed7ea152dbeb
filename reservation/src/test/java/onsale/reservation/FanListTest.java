package onsale.reservation;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a fan's list shows: cancelled reservations for a while, unless the fan removed them. */
class FanListTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static final Duration SHOWN_FOR = Duration.ofDays(7);
    private static Hall hall;
    private final Fan fan = aFan();

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    @Test
    void cancelledReservationsAreShownForAWhileUnlessTheyAreRemoved() {
        Show show = hall.open(aShow());
        UUID held = hall.held(fan, show, 0);
        UUID recent = cancelledDaysAgo(show, 1, 6);
        cancelledDaysAgo(show, 2, 8);
        UUID removed = cancelledDaysAgo(show, 3, 1);
        assertThat(shown()).containsExactlyInAnyOrder(held, recent, removed);

        hall.parts.removeFromList.run(fan.userId(), removed);

        assertThat(shown()).containsExactlyInAnyOrder(held, recent);
        assertThat(hall.parts.reservations.countOfUser(fan.userId(), SHOWN_FOR)).isEqualTo(2);
    }

    private List<UUID> shown() {
        return hall.parts.reservations.ofUser(fan.userId(), SHOWN_FOR, 20, 0).stream()
                .map(Reservation::id)
                .toList();
    }

    private UUID cancelledDaysAgo(Show show, int ordinal, int days) {
        UUID id = hall.held(fan, show, ordinal);
        hall.letTimeRunOut(id);
        hall.sweep();
        hall.database
                .sql()
                .sql(
                        "update reservations set cancelled_at = now() - ? * interval '1 d' where id = ?")
                .params(days, id)
                .update();
        return id;
    }
}
