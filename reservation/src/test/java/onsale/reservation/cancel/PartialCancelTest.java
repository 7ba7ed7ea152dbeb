package onsale.reservation.cancel;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.reservation.Checker;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.Reservation.Status;
import onsale.reservation.cancel.QuoteRefund.Outcome.Quoted;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Seats are given back one by one, for the fee that was quoted. */
class PartialCancelTest {

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

    @AfterEach
    void nothingIsWrong() {
        Checker.check(hall.database);
    }

    @Test
    void seatsGoBackOneByOneAndTheRestStays() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1, 2);

        assertThat(hall.cancel(ann.userId(), id, show.seat(1)))
                .isInstanceOf(CancelReservation.Outcome.Cancelled.class);

        Reservation left = hall.reservation(id);
        assertThat(left.status()).isEqualTo(Status.CONFIRMED);
        assertThat(left.activeSeatIds()).containsExactly(show.seat(0), show.seat(2));
        assertThat(left.totalWon()).isEqualTo(2 * Hall.PRICE);
        assertThat(left.counted()).isEqualTo(2);
        assertThat(hall.parts.tickets.valid(id)).hasSize(2);
        assertThat(hall.held(aFan(), show, 1)).isNotNull();
        assertThat(refunds(id)).containsExactly(Hall.PRICE);

        hall.cancel(ann.userId(), id);

        assertThat(hall.reservation(id).status()).isEqualTo(Status.CANCELLED);
        assertThat(refunds(id)).containsExactly(Hall.PRICE, 2 * Hall.PRICE);
        assertThat(hall.told(id))
                .containsExactly(
                        "ReservationHeld",
                        "ReservationConfirmed",
                        "ReservationCancelled",
                        "RefundOrder",
                        "ReservationCancelled",
                        "RefundOrder");
    }

    @Test
    void feesAndRefundsOfTheSeatsAddUp() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1);
        startsIn(show, Duration.ofHours(60));

        Quoted quoted = quoted(id);

        assertThat(quoted.terms().feePercent()).isEqualTo(10);
        assertThat(quoted.seats())
                .extracting(GivenBackSeat::feeWon)
                .containsExactly(5_000L, 5_000L);
        assertThat(quoted.feeWon() + quoted.refundWon()).isEqualTo(2 * Hall.PRICE);
        hall.parts.cancelReservation.run(ann.userId(), id, List.of(), quoted.quote());
        assertThat(refunds(id)).containsExactly(2 * 45_000L);
        assertThat(hall.reservation(id).seats())
                .extracting(Seat::fee)
                .containsExactly(5_000L, 5_000L);
    }

    @Test
    void aQuoteIsHonouredAlthoughTheFeeHasGoneUp() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0);
        Quoted free = quoted(id);
        startsIn(show, Duration.ofHours(45));

        assertThat(quoted(id).terms().feePercent()).isEqualTo(20);
        hall.parts.cancelReservation.run(ann.userId(), id, List.of(), free.quote());

        assertThat(refunds(id)).containsExactly(Hall.PRICE);
    }

    @Test
    void aChangedShowSaysUntilWhenItsTicketsGoBackFreely() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0);
        startsIn(show, Duration.ofHours(30));
        RefundPolicyStore policies = new RefundPolicyStore(hall.database, ZoneId.of("Asia/Seoul"));
        List<UUID> ofThis = List.of(show.id());
        assertThat(policies.freeUntil(ofThis)).isEmpty();
        assertThat(quoted(id).terms().feePercent()).isPositive();

        set(show, "free_cancellation_until = now() + interval '7 d'");

        assertThat(policies.freeUntil(ofThis))
                .as("at the latest until it begins")
                .containsEntry(show.id(), hall.reservation(id).show().startsAt());
        assertThat(quoted(id).terms().why()).isEqualTo(RefundPolicy.Why.SHOW_CHANGED);
        set(show, "free_cancellation_until = now() - interval '1 s'");
        assertThat(policies.freeUntil(ofThis)).isEmpty();
    }

    @Test
    void theStepsAreThoseOfTheCatalogue() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0);
        set(show, "refund_steps = '[{\"daysBefore\":0,\"feePercent\":50}]'");

        assertThat(quoted(id).refundWon()).isEqualTo(Hall.PRICE / 2);
    }

    @Test
    void withoutTheQuoteOfTheseSeatsNothingIsGivenBack() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1);
        UUID other = bought(show, 2);
        String all = quoted(id).quote();
        String expired =
                new RefundQuote(
                                id,
                                ann.userId(),
                                RefundQuote.digest(hall.reservation(id).seats()),
                                0)
                        .issue(hall.passes, hall.database.now().minusSeconds(1));
        int middle = all.length() / 2;
        String tampered =
                all.substring(0, middle)
                        + (all.charAt(middle) == 'A' ? 'B' : 'A')
                        + all.substring(middle + 1);
        Map<String, String> wrong =
                Map.of(
                        "no quote",
                        "none",
                        "of another reservation",
                        quoted(other).quote(),
                        "of some of the seats",
                        quoted(id, show.seat(0)).quote(),
                        "tampered with",
                        tampered);

        wrong.forEach((what, quote) ->
                assertThat(hall.parts.cancelReservation.run(ann.userId(), id, List.of(), quote))
                        .as(what)
                        .isInstanceOf(CancelReservation.Outcome.QuoteNotValid.class));
        assertThat(hall.parts.cancelReservation.run(ann.userId(), id, List.of(), expired))
                .isInstanceOf(CancelReservation.Outcome.QuoteOver.class);
        assertThat(hall.parts.cancelReservation.run(aFan().userId(), id, List.of(), all))
                .isInstanceOf(CancelReservation.Outcome.NotFound.class);
        assertThat(hall.reservation(id).activeSeats()).hasSize(2);
        assertThat(refunds(id)).isEmpty();
    }

    @Test
    void aTicketThatWasUsedIsNotGivenBack() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1);
        hall.database
                .sql()
                .sql("insert into ticket_entries values (?, 1, 'A', now())")
                .param(id)
                .update();

        assertThat(hall.cancel(ann.userId(), id))
                .isInstanceOf(CancelReservation.Outcome.TicketUsed.class);
        assertThat(hall.cancel(ann.userId(), id, show.seat(0)))
                .isInstanceOf(CancelReservation.Outcome.Cancelled.class);
    }

    @Test
    void sentManyTimesAtOnceASeatGoesBackOnce() throws Exception {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1);
        List<UUID> seats = List.of(show.seat(0));
        String quote = quoted(id, show.seat(0)).quote();

        Callable<CancelReservation.Outcome> cancel =
                () -> hall.parts.cancelReservation.run(ann.userId(), id, seats, quote);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(List.of(cancel, cancel, cancel, cancel, cancel, cancel));
        }

        assertThat(refunds(id)).containsExactly(Hall.PRICE);
        assertThat(hall.reservation(id).counted()).isEqualTo(1);
    }

    private UUID bought(Show show, int... ordinals) {
        UUID id = hall.held(ann, show, ordinals);
        hall.paid(id, hall.checkedOut(ann, id), UUID.randomUUID(), Hall.PRICE * ordinals.length);
        return id;
    }

    private Quoted quoted(UUID id, UUID... seats) {
        QuoteRefund.Outcome outcome = hall.parts.quoteRefund.run(ann.userId(), id, List.of(seats));
        if (outcome instanceof Quoted quoted) {
            return quoted;
        }
        throw new AssertionError("not quoted: " + outcome);
    }

    private static void startsIn(Show show, Duration time) {
        set(show, "starts_at = now() + interval '%d s'".formatted(time.toSeconds()));
    }

    private static void set(Show show, String assignment) {
        hall.database
                .sql()
                .sql("update schedules set " + assignment + " where id = ?")
                .param(show.id())
                .update();
    }

    private static List<Long> refunds(UUID id) {
        return hall.database
                .sql()
                .sql(
                        """
                        select amount::bigint from refunds
                        where reservation_id = ? order by asked_at
                        """)
                .param(id)
                .query(Long.class)
                .list();
    }
}
