package onsale.reservation.archive;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.contracts.OrderRefunded;
import onsale.reservation.Checker;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore.SearchKey;
import onsale.reservation.archive.RemoveFromList.Outcome;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Cancelled reservations leave the list after a while and stay where operators look. */
class ArchiveTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;
    private final Fan fan = aFan();

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
    void aCancelledReservationIsArchivedWithAllItsRowsWhenItsTimeIsOver() {
        Show show = hall.open(aShow());
        UUID paymentId = UUID.randomUUID();
        UUID id = bought(show, paymentId, 0, 1);
        UUID kept = bought(show, UUID.randomUUID(), 2);
        hall.cancel(fan.userId(), id, show.seat(0));
        hall.cancel(fan.userId(), id);
        refunded(id);
        Reservation before = hall.reservation(id);
        archive();
        assertThat(rows("reservations", "id", id)).as("its time is not over").isEqualTo(1);

        cancelledDaysAgo(id, 8);
        archive();

        for (String table : List.of("reservation_seats", "tickets")) {
            assertThat(rows(table, "reservation_id", id)).as(table).isZero();
        }
        assertThat(rows("reservations", "id", id)).isZero();
        assertThat(hall.reservation(kept).status()).isEqualTo(Status.CONFIRMED);
        for (Reservation found :
                List.of(
                        found(SearchKey.NUMBER, before.number()),
                        found(SearchKey.PAYMENT, paymentId),
                        hall.parts.reservations.findAll(List.of(id)).getFirst())) {
            assertThat(found.id()).isEqualTo(id);
            assertThat(found.status()).isEqualTo(Status.CANCELLED);
            assertThat(found.seats()).isEqualTo(before.seats());
            assertThat(found.show()).isEqualTo(before.show());
        }
        assertThat(hall.parts.reservations.search(SearchKey.USER, fan.userId(), 20, 0))
                .extracting(Reservation::id)
                .containsExactlyInAnyOrder(id, kept);
        assertThat(hall.parts.reservations.count(SearchKey.USER, fan.userId())).isEqualTo(2);
        assertThat(document(id)).contains("\"void_at\"").doesNotContain("\"code\"");
    }

    /** The fee was kept and must stay kept, however late the payment is told again. */
    @Test
    void thePaymentOfAnArchivedReservationIsNotGivenBackAgain() {
        Show show = hall.open(aShow());
        UUID paymentId = UUID.randomUUID();
        UUID id = bought(show, paymentId, 0);
        UUID order = hall.reservation(id).orderId();
        hall.cancel(fan.userId(), id);
        refunded(id);
        cancelledDaysAgo(id, 8);
        archive();

        hall.paid(id, order, paymentId, Hall.PRICE);
        assertThat(rows("refunds", "reservation_id", id)).isEqualTo(1);

        hall.paid(id, order, UUID.randomUUID(), Hall.PRICE);
        assertThat(rows("refunds", "reservation_id", id))
                .as("another payment goes back")
                .isEqualTo(2);
        hall.database
                .sql()
                .sql("update refunds set refunded_at = now(), refunded_won = 0")
                .update();
    }

    @Test
    void whatIsNotPaidBackYetIsNotArchived() {
        Show show = hall.open(aShow());
        UUID id = bought(show, UUID.randomUUID(), 0);
        hall.cancel(fan.userId(), id);
        cancelledDaysAgo(id, 8);

        archive();
        assertThat(rows("reservations", "id", id)).isEqualTo(1);

        refunded(id);
        archive();
        assertThat(rows("reservations", "id", id)).isZero();
    }

    @Test
    void aHoldThatNobodyPaidForIsForgottenLater() {
        Show show = hall.open(aShow());
        UUID ended = hall.held(fan, show, 0);
        UUID paid = bought(show, UUID.randomUUID(), 1);
        hall.letTimeRunOut(ended);
        hall.sweep();
        hall.cancel(fan.userId(), paid);
        refunded(paid);
        cancelledDaysAgo(ended, 8);
        cancelledDaysAgo(paid, 8);
        archive();
        assertThat(rows("archived_reservations", "id", ended)).isEqualTo(1);

        hall.database
                .sql()
                .sql("update archived_reservations set cancelled_at = now() - interval '91 days'")
                .update();
        archive();

        assertThat(rows("archived_reservations", "id", ended)).isZero();
        assertThat(rows("archived_reservations", "id", paid)).isEqualTo(1);
    }

    @Test
    void moreThanABatchIsMovedInSeveral() {
        Show show = hall.open(aShow().withSeats(500).perPerson(500));
        for (int i = 0; i < 250; i++) {
            hall.letTimeRunOut(hall.held(fan, show, i));
        }
        hall.sweep();
        hall.database
                .sql()
                .sql(
                        "update reservations set cancelled_at = now() - interval '8 days' where user_id = ?")
                .param(fan.userId())
                .update();

        assertThat(hall.parts.archiveReservations.runOnce()).isLessThanOrEqualTo(200);
        archive();

        assertThat(rows("reservations", "user_id", fan.userId())).isZero();
        assertThat(rows("archived_reservations", "user_id", fan.userId())).isEqualTo(250);
    }

    @Test
    void aFanRemovesWhatIsCancelledAndNothingElse() {
        Show show = hall.open(aShow());
        UUID bought = bought(show, UUID.randomUUID(), 0);
        UUID held = hall.held(fan, show, 1);
        UUID ended = hall.held(fan, show, 2);
        hall.letTimeRunOut(ended);
        hall.sweep();

        assertThat(remove(fan, bought)).isInstanceOf(Outcome.WrongState.class);
        assertThat(remove(fan, held)).isInstanceOf(Outcome.WrongState.class);
        assertThat(remove(aFan(), ended)).isInstanceOf(Outcome.NotFound.class);
        assertThat(remove(fan, ended)).isInstanceOf(Outcome.Removed.class);
        assertThat(remove(fan, ended)).isInstanceOf(Outcome.Removed.class);

        assertThat(rows("reservations", "id", ended)).as("it stays").isEqualTo(1);
        assertThat(found(SearchKey.NUMBER, hall.reservation(ended).number()).id()).isEqualTo(ended);
    }

    private static Outcome remove(Fan by, UUID id) {
        return hall.parts.removeFromList.run(by.userId(), id);
    }

    private UUID bought(Show show, UUID paymentId, int... ordinals) {
        UUID id = hall.held(fan, show, ordinals);
        hall.paid(id, hall.checkedOut(fan, id), paymentId, Hall.PRICE * ordinals.length);
        return id;
    }

    private static void archive() {
        while (hall.parts.archiveReservations.runOnce() > 0) {
            // until nothing is left
        }
    }

    private static void cancelledDaysAgo(UUID id, int days) {
        hall.database
                .sql()
                .sql(
                        "update reservations set cancelled_at = now() - ? * interval '1 d' where id = ?")
                .params(days, id)
                .update();
    }

    /** Payment tells that all money of a reservation is back. */
    private static void refunded(UUID id) {
        List<UUID> open =
                hall.database
                        .sql()
                        .sql("select id from refunds where reservation_id = ?")
                        .param(id)
                        .query(UUID.class)
                        .list();
        for (UUID refund : open) {
            hall.parts.askPayment.refunded(
                    new OrderRefunded(
                            UUID.randomUUID(),
                            id,
                            UUID.randomUUID(),
                            Hall.PRICE,
                            Instant.now(),
                            null,
                            refund));
        }
    }

    private static Reservation found(SearchKey key, Object value) {
        return hall.parts.reservations.search(key, value, 20, 0).getFirst();
    }

    private static long rows(String table, String column, UUID id) {
        return hall.database
                .sql()
                .sql("select count(*) from %s where %s = ?".formatted(table, column))
                .param(id)
                .query(Long.class)
                .single();
    }

    private static String document(UUID id) {
        return hall.database
                .sql()
                .sql("select document::text from archived_reservations where id = ?")
                .param(id)
                .query(String.class)
                .single();
    }
}
