package onsale.queue.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.contracts.ReservationConfirmed;
import onsale.queue.Room;
import onsale.queue.enter.EnterQueue.Outcome;
import onsale.queue.line.LineTurns;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Turns are taken up, extended and ended. */
class TurnTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    @BeforeAll
    static void start() {
        room = stores.closing(new Room(stores));
    }

    @Test
    void aTurnIsTakenOnceHoweverOftenItIsAsked() {
        Sale sale = room.aSale(1_000, 10);
        Receipt receipt = room.entered(sale, Room.aFan());

        EntryToken first = room.admitted(receipt);
        TakeTurn.Outcome again = room.takeTurn.run(receipt);

        assertThat(again).isEqualTo(new TakeTurn.Outcome.Admitted(first));
        assertThat(room.pass(first).userId()).isEqualTo(receipt.userId());
        assertThat(room.pass(first).person()).isEqualTo(receipt.person());
        assertThat(room.pass(first).scheduleId()).isEqualTo(sale.id());
        assertThat(room.turnStore.active(sale.id())).hasSize(1);
        // entering again gives the turn, not another place
        assertThat(room.enter(sale, receipt.fan())).isInstanceOf(Outcome.HasTurn.class);
    }

    @Test
    void aTurnIsExtendedTwiceAndARepeatedExtensionIsTheSame() {
        Sale sale = room.aSale(1_000, 10);
        Receipt receipt = room.entered(sale, Room.aFan());
        EntryToken first = room.admitted(receipt);
        shorten(receipt, 300);
        EntryToken turn = token(receipt);

        EntryToken second = extended(turn);
        assertThat(second.expiresAt()).isAfter(turn.expiresAt().plusSeconds(200));
        assertThat(extended(turn)).isEqualTo(second);
        assertThat(second.extensionsLeft()).isEqualTo(1);

        shorten(receipt, 300);
        EntryToken third = extended(token(receipt));
        assertThat(room.extendTurn.run(room.pass(third), third.expiresAt()))
                .isInstanceOf(ExtendTurn.Outcome.NoMore.class);
        assertThat(room.pass(third).turnId()).isEqualTo(room.pass(first).turnId());
    }

    private static EntryToken extended(EntryToken turn) {
        return ((ExtendTurn.Outcome.Extended)
                        room.extendTurn.run(
                                room.pass(turn), turn.expiresAt().truncatedTo(ChronoUnit.SECONDS)))
                .token();
    }

    private static EntryToken token(Receipt receipt) {
        return ((TakeTurn.Outcome.Admitted) room.takeTurn.run(receipt)).token();
    }

    /** As if most of the turn had passed. */
    private static void shorten(Receipt receipt, int secondsLeft) {
        room.database
                .sql()
                .sql(
                        """
                        update turns set expires_at = now() + ? * interval '1 s'
                        where schedule_id = ? and place = ?
                        """)
                .params(secondsLeft, receipt.scheduleId(), receipt.place())
                .update();
    }

    @Test
    void payingLeavingAndExpiryLetTheNextFanInWithinASecond() {
        Sale sale = room.aSale(1_000, 1);
        List<Receipt> line = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            line.add(room.entered(sale, Room.aFan()));
        }
        room.admitted(line.get(0));
        assertThat(room.takeTurn.run(line.get(1))).isEqualTo(new TakeTurn.Outcome.Waiting(1));
        List<Long> millis = new ArrayList<>();

        long start = System.nanoTime();
        room.confirmed(paid(line.get(0)));
        millis.add(untilIn(line.get(1), start));

        start = System.nanoTime();
        room.leaveQueue.run(line.get(1));
        millis.add(untilIn(line.get(2), start));

        shorten(line.get(2), 0);
        start = System.nanoTime();
        room.endTurn.expire(() -> true);
        millis.add(untilIn(line.get(3), start));

        System.out.printf("The next fan was in after %s ms%n", millis);
        assertThat(millis).allMatch(time -> time < 1_000);
        assertThat(room.status(line.get(0))).contains("EXPIRED");
        assertThat(room.turnStore.find(sale.id(), line.get(2).place()).orElseThrow().over())
                .isTrue();
        assertThat(room.enter(sale, line.get(2).fan())).isInstanceOf(Outcome.Waiting.class);
    }

    private static long untilIn(Receipt receipt, long startNanos) {
        Wait.until(
                "the next is in",
                Duration.ofSeconds(5),
                () -> room.takeTurn.run(receipt) instanceof TakeTurn.Outcome.Admitted);
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    @Test
    void reservationIsToldOfATurnThatWasLeft() {
        Sale sale = room.aSale(1_000, 3);
        Receipt receipt = room.entered(sale, Room.aFan());
        EntryToken turn = room.admitted(receipt);

        room.leaveQueue.run(receipt);
        room.leaveQueue.run(receipt);

        assertThat(toldEnds(turn)).isEqualTo(1);
    }

    @Test
    void aTurnThatWasBoughtWithIsKnownToReservationAndOthersGoOn() {
        Sale sale = room.aSale(1_000, 3);
        Receipt receipt = room.entered(sale, Room.aFan());
        EntryToken turn = room.admitted(receipt);

        room.confirmed(paid(receipt, UUID.randomUUID())); // with an earlier turn
        assertThat(room.takeTurn.run(receipt)).isEqualTo(new TakeTurn.Outcome.Admitted(turn));

        room.confirmed(paid(receipt, room.pass(turn).turnId()));
        assertThat(room.takeTurn.run(receipt)).isEqualTo(new TakeTurn.Outcome.Over());
        assertThat(toldEnds(turn)).isZero();
    }

    @Test
    void aPurchaseThatNamesNoTurnEndsTheOneThereIsAndTellsIt() {
        Sale sale = room.aSale(1_000, 3);
        Receipt receipt = room.entered(sale, Room.aFan());
        EntryToken turn = room.admitted(receipt);

        room.confirmed(paid(receipt));

        assertThat(room.takeTurn.run(receipt)).isEqualTo(new TakeTurn.Outcome.Over());
        assertThat(toldEnds(turn)).isEqualTo(1);
    }

    private static long toldEnds(EntryToken turn) {
        return room.database
                .sql()
                .sql(
                        """
                        select count(*) from common.outbox_events
                        where event_type = 'EntryEnded' and message_key = ?
                        """)
                .param(room.pass(turn).turnId().toString())
                .query(Long.class)
                .single();
    }

    private static ReservationConfirmed paid(Receipt receipt) {
        return paid(receipt, null);
    }

    private static ReservationConfirmed paid(Receipt receipt, @Nullable UUID turnId) {
        return new ReservationConfirmed(
                UUID.randomUUID(),
                "B-1",
                receipt.userId(),
                receipt.scheduleId(),
                List.of(UUID.randomUUID()),
                1,
                UUID.randomUUID(),
                Instant.now(),
                turnId,
                null,
                null,
                null,
                List.of());
    }

    /** One tab takes the turn up, another gives the place up between its two steps. */
    @Test
    void whoLeavesWhileTheTurnIsTakenUpIsNotInside() {
        Sale sale = room.aSale(1_000, 10);
        Receipt receipt = room.entered(sale, Room.aFan());
        room.admit(sale);
        assertThat(room.lineTurns.takeUp(sale.id(), receipt.fan(), receipt.place()))
                .isInstanceOf(LineTurns.TakeUp.Taking.class);

        room.leaveQueue.run(receipt);

        assertThat(room.takeTurn.run(receipt)).isNotInstanceOf(TakeTurn.Outcome.Admitted.class);
        assertThat(room.turnStore.active(sale.id())).isEmpty();
    }

    @Test
    void redisCountsThoseAsInsideWhoHaveATurn() {
        Sale sale = room.aSale(1_000, 10);
        Receipt one = room.entered(sale, Room.aFan());
        Receipt other = room.entered(sale, Room.aFan());
        room.admitted(other);
        Wait.until(
                "the first is called",
                Room.SOON,
                () -> {
                    room.admit(sale);
                    return room.lineTurns.takeUp(sale.id(), one.fan(), one.place())
                            instanceof LineTurns.TakeUp.Taking;
                });

        // Redis has forgotten that the other is inside, and is told again
        room.lineTurns.release(sale.id(), other.fan(), other.place());
        assertThat(room.mendLines.mend(sale.id())).isEqualTo(1);
        assertThat(room.takeTurn.run(other)).isInstanceOf(TakeTurn.Outcome.Admitted.class);
        // a turn whose end Redis was not told frees what the fan occupies
        room.turnStore.end(sale.id(), other.userId(), Turn.End.LEFT);
        assertThat(room.mendLines.mend(sale.id())).isEqualTo(1);
        assertThat(room.takeTurn.run(other)).isInstanceOf(TakeTurn.Outcome.Over.class);
    }
}
