package onsale.reservation;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.OrderClosed;
import onsale.contracts.OrderPaid;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.Topic;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.platform.pass.PassKind;
import onsale.platform.pass.PassPurpose;
import onsale.platform.pass.Passes;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.Reservation.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Payment's verdicts on orders. Paid with the right order and amount confirms; every other payment
 * is given back. Closed frees the seats. Each runs inside the transaction of its message, guarded
 * by the row's state as well, so that whatever comes twice or late changes nothing more.
 */
final class Verdicts {

    private static final PassKind TICKET = PassKind.of(PassPurpose.TICKET, "check-in", 36);
    private static final Duration TICKET_AFTER_START = Duration.ofDays(1);
    private static final Logger LOG = LoggerFactory.getLogger(Verdicts.class);

    private final ReservationStore store;
    private final Endings endings;
    private final Outbox outbox;
    private final Schedules schedules;
    private final SeatGate gate;
    private final Passes passes;

    Verdicts(
            ReservationStore store,
            Endings endings,
            Outbox outbox,
            Schedules schedules,
            SeatGate gate,
            Passes passes) {
        this.store = store;
        this.endings = endings;
        this.outbox = outbox;
        this.schedules = schedules;
        this.gate = gate;
        this.passes = passes;
    }

    void paid(OrderPaid paid) {
        Optional<Reservation> found = store.lock(paid.reservationId());
        if (found.isEmpty() || !paid.orderId().equals(found.get().orderId())) {
            giveBack(paid, "NO_SUCH_ORDER");
            return;
        }
        Reservation reservation = found.get();
        switch (reservation.status()) {
            case PENDING -> {
                if (paid.amount() == reservation.totalAmount()) {
                    confirm(reservation, paid.paymentId());
                } else {
                    giveBack(paid, "WRONG_AMOUNT");
                    store.orderClosed(reservation.id()); // this was the order's verdict
                    endings.cancel(reservation, Reason.NOT_PAID);
                    afterCommit(() -> endings.openGate(reservation));
                }
            }
            case CONFIRMED, DR_RECOVERED, DR_RESERVED -> {
                if (!paid.paymentId().equals(reservation.paymentId())) {
                    giveBack(paid, "PAID_TWICE");
                }
            }
            case CANCELLED -> {
                // One that had confirmed it is given back by its cancellation.
                if (!paid.paymentId().equals(reservation.paymentId())) {
                    giveBack(paid, "TOO_LATE");
                }
            }
        }
    }

    private void giveBack(OrderPaid paid, String reason) {
        endings.refund(
                paid.reservationId(), paid.orderId(), paid.paymentId(), paid.amount(), reason);
    }

    private void confirm(Reservation reservation, UUID paymentId) {
        Instant confirmedAt = store.confirm(reservation.id(), paymentId);
        int number = 1;
        for (Seat seat : reservation.activeSeats()) {
            store.issueTicket(
                    reservation.id(),
                    seat.ordinal(),
                    reservation.number() + "-" + number++,
                    ticketCode(reservation, seat));
        }
        outbox.record(
                new Outgoing(
                        Topic.RESERVATION_EVENTS,
                        reservation.id().toString(),
                        new ReservationConfirmed(
                                reservation.id(),
                                reservation.number(),
                                reservation.userId(),
                                reservation.scheduleId(),
                                reservation.activeSeatIds(),
                                reservation.totalAmount(),
                                paymentId,
                                confirmedAt)));
        afterCommit(() ->
                schedules
                        .find(reservation.scheduleId())
                        .ifPresent(schedule ->
                                gate.sell(
                                        schedule,
                                        reservation.holder(),
                                        reservation.activeOrdinals())));
    }

    private String ticketCode(Reservation reservation, Seat seat) {
        return passes.issue(
                TICKET,
                reservation.startsAt().plus(TICKET_AFTER_START),
                claims ->
                        claims.uuid(reservation.id())
                                .uuid(reservation.scheduleId())
                                .int32(seat.ordinal()));
    }

    void closed(OrderClosed closed) {
        Optional<Reservation> found =
                store.lock(closed.reservationId())
                        .filter(r -> closed.orderId().equals(r.orderId()));
        if (found.isEmpty()) {
            return; // a tombstone for an order we never gave out
        }
        Reservation reservation = found.get();
        if (reservation.status() == Status.PENDING) {
            store.orderClosed(reservation.id());
            endings.cancel(reservation, reason(closed));
            afterCommit(() -> endings.openGate(reservation));
        } else if (reservation.status() == Status.CONFIRMED) {
            LOG.warn("Order {} is paid and was closed: the first verdict stays", closed.orderId());
        }
    }

    private static Reason reason(OrderClosed closed) {
        for (Reason reason : Reason.values()) {
            if (reason.name().equals(closed.reason())) {
                return reason;
            }
        }
        return Reason.NOT_PAID;
    }

    private static void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        action.run();
                    }
                });
    }
}
