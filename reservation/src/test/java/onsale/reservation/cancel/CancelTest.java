package onsale.reservation.cancel;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import onsale.contracts.ScheduleCancelled;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation.Status;
import onsale.reservation.hold.HoldSeats;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A paid reservation is given back, and a cancelled show ends all of its reservations. */
class CancelTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;
    private final Fan ann = aFan();

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    @Test
    void aPaidReservationCanBeGivenBackOnce() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        hall.paid(id, hall.checkedOut(ann, id), UUID.randomUUID(), Hall.PRICE);

        assertThat(hall.cancel(ann.userId(), id))
                .isInstanceOf(CancelReservation.Outcome.Cancelled.class);
        assertThat(hall.cancel(ann.userId(), id))
                .isInstanceOf(CancelReservation.Outcome.Cancelled.class);

        assertThat(hall.told(id))
                .containsExactly(
                        "ReservationHeld",
                        "ReservationConfirmed",
                        "ReservationCancelled",
                        "RefundOrder");
        assertThat(hall.parts.tickets.valid(id)).isEmpty();
        assertThat(hall.held(aFan(), show, 0)).isNotNull();
    }

    @Test
    void onTheDayOfTheShowNothingIsGivenBack() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        hall.paid(id, hall.checkedOut(ann, id), UUID.randomUUID(), Hall.PRICE);
        hall.database
                .sql()
                .sql("update schedules set starts_at = now() + interval '1 s' where id = ?")
                .param(show.id())
                .update();

        assertThat(hall.parts.quoteRefund.run(ann.userId(), id, List.of()))
                .isInstanceOf(QuoteRefund.Outcome.TooLate.class);
        assertThat(hall.cancel(ann.userId(), id))
                .isInstanceOf(CancelReservation.Outcome.QuoteNotValid.class);
        assertThat(hall.reservation(id).status()).isEqualTo(Status.CONFIRMED);
    }

    @Test
    void aCancelledShowEndsEveryReservationInItsOwnWay() {
        Show show = hall.open(aShow());
        UUID held = hall.held(ann, show, 0);
        UUID paying = hall.held(aFan(), show, 1);
        Fan ben = aFan();
        UUID sold = hall.held(ben, show, 2);
        hall.parts.checkOut.run(hall.reservation(paying).userId(), paying);
        hall.paid(sold, hall.checkedOut(ben, sold), UUID.randomUUID(), Hall.PRICE);

        hall.parts.scheduleStore.cancel(
                new ScheduleCancelled(
                        show.id(), UUID.randomUUID(), "illness", hall.database.now()));
        hall.sweep();

        assertThat(hall.parts.endings.cancelledShows(1))
                .singleElement()
                .satisfies(progress -> {
                    assertThat(progress.scheduleId()).isEqualTo(show.id());
                    assertThat(progress.waiting()).isEqualTo(1); // payment decides about the order
                    assertThat(progress.ended()).isEqualTo(2);
                    assertThat(progress.refunds()).isEqualTo(1);
                    assertThat(progress.refundsDone()).isZero();
                    assertThat(progress.refundWon()).isEqualTo(Hall.PRICE);
                });
        assertThat(hall.told(held)).endsWith("ReservationCancelled");
        assertThat(hall.told(paying)).endsWith("CloseOrder");
        assertThat(hall.told(sold)).endsWith("ReservationCancelled", "RefundOrder");
        assertThat(hall.hold(aFan(), show, 3)).isInstanceOf(HoldSeats.Outcome.NotOnSale.class);
    }
}
