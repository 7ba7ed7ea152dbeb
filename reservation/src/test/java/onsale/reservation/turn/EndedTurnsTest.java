package onsale.reservation.turn;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.EntryEnded;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation;
import onsale.reservation.cancel.CancelReservation;
import onsale.reservation.hold.HoldSeats.Outcome;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A turn that has ended holds no more seats, even with a good token. */
class EndedTurnsTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall here;
    private static Hall there;

    @BeforeAll
    static void open() {
        here = new Hall(stores);
        there = new Hall(stores);
    }

    @AfterAll
    static void close() {
        here.close();
        there.close();
    }

    private final Fan ann = aFan();

    @SuppressWarnings("NullAway.Init")
    private Show show;

    @BeforeEach
    void onSale() {
        show = here.open(aShow().withQueue());
    }

    private static Turn aTurn() {
        return new Turn(UUID.randomUUID(), Instant.now().plus(Duration.ofMinutes(10)));
    }

    private Outcome hold(Hall node, Turn turn, int seat) {
        return node.hold(
                ann, show, UUID.randomUUID().toString(), List.of(show.seat(seat)), Map.of(), turn);
    }

    private void ended(Turn turn) {
        here.database.inTransaction(() ->
                here.parts.endedTurns.ended(
                        new EntryEnded(turn.id(), show.id(), ann.userId(), "LEFT", turn.until())));
    }

    private static long rows() {
        return here.database
                .sql()
                .sql("select count(*) from ended_turns")
                .query(Long.class)
                .single();
    }

    @Test
    void aTurnThatEndedHoldsNothingMoreOnAnyNode() {
        Turn turn = aTurn();
        assertThat(hold(here, turn, 1)).isInstanceOf(Outcome.Held.class);

        ended(turn);
        ended(turn); // told twice

        assertThat(hold(here, turn, 2)).isEqualTo(new Outcome.EntryUsed());
        assertThat(hold(there, turn, 2)).isEqualTo(new Outcome.EntryUsed());
        assertThat(hold(there, aTurn(), 2)).isInstanceOf(Outcome.Held.class);
    }

    /** The canary: what refuses is the row, and the token alone would go on. */
    @Test
    void withoutTheRowATurnThatEndedGoesOnHolding() {
        Turn turn = aTurn();
        ended(turn);
        assertThat(hold(here, turn, 1)).isEqualTo(new Outcome.EntryUsed());

        here.database.sql().sql("delete from ended_turns").update();

        assertThat(hold(here, turn, 1)).isInstanceOf(Outcome.Held.class);
    }

    @Test
    void whatWasHeldBeforeCanStillBePaid() {
        Turn turn = aTurn();
        UUID id = Hall.id(hold(here, turn, 1));

        ended(turn);
        here.paid(id, here.checkedOut(ann, id), UUID.randomUUID(), Hall.PRICE);

        assertThat(here.reservation(id).status()).isEqualTo(Reservation.Status.CONFIRMED);
    }

    /** A purchase ends the turn for good: cancelling it does not bring the turn back. */
    @Test
    void aTurnBuysOnceEvenIfThePurchaseIsCancelled() {
        Turn turn = aTurn();
        UUID id = Hall.id(hold(here, turn, 1));
        here.paid(id, here.checkedOut(ann, id), UUID.randomUUID(), Hall.PRICE);
        assertThat(hold(there, turn, 2)).isEqualTo(new Outcome.EntryUsed());

        assertThat(here.cancel(ann.userId(), id))
                .isInstanceOf(CancelReservation.Outcome.Cancelled.class);

        assertThat(hold(there, turn, 2)).isEqualTo(new Outcome.EntryUsed());
    }

    /** A released hold does not end the turn: other seats may be held while it lasts. */
    @Test
    void aTurnGoesOnAfterAHoldThatWasGivenUp() {
        Turn turn = aTurn();
        UUID id = Hall.id(hold(here, turn, 1));
        here.parts.releaseHold.run(ann.userId(), id);

        assertThat(hold(there, turn, 2)).isInstanceOf(Outcome.Held.class);
    }

    /** Whatever a node's clock says: the database decides. */
    @Test
    void aTurnWhoseTimeIsOverHoldsNothing() {
        Turn over = new Turn(UUID.randomUUID(), here.database.now().minus(Duration.ofMillis(1)));

        assertThat(hold(here, over, 1)).isEqualTo(new Outcome.EntryUsed());
    }

    @Test
    void aRowIsKeptAsLongAsATokenCouldBeGood() {
        here.database.sql().sql("delete from ended_turns").update();
        Turn turn = aTurn();
        ended(turn);
        ended(new Turn(UUID.randomUUID(), Instant.now().minusSeconds(1))); // heard late
        assertThat(rows()).isEqualTo(1);

        here.parts.endedTurns.forget(() -> true);
        assertThat(rows()).isEqualTo(1);

        here.database.sql().sql("update ended_turns set tokens_until = now()").update();
        here.parts.endedTurns.forget(() -> true);
        assertThat(rows()).isZero();
    }
}
