package onsale.reservation.payment;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.contracts.OrderRefunded;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation.Status;
import onsale.reservation.payment.RefundStore.RefundView;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Payment is asked until its answer is heard. */
class AskPaymentTest {

    private static final String CLOSE = "CloseOrder";
    private static final String REFUND = "RefundOrder";

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
    void anOverdueOrderIsAskedAboutLessAndLessOftenUntilItsVerdict() {
        UUID id = overdue();
        hall.sweep();
        List<Long> pauses = new ArrayList<>(List.of(pause(id)));
        for (int again = 2; again <= 8; again++) {
            makeDue();
            hall.sweep();
            hall.sweep(); // not due any more
            assertThat(questions(id, CLOSE)).isEqualTo(again);
            pauses.add(pause(id));
        }

        List<Long> expected = List.of(10L, 20L, 40L, 80L, 160L, 300L, 300L, 300L);
        for (int i = 0; i < pauses.size(); i++) { // a little of each may be over
            assertThat(pauses.get(i)).isBetween(expected.get(i) - 5, expected.get(i));
        }
        hall.paid(id, order(id), UUID.randomUUID(), Hall.PRICE);
        makeDue();
        hall.sweep();
        assertThat(questions(id, CLOSE)).isEqualTo(8);
        assertThat(hall.reservation(id).status()).isEqualTo(Status.CONFIRMED);
    }

    /** The canary: payment's answer to the first question is lost. */
    @Test
    void askedOnceALostVerdictLeavesTheOrderOpen() {
        UUID id = overdue();
        hall.sweep();
        hall.database
                .sql()
                .sql("update reservations set close_ask_again_at = 'infinity' where id = ?")
                .param(id)
                .update();

        makeDue();
        hall.sweep();

        assertThat(questions(id, CLOSE)).isEqualTo(1);
        assertThat(hall.reservation(id).status()).isEqualTo(Status.PENDING);
    }

    @Test
    void aRefundIsAskedForUntilItIsHeardToBeDone() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        UUID payment = UUID.randomUUID();
        hall.paid(id, hall.checkedOut(ann, id), payment, Hall.PRICE);
        assertThat(hall.parts.refunds.ofReservations(List.of(id))).isEmpty();

        hall.cancel(ann.userId(), id);
        RefundView pending = refund(id);
        makeDue();
        hall.sweep();

        assertThat(pending.status()).isEqualTo(RefundStatus.REFUND_PENDING);
        assertThat(pending.amount()).isEqualTo(Hall.PRICE);
        assertThat(pending.refundedAt()).isNull();
        assertThat(questions(id, REFUND)).isEqualTo(2);

        Instant done = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        refunded(id, payment, done, UUID.randomUUID()); // another charge of this payment
        assertThat(refund(id).status()).isEqualTo(RefundStatus.REFUND_PENDING);
        refunded(id, payment, done, null);
        refunded(id, payment, done.plusSeconds(60), null);
        makeDue();
        hall.sweep();

        assertThat(refund(id).status()).isEqualTo(RefundStatus.REFUNDED);
        assertThat(refund(id).refundedAt()).isEqualTo(done);
        assertThat(questions(id, REFUND)).isEqualTo(2);
    }

    @Test
    void aPaymentThatIsToldTwiceIsGivenBackOnce() {
        UUID nowhere = UUID.randomUUID();
        UUID payment = UUID.randomUUID();

        hall.paid(nowhere, UUID.randomUUID(), payment, 5);
        hall.paid(nowhere, UUID.randomUUID(), payment, 5);

        assertThat(questions(nowhere, REFUND)).isEqualTo(1);
    }

    @Test
    void nodesThatAskAtOnceShareTheQuestions() throws Exception {
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add(overdue());
        }
        hall.sweep();
        makeDue();

        Callable<Integer> ask = hall.parts.askPayment::askAgain;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(List.of(ask, ask, ask, ask));
        }

        assertThat(ids).allSatisfy(id -> assertThat(questions(id, CLOSE)).isEqualTo(2));
    }

    private UUID overdue() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        hall.checkedOut(ann, id);
        hall.letTimeRunOut(id);
        return id;
    }

    private static UUID order(UUID id) {
        return hall.reservation(id).orderId();
    }

    /** As if the interval were over, for all questions that wait. */
    private static void makeDue() {
        for (String sql :
                List.of(
                        "update reservations set close_ask_again_at = now() where close_ask_again_at < 'infinity'",
                        "update refunds set ask_again_at = now()")) {
            hall.database.sql().sql(sql).update();
        }
    }

    private static long pause(UUID id) {
        return hall.database
                .sql()
                .sql(
                        """
                        select round(extract(epoch from close_ask_again_at - now()))
                        from reservations where id = ?
                        """)
                .param(id)
                .query(Long.class)
                .single();
    }

    private static long questions(UUID id, String type) {
        return hall.told(id).stream().filter(type::equals).count();
    }

    private static RefundView refund(UUID id) {
        return Objects.requireNonNull(hall.parts.refunds.ofReservations(List.of(id)).get(id));
    }

    private static void refunded(UUID id, UUID payment, Instant at, @Nullable UUID stray) {
        hall.database.inTransaction(() ->
                hall.parts.askPayment.refunded(
                        new OrderRefunded(
                                order(id), id, payment, Hall.PRICE, at, stray, refundId(id))));
    }

    private static UUID refundId(UUID reservation) {
        return hall.database
                .sql()
                .sql("select id from refunds where reservation_id = ?")
                .param(reservation)
                .query(UUID.class)
                .single();
    }
}
