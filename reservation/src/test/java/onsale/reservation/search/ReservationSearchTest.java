package onsale.reservation.search;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import onsale.platform.problem.ProblemException;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation.Status;
import onsale.reservation.search.ReservationSearchController.FoundReservation;
import onsale.reservation.search.ReservationSearchController.FoundReservations;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReservationSearchTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;
    private static ReservationSearchController search;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
        search = new ReservationSearchController(hall.parts.reservations, hall.parts.refunds);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    @Test
    void aReservationIsFoundByItsNumberItsPaymentAndItsFan() {
        Show show = hall.open(aShow().withSeats(10));
        Fan fan = aFan();
        UUID paymentId = UUID.randomUUID();
        UUID bought = hall.held(fan, show, 0);
        hall.paid(bought, hall.checkedOut(fan, bought), paymentId, Hall.PRICE);
        UUID held = hall.held(fan, show, 1);
        hall.held(aFan(), show, 2);

        FoundReservation byPayment = search.find(null, paymentId, null, 0, 20).items().getFirst();

        assertThat(byPayment.reservationId()).isEqualTo(bought);
        assertThat(byPayment.status()).isEqualTo(Status.CONFIRMED);
        assertThat(byPayment.userId()).isEqualTo(fan.userId());
        assertThat(search.find(byPayment.reservationNumber(), null, null, 0, 20).items())
                .containsExactly(byPayment);
        assertThat(search.find(null, null, fan.userId(), 0, 20).items())
                .extracting(FoundReservation::reservationId)
                .containsExactly(held, bought);
    }

    @Test
    void pagesGoOnAndKnowTheTotal() {
        Show show = hall.open(aShow().withSeats(10));
        Fan fan = aFan();
        hall.held(fan, show, 0);
        UUID later = hall.held(fan, show, 1);

        FoundReservations first = search.find(null, null, fan.userId(), 0, 1);
        FoundReservations second = search.find(null, null, fan.userId(), 1, 1);

        assertThat(first.total()).isEqualTo(2);
        assertThat(first.items().getFirst().reservationId()).isEqualTo(later);
        assertThat(second.items()).hasSize(1).doesNotContainAnyElementsOf(first.items());
    }

    @Test
    void nothingAndTwoThingsAtOnceAreRefused() {
        assertThat(search.find("B-19990101-000001", null, null, 0, 20).items()).isEmpty();
        assertThatThrownBy(() -> search.find(null, null, null, 0, 20))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> search.find("B-1", UUID.randomUUID(), null, 0, 20))
                .isInstanceOf(ProblemException.class);
    }
}
