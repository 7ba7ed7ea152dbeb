package onsale.reservation.hold;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;
import onsale.reservation.hold.HoldSeats.Outcome;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HoldTest {

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
    void aHoldHasItsSeatsItsPriceAndItsTime() {
        Show show = hall.open(aShow());
        Fan ann = aFan();

        Outcome outcome = hall.hold(ann, show, 3, 4);

        Outcome.Held held = (Outcome.Held) outcome;
        Reservation row = hall.reservation(held.reservationId());
        assertThat(held.number()).matches("B-\\d{8}-\\d{6,}");
        assertThat(held.totalWon()).isEqualTo(2 * Hall.PRICE).isEqualTo(row.totalWon());
        assertThat(held.expiresAt()).isAfter(Instant.now()).isEqualTo(row.holdExpiresAt());
        assertThat(held.seats())
                .extracting(Reservation.Seat::seatNumber)
                .containsExactly("1F A row 0 3", "1F A row 0 4");
        assertThat(row.status()).isEqualTo(Status.PENDING);
        assertThat(row.show().title()).isEqualTo("달빛 아래");
        assertThat(hall.told(row.id())).containsExactly("ReservationHeld");
    }

    @Test
    void aTakenSeatMakesTheWholeRequestFailAndIsNamed() {
        Show show = hall.open(aShow());
        hall.held(aFan(), show, 5);

        Outcome outcome = hall.hold(aFan(), show, 4, 5, 6);

        assertThat(outcome).isEqualTo(new Outcome.Taken(List.of(show.seat(5))));
        assertThat(hall.held(aFan(), show, 4, 6)).isNotNull();
    }

    @Test
    void withoutTheGatePostgresqlSaysTheSame() {
        Show show = hall.put(aShow());
        hall.held(aFan(), show, 5);

        assertThat(hall.hold(aFan(), show, 4, 5, 6))
                .isEqualTo(new Outcome.Taken(List.of(show.seat(5))));
        assertThat(hall.held(aFan(), show, 4, 6)).isNotNull();
    }

    @Test
    void theSameRequestTwiceIsOneHold() {
        Show show = hall.open(aShow());
        Fan ann = aFan();

        Outcome first = hall.hold(ann, show, "key", 1, 2);
        Outcome again = hall.hold(ann, show, "key", 2, 1);
        Outcome other = hall.hold(ann, show, "key", 7);

        assertThat(Hall.id(again)).isEqualTo(Hall.id(first));
        assertThat(other).isInstanceOf(Outcome.KeyReused.class);
        assertThat(hall.held(aFan(), show, 7)).isNotNull();
    }

    @Test
    void nobodyHasMoreSeatsThanAPersonMay() {
        Show show = hall.open(aShow().perPerson(3));
        Fan ann = aFan();
        hall.held(ann, show, 0, 1);

        assertThat(hall.hold(ann, show, 2, 3)).isEqualTo(new Outcome.OverLimit(3));
        assertThat(hall.held(ann, show, 2)).isNotNull();
        assertThat(hall.held(aFan(), show, 3)).isNotNull();
    }

    @Test
    void aHoldThatIsOverGivesWayAtOnceAndCountsNoMore() {
        Show show = hall.open(aShow().perPerson(2).heldFor(1));
        Fan ann = aFan();
        UUID first = hall.held(ann, show, 0, 1);
        hall.letTimeRunOut(first);
        Wait.until(
                "the gate lets go",
                Duration.ofSeconds(3),
                () -> hall.hold(aFan(), show, 0) instanceof Outcome.Held);

        UUID second = hall.held(ann, show, 2, 3);

        assertThat(hall.reservation(first).status()).isEqualTo(Status.CANCELLED);
        assertThat(hall.told(first)).containsExactly("ReservationHeld", "ReservationCancelled");
        assertThat(hall.reservation(second).status()).isEqualTo(Status.PENDING);
    }

    @Test
    void nothingIsHeldBeforeTheSaleOpensOrOfWhatDoesNotExist() {
        Show later = hall.open(aShow().opening(Instant.now().plusSeconds(60)));
        Show show = hall.open(aShow().withSeats(5));

        assertThat(hall.hold(aFan(), later, 1)).isInstanceOf(Outcome.NotOnSale.class);
        assertThat(hall.hold(aFan(), aShow(), 1)).isInstanceOf(Outcome.NoSchedule.class);
        assertThat(hall.hold(aFan(), show, 5))
                .isEqualTo(new Outcome.NoSuchSeats(List.of(show.seat(5)), List.of()));
        assertThat(hall.hold(aFan(), show, "k", List.of(later.seat(1)), Map.of("NOWHERE", 1), null))
                .isEqualTo(new Outcome.NoSuchSeats(List.of(later.seat(1)), List.of("NOWHERE")));
    }

    @Test
    void seatsOfAZoneAreCountedDownToTheLast() {
        for (Show show :
                List.of(
                        hall.open(aShow().withSeats(2).withStanding(5)),
                        hall.put(aShow().withSeats(2).withStanding(5)))) {
            Outcome mixed =
                    hall.hold(aFan(), show, "k", List.of(show.seat(0)), Map.of(Hall.ZONE, 3), null);
            Outcome tooMany = standing(show, 3);
            Outcome last = standing(show, 2);
            Outcome none = standing(show, 1);

            assertThat(((Outcome.Held) mixed).seats()).hasSize(4);
            assertThat(tooMany).isEqualTo(new Outcome.ZoneFull(Hall.ZONE));
            assertThat(((Outcome.Held) last).seats()).hasSize(2);
            assertThat(none).isEqualTo(new Outcome.ZoneFull(Hall.ZONE));
        }
    }

    private static Outcome standing(Show show, int count) {
        return hall.hold(
                aFan(),
                show,
                UUID.randomUUID().toString(),
                List.of(),
                Map.of(Hall.ZONE, count),
                null);
    }

    @Test
    void ofManyWhoWantTheSameSeatsOneGetsThem() throws Exception {
        for (Show show : List.of(hall.open(aShow()), hall.put(aShow()))) {
            List<Callable<Outcome>> fans = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int seat = i % 3;
                fans.add(() -> hall.hold(aFan(), show, seat, 3, 4 + seat));
            }
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                int held = 0;
                for (Future<Outcome> done : threads.invokeAll(fans)) {
                    held += done.get() instanceof Outcome.Held ? 1 : 0;
                }
                assertThat(held).isEqualTo(1);
            }
        }
    }
}
