package onsale.ops.booking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.ReservationConfirmed.Seat;
import onsale.ops.OpsModule;
import onsale.platform.db.Database;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sums that are right whatever the order of the messages, and however often each comes. */
class BookingStoreTest {

    private static final Instant TEN = Instant.parse("2026-11-01T10:05:00Z");
    private static final Instant ELEVEN = Instant.parse("2026-11-01T11:59:59Z");

    @RegisterExtension static final Stores stores = Stores.shared();

    private final Database ops = stores.database(OpsModule.SCHEMA);
    private final BookingStore store = new BookingStore(ops);
    private final FollowBookings follow = new FollowBookings(store);
    private final UUID schedule = UUID.randomUUID();

    private ReservationConfirmed confirmed(Instant at, String channel, Seat... seats) {
        return new ReservationConfirmed(
                UUID.randomUUID(),
                "B-20261101-000001",
                UUID.randomUUID(),
                schedule,
                List.of(seats).stream().map(Seat::seatId).toList(),
                0,
                UUID.randomUUID(),
                at,
                null,
                null,
                null,
                null,
                List.of(seats),
                channel);
    }

    private static Seat seat(String grade, long priceWon) {
        return new Seat(UUID.randomUUID(), "1F A row 3 12", grade, priceWon);
    }

    private ReservationCancelled cancelled(ReservationConfirmed sold, int seats) {
        return new ReservationCancelled(
                sold.reservationId(),
                sold.userId(),
                schedule,
                sold.seatIds().subList(0, seats),
                "CANCELLED_BY_FAN",
                true,
                ELEVEN);
    }

    private void tell(Object message) {
        ops.inTransaction(() -> {
            switch (message) {
                case ReservationConfirmed sold -> follow.confirmed(sold);
                case ReservationCancelled back -> follow.cancelled(back);
                default -> throw new IllegalArgumentException(message.toString());
            }
        });
    }

    @Test
    void whatAnOrganiserAllocatesIsNoSale() {
        ReservationConfirmed sold = confirmed(TEN, "CARD", seat("VIP", 0));
        ReservationConfirmed allocated =
                new ReservationConfirmed(
                        UUID.randomUUID(),
                        sold.reservationNumber(),
                        sold.userId(),
                        schedule,
                        sold.seatIds(),
                        0,
                        null,
                        TEN,
                        null,
                        null,
                        null,
                        null,
                        sold.seats());

        tell(allocated);
        tell(cancelled(allocated, 1));
        assertThat(store.byHour(schedule)).isEmpty();

        tell(sold);
        assertThat(store.totals(schedule).seats()).as("the same, but paid").isEqualTo(1);
    }

    @Test
    void seatsAreSummedByHourGradeAndChannel() {
        tell(confirmed(TEN, "CARD", seat("R", 100), seat("R", 100), seat("S", 50)));
        tell(confirmed(TEN, "TRANSFER", seat("R", 100)));
        tell(confirmed(ELEVEN, "CARD", seat("R", 100)));

        Instant ten = Instant.parse("2026-11-01T10:00:00Z");
        assertThat(store.byHour(schedule))
                .containsExactly(
                        new HourOfSales(ten, "R", "CARD", 2, 200, 0, 0),
                        new HourOfSales(ten, "R", "TRANSFER", 1, 100, 0, 0),
                        new HourOfSales(ten, "S", "CARD", 1, 50, 0, 0),
                        new HourOfSales(
                                Instant.parse("2026-11-01T11:00:00Z"), "R", "CARD", 1, 100, 0, 0));
        assertThat(store.totals(schedule)).isEqualTo(new BookingStore.Totals(5, 450));
    }

    @Test
    void whatIsGivenBackCountsInTheHourOfItsSale() {
        ReservationConfirmed sold = confirmed(TEN, "CARD", seat("R", 100), seat("R", 70));
        tell(sold);
        tell(cancelled(sold, 1));

        assertThat(store.byHour(schedule))
                .containsExactly(
                        new HourOfSales(
                                Instant.parse("2026-11-01T10:00:00Z"),
                                "R",
                                "CARD",
                                2,
                                170,
                                1,
                                100));
        assertThat(store.totals(schedule)).isEqualTo(new BookingStore.Totals(1, 70));
    }

    @Test
    void anExpiredHoldWasNeverSold() {
        ReservationConfirmed never = confirmed(TEN, "CARD", seat("R", 100));
        tell(
                new ReservationCancelled(
                        never.reservationId(),
                        never.userId(),
                        schedule,
                        never.seatIds(),
                        "EXPIRED",
                        false,
                        ELEVEN));

        assertThat(store.byHour(schedule)).isEmpty();
    }

    @Test
    void aMessageFromBeforeItSaidHowItWasPaidIsCounted() {
        ReservationConfirmed told = confirmed(TEN, "CARD", seat("R", 100));
        tell(
                new ReservationConfirmed(
                        told.reservationId(),
                        told.reservationNumber(),
                        told.userId(),
                        schedule,
                        told.seatIds(),
                        0,
                        told.paymentId(),
                        TEN,
                        null,
                        null,
                        null,
                        null,
                        told.seats()));

        assertThat(store.byHour(schedule))
                .extracting(HourOfSales::channel)
                .containsExactly("UNKNOWN");
    }

    /** A redrive may bring a cancellation before the sale, and anything twice. */
    @Test
    void theOrderDoesNotMatterAndRepeatingDoesNothing() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ReservationConfirmed sold = confirmed(TEN, "CARD", seat("R", 100), seat("S", 50));
            messages.add(sold);
            if (i % 2 == 0) {
                messages.add(cancelled(sold, 1 + i % 4 / 2));
            }
        }
        messages.forEach(this::tell);
        List<HourOfSales> inOrder = store.byHour(schedule);
        ops.inTransaction(() -> {
            store.lockOut();
            store.forget(schedule);
        });
        List<Object> shuffled = new ArrayList<>(messages);
        shuffled.addAll(messages);
        Collections.shuffle(shuffled, random);

        shuffled.forEach(this::tell);

        assertThat(store.byHour(schedule)).as("seed " + seed).isEqualTo(inOrder);
        assertThat(inOrder).extracting(HourOfSales::seats).containsExactly(20, 20);
        assertThat(inOrder).extracting(HourOfSales::returnedSeats).containsExactly(10, 5);
    }
}
