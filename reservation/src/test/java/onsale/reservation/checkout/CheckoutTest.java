package onsale.reservation.checkout;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.contracts.OrderPaid;
import onsale.contracts.OrderPass;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.Topic;
import onsale.platform.messaging.Incoming;
import onsale.platform.messaging.MessageCodec;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.hold.ChangeSeats;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.hold.ReleaseHold;
import onsale.reservation.ticket.Ticket;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A checkout freezes the seats, and the verdict on its order sells or frees them. */
class CheckoutTest {

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
    void checkoutFreezesTheSeatsUntilTheVerdict() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);

        UUID order = hall.checkedOut(ann, id);

        assertThat(hall.checkedOut(ann, id)).isEqualTo(order);
        assertThat(hall.changeSeats(ann.userId(), id, List.of(show.seat(1))))
                .isInstanceOf(ChangeSeats.Outcome.OrderOpen.class);
        assertThat(hall.parts.releaseHold.run(ann.userId(), id))
                .isInstanceOf(ReleaseHold.Outcome.OrderOpen.class);
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

        var out = (CheckOut.Outcome.CheckedOut) hall.parts.checkOut.run(ann.userId(), id);

        assertThat(OrderPass.read(hall.passes, out.paymentOrder()))
                .hasValue(
                        new OrderPass(
                                out.reservation().orderId(),
                                id,
                                ann.userId(),
                                show.id(),
                                2 * Hall.PRICE,
                                out.reservation().show().startsAt()));
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
        assertThat(hall.parts.tickets.valid(id))
                .extracting(Ticket::number)
                .containsExactly(after.number() + "-1", after.number() + "-2");
        assertThat(hall.parts.tickets.valid(id)).allMatch(t -> t.code().startsWith("qt_"));
        assertThat(hall.told(id)).containsExactly("ReservationHeld", "ReservationConfirmed");
        assertThat(hall.parts.gate.all(show.id()).orElseThrow().entries())
                .allMatch(SeatGate.Entry::isSold)
                .hasSize(2);
    }

    @Test
    void moneyThatBuysNothingIsGivenBack() {
        Show show = hall.open(aShow());
        UUID dead = hall.held(ann, show, 0);
        UUID deadOrder = hall.checkedOut(ann, dead);
        hall.closed(dead, deadOrder);
        UUID cheap = hall.held(ann, show, 1);
        UUID cheapOrder = hall.checkedOut(ann, cheap);
        UUID twice = hall.held(ann, show, 2);
        UUID twiceOrder = hall.checkedOut(ann, twice);
        UUID nowhere = UUID.randomUUID();

        hall.paid(dead, deadOrder, UUID.randomUUID(), Hall.PRICE);
        hall.paid(cheap, cheapOrder, UUID.randomUUID(), 1);
        hall.paid(twice, twiceOrder, UUID.randomUUID(), Hall.PRICE);
        hall.paid(twice, twiceOrder, UUID.randomUUID(), Hall.PRICE);
        hall.paid(nowhere, UUID.randomUUID(), UUID.randomUUID(), Hall.PRICE);

        assertThat(hall.told(dead)).endsWith("ReservationCancelled", "RefundOrder");
        assertThat(hall.told(cheap)).contains("RefundOrder", "ReservationCancelled");
        assertThat(hall.told(twice)).endsWith("ReservationConfirmed", "RefundOrder");
        assertThat(hall.told(nowhere)).containsExactly("RefundOrder");
    }

    /** The same as one by one, whoever stands beside whom. */
    @Test
    void paymentsThatComeTogetherHaveEachItsOwnOutcome() {
        Show show = hall.open(aShow().withSeats(8));
        Fan ben = aFan();
        UUID one = hall.held(ann, show, 0, 1);
        UUID other = hall.held(ben, show, 2);
        UUID cheap = hall.held(aFan(), show, 3);
        UUID nowhere = UUID.randomUUID();
        UUID oneOrder = hall.checkedOut(ann, one);
        UUID otherOrder = hall.checkedOut(ben, other);
        UUID cheapOrder = hall.checkedOut(new Fan(hall.reservation(cheap).userId(), "p"), cheap);

        hall.paid(
                paid(nowhere, UUID.randomUUID(), Hall.PRICE),
                paid(one, oneOrder, 2 * Hall.PRICE),
                paid(cheap, cheapOrder, 1),
                paid(one, oneOrder, 2 * Hall.PRICE),
                paid(other, otherOrder, Hall.PRICE));

        assertThat(hall.reservation(one).status()).isEqualTo(Status.CONFIRMED);
        assertThat(hall.reservation(other).status()).isEqualTo(Status.CONFIRMED);
        assertThat(hall.reservation(cheap).status()).isEqualTo(Status.CANCELLED);
        assertThat(hall.parts.tickets.valid(one)).hasSize(2);
        assertThat(hall.parts.tickets.valid(other))
                .extracting(Ticket::seatId)
                .containsExactly(show.seat(2));
        assertThat(hall.parts.tickets.valid(cheap)).isEmpty();
        assertThat(hall.told(one)).endsWith("ReservationConfirmed", "RefundOrder");
        assertThat(hall.told(other)).endsWith("ReservationConfirmed");
        assertThat(hall.told(cheap)).contains("RefundOrder", "ReservationCancelled");
        assertThat(hall.told(nowhere)).containsExactly("RefundOrder");
    }

    private static OrderPaid paid(UUID reservationId, UUID orderId, long amount) {
        return new OrderPaid(orderId, reservationId, UUID.randomUUID(), amount, Instant.now());
    }

    @Test
    void whoWaitsForTheVerdictIsWokenByIt() throws Exception {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        UUID order = hall.checkedOut(ann, id);
        Duration forEver = Duration.ofMinutes(5);

        assertThat(hall.parts.awaitVerdict.run(aFan().userId(), id, forEver))
                .as("another's")
                .isEmpty();
        assertThat(hall.parts.awaitVerdict.run(ann.userId(), id, Duration.ZERO))
                .hasValueSatisfying(now -> assertThat(now.status()).isEqualTo(Status.PENDING));
        try (var fans = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = fans.submit(() -> hall.parts.awaitVerdict.run(ann.userId(), id, forEver));
            hall.paid(id, order, UUID.randomUUID(), Hall.PRICE);

            assertThat(waiting.get(1, TimeUnit.MINUTES))
                    .hasValueSatisfying(
                            now -> assertThat(now.status()).isEqualTo(Status.CONFIRMED));
        }
    }

    /** Who waits keeps a permit that somebody else may need to pay. */
    @Test
    void onlySoManyWaitForVerdictsAtATime() throws Exception {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        UUID order = hall.checkedOut(ann, id);
        Duration forEver = Duration.ofMinutes(5);
        AtomicInteger answered = new AtomicInteger();

        try (var fans = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                fans.submit(() -> {
                    hall.parts.awaitVerdict.run(ann.userId(), id, forEver);
                    return answered.incrementAndGet();
                });
            }
            Wait.until(
                    "the others are answered", Duration.ofMinutes(1), () -> answered.get() == 52);
            hall.paid(id, order, UUID.randomUUID(), Hall.PRICE);
        }
        assertThat(answered).hasValue(100);
    }

    /** Tickets and notifications are made from the message alone. */
    @Test
    void theSaleIsToldWithTheShowAndEachSeat() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0, 1);
        hall.paid(id, hall.checkedOut(ann, id), UUID.randomUUID(), 2 * Hall.PRICE);

        ReservationConfirmed told = confirmed(id);

        assertThat(told.title()).isEqualTo("달빛 아래");
        assertThat(told.venue()).isEqualTo("한빛극장");
        assertThat(told.startsAt()).isEqualTo(hall.reservation(id).show().startsAt());
        assertThat(told.seats())
                .containsExactly(
                        new ReservationConfirmed.Seat(
                                show.seat(0), "1F A row 0 0", "R", Hall.PRICE),
                        new ReservationConfirmed.Seat(
                                show.seat(1), "1F A row 0 1", "S", Hall.PRICE));
    }

    private static ReservationConfirmed confirmed(UUID id) {
        byte[] payload =
                hall.database
                        .sql()
                        .sql(
                                """
                                select payload from common.outbox_events
                                where message_key = ? and event_type = 'ReservationConfirmed'
                                """)
                        .param(id.toString())
                        .query(byte[].class)
                        .single();
        return MessageCodec.decode(
                new Incoming(
                        UUID.randomUUID(),
                        Topic.RESERVATION_EVENTS,
                        "",
                        "ReservationConfirmed",
                        payload,
                        Map.of()),
                ReservationConfirmed.class);
    }
}
