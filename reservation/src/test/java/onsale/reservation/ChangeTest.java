package onsale.reservation;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.contracts.ScheduleCancelled;
import onsale.reservation.ChangeReservation.Outcome;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation.Status;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ChangeTest {

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

    private Outcome changeTo(Show show, UUID id, int... ordinals) {
        List<UUID> seats = Arrays.stream(ordinals).mapToObj(show::seat).toList();
        return hall.parts.change.changeSeats(ann.userId(), id, seats);
    }

    @Test
    void otherSeatsReplaceTheOldOnes() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0, 1, 2);

        Outcome outcome = changeTo(show, id, 2, 3);

        Reservation after = ((Outcome.Done) outcome).reservation();
        assertThat(after.activeOrdinals()).containsExactly(2, 3);
        assertThat(after.totalAmount()).isEqualTo(2 * Hall.PRICE);
        assertThat(after.counted()).isEqualTo(2);
        assertThat(hall.held(aFan(), show, 0, 1)).isNotNull();
        assertThat(hall.hold(aFan(), show, 3)).isInstanceOf(HoldSeats.Outcome.Taken.class);
    }

    @Test
    void whoWantsATakenSeatKeepsTheOwn() {
        for (Show show : List.of(hall.open(aShow()), hall.put(aShow()))) {
            UUID id = hall.held(ann, show, 0);
            hall.held(aFan(), show, 1);

            Outcome outcome = changeTo(show, id, 1, 2);

            assertThat(outcome).isEqualTo(new Outcome.Taken(List.of(show.seat(1))));
            assertThat(hall.reservation(id).activeOrdinals()).containsExactly(0);
            assertThat(hall.held(aFan(), show, 2)).isNotNull();
        }
    }

    @Test
    void theLimitHoldsForChangesToo() {
        Show show = hall.open(aShow().perPerson(2));
        UUID id = hall.held(ann, show, 0, 1);

        assertThat(changeTo(show, id, 0, 1, 2)).isEqualTo(new Outcome.OverLimit(2));
        assertThat(hall.reservation(id).activeOrdinals()).containsExactly(0, 1);
        assertThat(hall.held(aFan(), show, 2)).isNotNull();
    }

    @Test
    void releasedSeatsAreFreeAtOnce() {
        Show show = hall.open(aShow().perPerson(1));
        UUID id = hall.held(ann, show, 0);

        assertThat(hall.parts.change.release(ann.userId(), id)).isInstanceOf(Outcome.Done.class);

        assertThat(hall.held(aFan(), show, 0)).isNotNull();
        assertThat(hall.held(ann, show, 1)).isNotNull();
        assertThat(hall.told(id)).containsExactly("ReservationHeld", "ReservationCancelled");
        assertThat(hall.parts.change.release(ann.userId(), id)).isInstanceOf(Outcome.Done.class);
        assertThat(hall.told(id)).hasSize(2);
    }

    @Test
    void aHoldIsExtendedOnceAndOnlyByItsFan() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        var before = hall.reservation(id).holdExpiresAt();

        assertThat(hall.parts.change.extend(aFan().userId(), id))
                .isInstanceOf(Outcome.NotFound.class);
        assertThat(hall.parts.change.extend(ann.userId(), id)).isInstanceOf(Outcome.Done.class);
        assertThat(hall.parts.change.extend(ann.userId(), id))
                .isInstanceOf(Outcome.NoMoreExtensions.class);
        assertThat(hall.reservation(id).holdExpiresAt())
                .isEqualTo(before.plus(ChangeReservation.EXTENSION));
    }

    @Test
    void checkoutFreezesTheSeatsUntilTheVerdict() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);

        UUID order = hall.checkedOut(ann, id);

        assertThat(hall.checkedOut(ann, id)).isEqualTo(order);
        assertThat(changeTo(show, id, 1)).isInstanceOf(Outcome.OrderOpen.class);
        assertThat(hall.parts.change.release(ann.userId(), id))
                .isInstanceOf(Outcome.OrderOpen.class);
        hall.letTimeRunOut(id);
        hall.sweep();
        assertThat(hall.reservation(id).status()).isEqualTo(Status.PENDING);
        assertThat(hall.hold(aFan(), show, 0)).isInstanceOf(HoldSeats.Outcome.Taken.class);
        assertThat(hall.told(id)).containsExactly("ReservationHeld", "CloseOrder");

        hall.closed(id, order);

        assertThat(hall.reservation(id).status()).isEqualTo(Status.CANCELLED);
        assertThat(hall.held(aFan(), show, 0)).isNotNull();
    }

    @Test
    void theOrderSaysWhoPaysWhatForWhat() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0, 1);

        var out = (Outcome.CheckedOut) hall.parts.change.checkOut(ann.userId(), id);

        assertThat(OrderPass.read(hall.passes, out.paymentOrder()))
                .hasValue(
                        new OrderPass(
                                Endings.order(out.reservation()),
                                id,
                                ann.userId(),
                                show.id(),
                                2 * Hall.PRICE));
    }

    @Test
    void paidIsSoldWithATicketForEachSeat() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0, 1);
        UUID order = hall.checkedOut(ann, id);
        UUID payment = UUID.randomUUID();

        hall.paid(id, order, payment, 2 * Hall.PRICE);
        hall.paid(id, order, payment, 2 * Hall.PRICE);
        hall.closed(id, order);

        Reservation after = hall.reservation(id);
        assertThat(after.status()).isEqualTo(Status.CONFIRMED);
        assertThat(hall.parts.store.tickets(id))
                .extracting(ReservationStore.Ticket::number)
                .containsExactly(after.number() + "-1", after.number() + "-2");
        assertThat(hall.parts.store.tickets(id)).allMatch(t -> t.code().startsWith("qt_"));
        assertThat(hall.told(id)).containsExactly("ReservationHeld", "ReservationConfirmed");
        assertThat(hall.parts.gate.all(show.id()).orElseThrow().entries())
                .allMatch(SeatGate.Entry::isSold)
                .hasSize(2);
    }

    @Test
    void moneyThatBuysNothingIsGivenBack() {
        Show show = hall.open(aShow());
        UUID payment = UUID.randomUUID();
        UUID dead = hall.held(ann, show, 0);
        UUID deadOrder = hall.checkedOut(ann, dead);
        hall.closed(dead, deadOrder);
        UUID cheap = hall.held(ann, show, 1);
        UUID cheapOrder = hall.checkedOut(ann, cheap);
        UUID twice = hall.held(ann, show, 2);
        UUID twiceOrder = hall.checkedOut(ann, twice);
        UUID nowhere = UUID.randomUUID();

        hall.paid(dead, deadOrder, payment, Hall.PRICE);
        hall.paid(cheap, cheapOrder, payment, 1);
        hall.paid(twice, twiceOrder, payment, Hall.PRICE);
        hall.paid(twice, twiceOrder, UUID.randomUUID(), Hall.PRICE);
        hall.paid(nowhere, UUID.randomUUID(), payment, Hall.PRICE);

        assertThat(hall.told(dead)).endsWith("ReservationCancelled", "RefundOrder");
        assertThat(hall.told(cheap)).contains("RefundOrder", "ReservationCancelled");
        assertThat(hall.told(twice)).endsWith("ReservationConfirmed", "RefundOrder");
        assertThat(hall.told(nowhere)).containsExactly("RefundOrder");
    }

    @Test
    void aPaidReservationCanBeGivenBackOnce() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        hall.paid(id, hall.checkedOut(ann, id), UUID.randomUUID(), Hall.PRICE);

        assertThat(hall.parts.change.cancel(ann.userId(), id)).isInstanceOf(Outcome.Done.class);
        assertThat(hall.parts.change.cancel(ann.userId(), id)).isInstanceOf(Outcome.Done.class);

        assertThat(hall.told(id))
                .containsExactly(
                        "ReservationHeld",
                        "ReservationConfirmed",
                        "ReservationCancelled",
                        "RefundOrder");
        assertThat(hall.parts.store.tickets(id)).isEmpty();
        assertThat(hall.held(aFan(), show, 0)).isNotNull();
    }

    @Test
    void onTheDayOfTheShowNothingIsGivenBack() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        hall.paid(id, hall.checkedOut(ann, id), UUID.randomUUID(), Hall.PRICE);
        hall.database
                .sql()
                .sql("update reservations set starts_at = now() where id = ?")
                .param(id)
                .update();

        assertThat(hall.parts.change.cancel(ann.userId(), id)).isInstanceOf(Outcome.TooLate.class);
    }

    @Test
    void aCancelledShowEndsEveryReservationInItsOwnWay() {
        Show show = hall.open(aShow());
        UUID held = hall.held(ann, show, 0);
        UUID paying = hall.held(aFan(), show, 1);
        Fan ben = aFan();
        UUID sold = hall.held(ben, show, 2);
        hall.parts.change.checkOut(hall.reservation(paying).userId(), paying);
        hall.paid(sold, hall.checkedOut(ben, sold), UUID.randomUUID(), Hall.PRICE);

        hall.parts.inventoryStore.cancel(
                new ScheduleCancelled(
                        show.id(), UUID.randomUUID(), "illness", hall.database.now()));
        hall.sweep();

        assertThat(hall.told(held)).endsWith("ReservationCancelled");
        assertThat(hall.told(paying)).endsWith("CloseOrder");
        assertThat(hall.told(sold)).endsWith("ReservationCancelled", "RefundOrder");
        assertThat(hall.hold(aFan(), show, 3)).isInstanceOf(HoldSeats.Outcome.NotOnSale.class);
    }
}
