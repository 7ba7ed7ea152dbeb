package onsale.reservation.operator;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.reservation.Audited;
import onsale.reservation.Checker;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;
import onsale.reservation.operator.RefundOutcome.AnotherWaits;
import onsale.reservation.operator.RefundOutcome.Decided;
import onsale.reservation.operator.RefundOutcome.IdReused;
import onsale.reservation.operator.RefundOutcome.NoSuchSeats;
import onsale.reservation.operator.RefundOutcome.OwnRequest;
import onsale.reservation.operator.RefundOutcome.OwnReservation;
import onsale.reservation.operator.RefundOutcome.Stands;
import onsale.reservation.operator.RefundOutcome.TicketUsed;
import onsale.reservation.operator.RefundOutcome.WrongState;
import onsale.reservation.operator.RefundRequest.State;
import onsale.reservation.operator.RequestRefund.Wish;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataIntegrityViolationException;

/** Operators give seats back: two of them above the limit, which is two tickets here. */
class OperatorRefundTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;
    private final Fan fan = aFan();
    private final Actor ann = anOperator();
    private final Actor bob = anOperator();

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
    void upToTheLimitAnOperatorGivesBackAlone() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1);

        RefundRequest done = stands(ask(ann, wish(id, show, 25, 0)));

        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(done.amountWon()).isEqualTo(Hall.PRICE * 3 / 4);
        assertThat(refunds(id)).containsExactly(Hall.PRICE * 3 / 4);
        Reservation left = hall.reservation(id);
        assertThat(left.status()).isEqualTo(Status.CONFIRMED);
        assertThat(left.activeSeatIds()).containsExactly(show.seat(1));
        assertThat(hall.held(aFan(), show, 0)).as("on sale again").isNotNull();
        assertThat(audited(left.number())).containsExactly("refund.pay");
    }

    @Test
    void aboveTheLimitASecondOperatorApproves() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1, 2);

        RefundRequest waiting = stands(ask(ann, wish(id, show, 0, 0, 1, 2)));

        assertThat(waiting.state()).isEqualTo(State.WAITING);
        assertThat(refunds(id)).isEmpty();
        assertThat(hall.reservation(id).activeSeats()).hasSize(3);

        RefundRequest done = stands(approve(bob, waiting));

        assertThat(done.decidedBy()).isEqualTo(bob.userId());
        assertThat(refunds(id)).containsExactly(3 * Hall.PRICE);
        Reservation ended = hall.reservation(id);
        assertThat(ended.status()).isEqualTo(Status.CANCELLED);
        assertThat(ended.cancelReason()).isEqualTo("CANCELLED_BY_OPERATOR");
        assertThat(hall.held(aFan(), show, 0, 1, 2)).isNotNull();
        assertThat(audited(ended.number())).containsExactly("refund.ask", "refund.approve");
    }

    @Test
    void nobodyApprovesTheirOwnRequest() {
        Show show = hall.open(aShow());
        RefundRequest waiting = stands(ask(ann, wish(bought(show, 0, 1, 2), show, 0, 0, 1, 2)));

        assertThat(approve(ann, waiting)).isInstanceOf(OwnRequest.class);

        assertThat(stands(decline(ann, waiting)).state())
                .as("but takes it back")
                .isEqualTo(State.DECLINED);
        assertThat(approve(bob, waiting)).isInstanceOf(Decided.class);
        assertThat(refunds(waiting.reservationId())).isEmpty();
    }

    /** The canary: without the constraint the database takes what the code refuses. */
    @Test
    void theDatabaseRefusesOneWhoApprovesAlone() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1, 2);
        RefundRequest waiting = stands(ask(ann, wish(id, show, 0, 0, 1, 2)));
        String alone =
                """
                update refund_requests set state = 'DONE', decided_by = asked_by,
                    decided_at = now(), refund_id = id where id = '%s'
                """
                        .formatted(waiting.id());

        assertThatThrownBy(() -> execute(alone))
                .isInstanceOf(DataIntegrityViolationException.class);
        execute("alter table refund_requests drop constraint ck_refund_requests_second");
        execute(alone);
        assertThat(Checker.findings(hall.database)).containsOnlyKeys("second_person.sql");

        execute("delete from refund_requests where id = '%s'".formatted(waiting.id()));
        execute(
                """
                alter table refund_requests add constraint ck_refund_requests_second check (
                    state <> 'DONE' or not needs_second
                    or (decided_by is not null and decided_by <> asked_by))
                """);
    }

    @Test
    void manySmallRefundsAreOneLargeOne() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1, 2);

        assertThat(stands(ask(ann, wish(id, show, 0, 0))).state()).isEqualTo(State.DONE);
        assertThat(stands(ask(bob, wish(id, show, 0, 1))).state()).isEqualTo(State.DONE);
        RefundRequest third = stands(ask(ann, wish(id, show, 0, 2)));

        assertThat(third.state()).isEqualTo(State.WAITING);
        assertThat(refunds(id)).containsExactly(Hall.PRICE, Hall.PRICE);
        stands(decline(bob, third));
    }

    @Test
    void ofManyApprovalsAtOnceOnePays() throws Exception {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1, 2);
        RefundRequest waiting = stands(ask(ann, wish(id, show, 0, 0, 1, 2)));
        List<Callable<RefundOutcome>> approvals = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Actor operator = anOperator();
            approvals.add(() -> approve(operator, waiting));
        }

        List<RefundOutcome> outcomes = atOnce(approvals);

        assertThat(outcomes).filteredOn(Stands.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Decided.class::isInstance).hasSize(7);
        assertThat(refunds(id)).containsExactly(3 * Hall.PRICE);
        assertThat(audited(hall.reservation(id).number()))
                .containsExactly("refund.ask", "refund.approve");
    }

    @Test
    void sentManyTimesAtOnceARefundIsPaidOnce() throws Exception {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1);
        Wish wish = wish(id, show, 10, 0);

        List<RefundOutcome> outcomes =
                atOnce(
                        IntStream.range(0, 8)
                                .<Callable<RefundOutcome>>mapToObj(i -> () -> ask(ann, wish))
                                .toList());

        assertThat(outcomes).hasOnlyElementsOfType(Stands.class);
        assertThat(refunds(id)).containsExactly(Hall.PRICE * 9 / 10);
        assertThat(ask(ann, new Wish(wish.id(), id, wish.seatIds(), 20, wish.reason())))
                .isInstanceOf(IdReused.class);
        assertThat(ask(bob, wish)).isInstanceOf(IdReused.class);
    }

    @Test
    void whatCannotBeGivenBackIsRefused() {
        Show show = hall.open(aShow().withSeats(20).perPerson(10));
        UUID id = bought(show, 0, 1, 2);
        UUID held = hall.held(fan, show, 5);
        Actor theFan = new Actor(fan.userId(), Set.of(CurrentUser.ADMIN), "", "");

        assertThat(ask(theFan, wish(id, show, 0, 0))).isInstanceOf(OwnReservation.class);
        assertThat(ask(ann, wish(id, show, 0, 9))).isInstanceOf(NoSuchSeats.class);
        assertThat(ask(ann, wish(held, show, 0, 5))).isInstanceOf(WrongState.class);
        assertThat(ask(ann, wish(UUID.randomUUID(), show, 0, 0)))
                .isInstanceOf(RefundOutcome.NotFound.class);
        execute("insert into ticket_entries values ('%s', 1, 'A', now())".formatted(id));
        assertThat(ask(ann, wish(id, show, 0, 1))).isInstanceOf(TicketUsed.class);
        assertThat(refunds(id)).isEmpty();
    }

    @Test
    void whileARequestWaitsTheFanMayBeFaster() {
        Show show = hall.open(aShow());
        UUID id = bought(show, 0, 1, 2);
        RefundRequest waiting = stands(ask(ann, wish(id, show, 0, 0, 1, 2)));
        assertThat(ask(bob, wish(id, show, 0, 0, 1, 2))).isInstanceOf(AnotherWaits.class);
        hall.cancel(fan.userId(), id, show.seat(0));

        assertThat(approve(bob, waiting)).isInstanceOf(NoSuchSeats.class);

        hall.cancel(fan.userId(), id);
        assertThat(approve(bob, waiting)).isInstanceOf(WrongState.class);
        stands(decline(bob, waiting));
        assertThat(refunds(id)).containsExactly(Hall.PRICE, 2 * Hall.PRICE);
    }

    private static Actor anOperator() {
        return new Actor(UUID.randomUUID(), Set.of(CurrentUser.OPERATOR), "10.0.0.1", "trace");
    }

    private UUID bought(Show show, int... ordinals) {
        UUID id = hall.held(fan, show, ordinals);
        hall.paid(id, hall.checkedOut(fan, id), UUID.randomUUID(), Hall.PRICE * ordinals.length);
        return id;
    }

    private static Wish wish(UUID reservation, Show show, int feePercent, int... ordinals) {
        return new Wish(
                UUID.randomUUID(),
                reservation,
                IntStream.of(ordinals).mapToObj(show::seat).toList(),
                feePercent,
                "the seat was broken");
    }

    private static RefundOutcome ask(Actor operator, Wish wish) {
        return hall.parts.requestRefund.run(operator, wish);
    }

    private static RefundOutcome approve(Actor operator, RefundRequest request) {
        return hall.parts.decideRefund.approve(operator, request.id());
    }

    private static RefundOutcome decline(Actor operator, RefundRequest request) {
        return hall.parts.decideRefund.decline(operator, request.id());
    }

    private static RefundRequest stands(RefundOutcome outcome) {
        assertThat(outcome).isInstanceOf(Stands.class);
        return ((Stands) outcome).request();
    }

    private static List<RefundOutcome> atOnce(List<Callable<RefundOutcome>> calls)
            throws Exception {
        List<RefundOutcome> outcomes = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<RefundOutcome> one : threads.invokeAll(calls)) {
                outcomes.add(one.get());
            }
        }
        return outcomes;
    }

    private static void execute(String sql) {
        hall.database.sql().sql(sql).update();
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

    private static List<String> audited(String subject) {
        return Audited.actions(stores, subject);
    }
}
