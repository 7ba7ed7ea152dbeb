package onsale.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ReservationConfirmed;
import onsale.queue.ClaimStore.Reason;
import onsale.queue.EnterQueue.Outcome;
import onsale.queue.QueueStore.Change;
import onsale.queue.Turns.Turn;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One fan after the other: numbers, calls, turns and their ends. */
class LineTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    @BeforeAll
    static void start() {
        room = stores.closing(new Room(stores));
    }

    @Test
    void whoEntersAgainKeepsTheNumber() {
        Sale sale = room.aSale(1, 0);
        Fan first = Room.aFan();

        Receipt receipt = room.entered(sale, first);
        Receipt second = room.entered(sale, Room.aFan());
        Receipt again = room.entered(sale, first);

        assertThat(again).isEqualTo(receipt);
        assertThat(second.place()).isEqualTo(receipt.place() + 1);
        assertThat(room.status(second))
                .contains("\"state\":\"WAITING\"", "\"position\":2", "\"ahead\":1");
    }

    @Test
    void aPersonStandsInOneLine() {
        Sale sale = room.aSale(1, 0);
        Sale other = room.aSale(1, 0);
        Fan fan = Room.aFan();
        Receipt receipt = room.entered(sale, fan);

        assertThat(room.enter(other, fan)).isEqualTo(new Outcome.Elsewhere(sale.id()));
        Fan secondAccount = new Fan(UUID.randomUUID(), fan.person());
        assertThat(room.enter(sale, secondAccount)).isEqualTo(new Outcome.Elsewhere(sale.id()));

        room.parts.turns.leave(receipt);
        Wait.until(
                "the person is free",
                Room.SOON,
                () -> room.enter(other, fan) instanceof Outcome.Waiting);
        assertThat(room.enter(sale, fan)).isEqualTo(new Outcome.Elsewhere(other.id()));
    }

    /**
     * A binding is looked after when it is old. That this node does not have the other sale in its
     * memory does not make it dead.
     */
    @Test
    void aSaleUnknownToThisNodeIsNotDead() {
        Sale sale = room.aSale(1, 0);
        Sale other = room.aSale(1, 0);
        Fan fan = Room.aFan();
        Receipt receipt = room.entered(sale, fan);
        // the opening was put off: the sale is not of these hours any more, its line is there
        room.publish(
                sale.id(), 2, Instant.now().plusSeconds(7_200), Instant.now().plusSeconds(9_999));
        room.parts.sales.readNow();
        assertThat(room.parts.sales.known(sale.id())).isNull();
        makeOld(fan);

        assertThat(room.enter(other, fan)).isEqualTo(new Outcome.Elsewhere(sale.id()));

        // a sale that is over is
        room.publish(
                sale.id(), 3, Instant.now().minusSeconds(9_999), Instant.now().minusSeconds(7_200));
        room.parts.sales.readNow();
        makeOld(fan);
        assertThat(room.enter(other, fan)).isInstanceOf(Outcome.Waiting.class);
        assertThat(receipt.place()).isPositive();
    }

    /** As if the fan had been bound half a minute earlier. */
    private static void makeOld(Fan fan) {
        var commands = stores.redisConnection().sync();
        String person = Ids22.of(fan.person());
        String group = People.tag(People.group(fan.person()));
        for (String key : commands.keys("queue:{" + group + "}:person:*")) {
            String value = commands.hget(key, person);
            if (value != null) {
                long at = Long.parseLong(value.substring(2 * Ids22.LENGTH)) - 30_000;
                commands.hset(key, person, value.substring(0, 2 * Ids22.LENGTH) + at);
            }
        }
    }

    @Test
    void whoFindsNoPlaceIsFreeForAnotherLine() {
        Sale full = room.aSale(1, 0);
        room.change(full, new Change(null, null, 1, null, null));
        room.entered(full, Room.aFan());
        Fan fan = Room.aFan();

        assertThat(room.enter(full, fan)).isInstanceOf(Outcome.Full.class);
        Sale other = room.aSale(1, 0);
        Wait.until(
                "the person is free",
                Room.SOON,
                () -> room.enter(other, fan) instanceof Outcome.Waiting);
    }

    @Test
    void nobodyEntersBeforeTheOpeningNorAfterTheEnd() {
        Sale soon = room.aSale(1, 0, Instant.now().plusSeconds(600));
        assertThat(room.enter(soon, Room.aFan())).isInstanceOf(Outcome.Lobby.class);

        Sale over = room.aSale(1, 0);
        Receipt waiting = room.entered(over, Room.aFan());
        room.publish(over.id(), 2, Instant.now().minusSeconds(60), Instant.now().minusSeconds(1));
        room.open();
        assertThat(room.enter(room.sale(over.id()), Room.aFan()))
                .isEqualTo(new Outcome.Closed("OVER"));
        assertThat(room.status(waiting)).contains("\"state\":\"CLOSED\"", "OVER");
        assertThat(room.admit(over)).isZero();

        // the script says the same to a node that has not heard of it
        assertThat(room.enter(over, Room.aFan())).isEqualTo(new Outcome.Closed("OVER"));
    }

    @Test
    void aSoldOutSaleLetsNobodyInUntilSeatsComeBack() {
        Sale sale = room.aSale(100, 10);
        Receipt waiting = room.entered(sale, Room.aFan());
        room.parts.store.stocked(new InventoryComplete(sale.id(), 1, 2, "hash"));
        room.parts.store.sold(sale.id(), 2);
        room.open();

        assertThat(room.enter(room.sale(sale.id()), Room.aFan()))
                .isEqualTo(new Outcome.Closed("SOLD_OUT"));
        assertThat(room.status(waiting)).contains("CLOSED", "SOLD_OUT");
        assertThat(room.admit(sale)).isZero();

        room.parts.store.sold(sale.id(), -1);
        room.open();
        assertThat(room.admitted(waiting)).isNotNull();
    }

    @Test
    void fansAreCalledInOrderWithinRateAndLimit() {
        Sale sale = room.aSale(1_000, 3);
        List<Receipt> receipts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            receipts.add(room.entered(sale, Room.aFan()));
        }

        Wait.until(
                "three are called",
                Room.SOON,
                () -> {
                    room.admit(sale);
                    return room.parts.turns.take(receipts.get(2)) instanceof Turn.Admitted;
                });
        room.admit(sale);

        assertThat(room.parts.turns.take(receipts.get(0))).isInstanceOf(Turn.Admitted.class);
        assertThat(room.parts.turns.take(receipts.get(3))).isEqualTo(new Turn.Waiting(1));
        assertThat(room.status(receipts.get(4))).contains("\"position\":2");
        assertThat(room.status(receipts.get(1))).contains("ADMITTED", "\"entryToken\":\"qr_");
    }

    @Test
    void operatorsSeeTheLineInMetrics() {
        Sale sale = room.aSale(1_000, 1);
        Receipt first = room.entered(sale, Room.aFan());
        room.entered(sale, Room.aFan());
        room.entered(sale, Room.aFan());
        room.admitted(first);

        room.status(first);

        assertThat(metric("waiting", sale)).isEqualTo(2);
        assertThat(metric("active", sale)).isEqualTo(1);
        assertThat(metric("called", sale)).isZero();
        assertThat(metric("restoring", sale)).isZero();
        assertThat(metric("returning", sale)).isZero();
        Wait.until(
                "this node looks by itself, and says how long that takes",
                Room.SOON,
                () -> room.registry.get("onsale.queue.tick").timer().count() > 0);
    }

    private static double metric(String name, Sale sale) {
        return room.registry
                .get("onsale.queue." + name)
                .tag("schedule", sale.id().toString())
                .gauge()
                .value();
    }

    @Test
    void theRateIsAsSet() {
        Sale sale = room.aSale(10, 1_000);
        for (int i = 0; i < 40; i++) {
            room.entered(sale, Room.aFan());
        }
        long[] called = {room.admit(sale)};
        long start = System.nanoTime();

        Wait.until(
                "twenty more are called",
                Room.SOON,
                () -> {
                    called[0] += room.admit(sale);
                    return called[0] >= 30;
                });

        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat(called[0] / seconds).isBetween(5.0, 30.0); // ten may have been saved up
        assertThat(seconds).isGreaterThan(1.8);
    }

    @Test
    void aTurnIsTakenOnceHoweverOftenItIsAsked() {
        Sale sale = room.aSale(1_000, 10);
        Receipt receipt = room.entered(sale, Room.aFan());

        Turn.Admitted first = room.admitted(receipt);
        Turn again = room.parts.turns.take(receipt);

        assertThat(again).isEqualTo(first);
        assertThat(room.pass(first).userId()).isEqualTo(receipt.userId());
        assertThat(room.pass(first).person()).isEqualTo(receipt.person());
        assertThat(room.pass(first).scheduleId()).isEqualTo(sale.id());
        assertThat(room.parts.claims.active(sale.id())).hasSize(1);
        // entering again gives the turn, not another number
        assertThat(room.enter(sale, receipt.fan())).isInstanceOf(Outcome.Turn.class);
    }

    @Test
    void aTurnIsExtendedTwiceAndARepeatedExtensionIsTheSame() {
        Sale sale = room.aSale(1_000, 10);
        Receipt receipt = room.entered(sale, Room.aFan());
        Turn.Admitted first = room.admitted(receipt);
        shorten(receipt, 300);
        Turn.Admitted turn = (Turn.Admitted) room.parts.turns.take(receipt);

        Turn.Admitted second = extended(turn);
        assertThat(second.expiresAt()).isAfter(turn.expiresAt().plusSeconds(200));
        assertThat(extended(turn)).isEqualTo(second);
        assertThat(second.extensionsLeft()).isEqualTo(1);

        shorten(receipt, 300);
        Turn.Admitted third = extended((Turn.Admitted) room.parts.turns.take(receipt));
        assertThat(room.parts.turns.extend(room.pass(third), third.expiresAt()))
                .isInstanceOf(Turns.Extension.NoMore.class);
        assertThat(room.pass(third).admissionId()).isEqualTo(room.pass(first).admissionId());
    }

    private static Turn.Admitted extended(Turn.Admitted turn) {
        return ((Turns.Extension.Extended)
                        room.parts.turns.extend(
                                room.pass(turn),
                                turn.expiresAt()
                                        .truncatedTo(java.time.temporal.ChronoUnit.SECONDS)))
                .turn();
    }

    /** As if most of the turn had passed. */
    private static void shorten(Receipt receipt, int secondsLeft) {
        room.database
                .sql()
                .sql(
                        """
                        update claims set expires_at = now() + ? * interval '1 s'
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
        assertThat(room.parts.turns.take(line.get(1))).isEqualTo(new Turn.Waiting(1));
        List<Long> millis = new ArrayList<>();

        long start = System.nanoTime();
        room.database.inTransaction(() -> room.parts.confirmed(paid(line.get(0))));
        millis.add(untilIn(line.get(1), start));

        start = System.nanoTime();
        room.parts.turns.leave(line.get(1));
        millis.add(untilIn(line.get(2), start));

        shorten(line.get(2), 0);
        start = System.nanoTime();
        room.parts.admission.expire(() -> true);
        millis.add(untilIn(line.get(3), start));

        System.out.printf("The next fan was in after %s ms%n", millis);
        assertThat(millis).allMatch(time -> time < 1_000);
        assertThat(room.status(line.get(0))).contains("EXPIRED");
        assertThat(room.parts.claims.find(sale.id(), line.get(2).place()).orElseThrow().over())
                .isTrue();
        assertThat(room.enter(sale, line.get(2).fan())).isInstanceOf(Outcome.Waiting.class);
    }

    private static long untilIn(Receipt receipt, long startNanos) {
        Wait.until(
                "the next is in",
                Duration.ofSeconds(5),
                () -> room.parts.turns.take(receipt) instanceof Turn.Admitted);
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    private static ReservationConfirmed paid(Receipt receipt) {
        return new ReservationConfirmed(
                UUID.randomUUID(),
                "B-1",
                receipt.userId(),
                receipt.scheduleId(),
                List.of(UUID.randomUUID()),
                1,
                UUID.randomUUID(),
                Instant.now());
    }

    @Test
    void whoLeftDoesNotComeBackWithTheOldReceipt() {
        Sale sale = room.aSale(1, 0);
        Fan fan = Room.aFan();
        Receipt receipt = room.entered(sale, fan);

        room.parts.turns.leave(receipt);
        room.parts.turns.leave(receipt);

        assertThat(room.status(receipt)).contains("EXPIRED");
        Receipt anew = room.entered(sale, fan);
        assertThat(anew.place()).isGreaterThan(receipt.place());
        assertThat(room.status(receipt)).contains("EXPIRED");
        assertThat(room.status(anew)).contains("WAITING");
    }

    /** One tab takes the turn up, another gives the number up between its two steps. */
    @Test
    void whoLeavesWhileTheTurnIsTakenUpIsNotInside() {
        Sale sale = room.aSale(1_000, 10);
        Receipt receipt = room.entered(sale, Room.aFan());
        room.admit(sale);
        assertThat(room.parts.line.claim(sale.id(), receipt.fan(), receipt.place()))
                .isInstanceOf(Line.Claim.Claiming.class);

        room.parts.turns.leave(receipt);

        assertThat(room.parts.turns.take(receipt)).isNotInstanceOf(Turn.Admitted.class);
        assertThat(room.parts.claims.active(sale.id())).isEmpty();
    }

    @Test
    void pausedAndDrainingLinesSaySo() {
        Sale sale = room.aSale(1_000, 10);
        Receipt receipt = room.entered(sale, Room.aFan());
        room.change(sale, new Change(null, null, null, true, true));

        assertThat(room.admit(sale)).isZero();
        assertThat(room.status(receipt)).contains("\"paused\":true").doesNotContain("etaSeconds");
        assertThat(room.enter(sale, Room.aFan())).isEqualTo(new Outcome.Closed("CLOSED"));

        room.change(sale, new Change(null, null, null, false, null));
        assertThat(room.admitted(receipt)).isNotNull();
    }

    @Test
    void aClaimWithoutARowGoesBackAndOneWithARowIsInside() {
        Sale sale = room.aSale(1_000, 10);
        Receipt one = room.entered(sale, Room.aFan());
        Receipt other = room.entered(sale, Room.aFan());
        room.admitted(other);
        Wait.until(
                "the first is called",
                Room.SOON,
                () -> {
                    room.admit(sale);
                    return room.parts.line.claim(sale.id(), one.fan(), one.place())
                            instanceof Line.Claim.Claiming;
                });

        // Redis has forgotten that the other is inside: the row says it
        room.parts.line.release(sale.id(), other.fan(), other.place());
        assertThat(room.parts.admission.mend(sale.id())).isEqualTo(1);
        assertThat(room.parts.turns.take(other)).isInstanceOf(Turn.Admitted.class);
        // and a row that has ended without word to Redis frees the place
        room.parts.claims.release(sale.id(), other.userId(), Reason.LEFT);
        assertThat(room.parts.admission.mend(sale.id())).isEqualTo(1);
        assertThat(room.parts.turns.take(other)).isInstanceOf(Turn.Over.class);
    }
}
