package onsale.reservation.checkout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.OrderClosed;
import onsale.contracts.OrderPaid;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.Topic;
import onsale.platform.db.AfterCommit;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.platform.messaging.Received;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;
import onsale.reservation.archive.ArchiveStore;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.gate.TellGate;
import onsale.reservation.payment.AskPayment;
import onsale.reservation.payment.RefundStore;
import onsale.reservation.ticket.IssueTickets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies payment's verdicts on orders. A payment with the right order and amount confirms the
 * reservation; every other payment is given back. A closed order frees the seats. Runs inside the
 * transaction of the message and looks at the row's state as well, so that a verdict that comes
 * twice or late changes nothing more.
 */
public final class ApplyVerdicts {

    private static final Logger LOG = LoggerFactory.getLogger(ApplyVerdicts.class);

    private final ReservationStore reservations;
    private final ArchiveStore archive;
    private final OrderStore orders;
    private final IssueTickets issueTickets;
    private final AskPayment askPayment;
    private final EndReservations endReservations;
    private final Outbox outbox;
    private final TellGate tellGate;
    private final AwaitVerdict awaitVerdict;
    private final SaleCounters counters;

    public ApplyVerdicts(
            ReservationStore reservations,
            ArchiveStore archive,
            OrderStore orders,
            IssueTickets issueTickets,
            AskPayment askPayment,
            EndReservations endReservations,
            Outbox outbox,
            TellGate tellGate,
            AwaitVerdict awaitVerdict,
            SaleCounters counters) {
        this.reservations = reservations;
        this.archive = archive;
        this.orders = orders;
        this.issueTickets = issueTickets;
        this.askPayment = askPayment;
        this.endReservations = endReservations;
        this.outbox = outbox;
        this.tellGate = tellGate;
        this.awaitVerdict = awaitVerdict;
        this.counters = counters;
    }

    /** Why a payment that confirms nothing is given back. */
    private enum RefundReason {
        NO_SUCH_ORDER,
        WRONG_AMOUNT,
        PAID_TWICE,
        TOO_LATE
    }

    /**
     * Applies payments that have come together: those that simply confirm by a few statements for
     * all of them, the others one by one after that.
     */
    public void paidTogether(List<Received<OrderPaid>> received) {
        Map<UUID, Reservation> locked =
                reservations.lockAll(
                        received.stream().map(paid -> paid.body().reservationId()).toList());
        Map<UUID, Received<OrderPaid>> confirming = new LinkedHashMap<>();
        List<Received<OrderPaid>> others = new ArrayList<>();
        for (Received<OrderPaid> one : received) {
            OrderPaid paid = one.body();
            @Nullable Reservation reservation = locked.get(paid.reservationId());
            boolean confirms =
                    reservation != null
                            && reservation.hasOrder(paid.orderId())
                            && reservation.status() == Status.PENDING
                            && reservation.totalWon() == paid.amount();
            if (!confirms || confirming.putIfAbsent(paid.reservationId(), one) != null) {
                others.add(one);
            }
        }
        if (!confirming.isEmpty()) {
            confirm(confirming, locked);
        }
        others.forEach(one -> one.within(() -> paid(one.body())));
    }

    private void paid(OrderPaid paid) {
        Optional<Reservation> found =
                reservations
                        .lock(paid.reservationId())
                        .filter(reservation -> reservation.hasOrder(paid.orderId()));
        if (found.isEmpty()) {
            // what had paid for an archived one was given back before, less the fee
            if (!archive.wasPaidBy(paid.reservationId(), paid.paymentId())) {
                refund(paid, RefundReason.NO_SUCH_ORDER);
            }
            return;
        }
        Reservation reservation = found.get();
        switch (reservation.status()) {
            case PENDING -> { // of the wrong amount, or it would have confirmed
                refund(paid, RefundReason.WRONG_AMOUNT);
                end(reservation, Reason.NOT_PAID); // this was the order's verdict
            }
            case CONFIRMED, DR_RECOVERED, DR_RESERVED -> {
                if (!reservation.isPaidBy(paid.paymentId())) {
                    refund(paid, RefundReason.PAID_TWICE);
                }
            }
            case CANCELLED -> {
                // The payment that had confirmed it was given back with the cancellation.
                if (!reservation.isPaidBy(paid.paymentId())) {
                    refund(paid, RefundReason.TOO_LATE);
                }
            }
        }
    }

    private void refund(OrderPaid paid, RefundReason reason) {
        askPayment.toRefund(
                new RefundStore.Refund(
                        paid.paymentId(),
                        paid.paymentId(),
                        paid.orderId(),
                        paid.reservationId(),
                        paid.amount(),
                        paid.amount(),
                        reason.name()));
    }

    private void confirm(Map<UUID, Received<OrderPaid>> payments, Map<UUID, Reservation> locked) {
        Map<UUID, UUID> paymentIds = new LinkedHashMap<>();
        payments.forEach((id, paid) -> paymentIds.put(id, paid.body().paymentId()));
        List<Reservation> paid =
                payments.keySet().stream()
                        .map(id -> Objects.requireNonNull(locked.get(id)))
                        .toList();
        Map<UUID, OrderStore.Confirmed> confirmed = orders.confirmed(paymentIds);
        issueTickets.run(paid);
        payments.forEach((id, payment) -> {
            Reservation reservation = Objects.requireNonNull(locked.get(id));
            ReservationConfirmed message =
                    message(reservation, payment.body(), Objects.requireNonNull(confirmed.get(id)));
            payment.within(() ->
                    outbox.record(new Outgoing(Topic.RESERVATION_EVENTS, id.toString(), message)));
        });
        AfterCommit.run(() -> {
            counters.confirmed(paid);
            paid.forEach(reservation -> {
                tellGate.sold(reservation);
                awaitVerdict.decided(reservation.id());
            });
        });
    }

    private static ReservationConfirmed message(
            Reservation reservation, OrderPaid paid, OrderStore.Confirmed confirmed) {
        return new ReservationConfirmed(
                reservation.id(),
                reservation.number(),
                reservation.userId(),
                reservation.scheduleId(),
                reservation.activeSeatIds(),
                reservation.totalWon(),
                paid.paymentId(),
                confirmed.at(),
                confirmed.turnId(),
                reservation.show().title(),
                reservation.show().venue(),
                reservation.show().startsAt(),
                reservation.activeSeats().stream()
                        .map(seat ->
                                new ReservationConfirmed.Seat(
                                        seat.seatId(),
                                        seat.seatNumber(),
                                        seat.grade(),
                                        seat.price()))
                        .toList(),
                paid.channel());
    }

    public void closed(OrderClosed closed) {
        Optional<Reservation> found =
                reservations
                        .lock(closed.reservationId())
                        .filter(reservation -> reservation.hasOrder(closed.orderId()));
        if (found.isEmpty()) {
            return; // a tombstone for an order that was never made
        }
        Reservation reservation = found.get();
        switch (reservation.status()) {
            case PENDING -> end(reservation, reason(closed));
            case CONFIRMED ->
                    LOG.warn(
                            "Order {} is paid and was closed: the first verdict stays",
                            closed.orderId());
            case CANCELLED, DR_RECOVERED, DR_RESERVED -> {} // nothing is left to do
        }
    }

    private void end(Reservation reservation, Reason reason) {
        orders.closed(reservation.id());
        endReservations.cancel(reservation, reason);
        AfterCommit.run(() -> {
            tellGate.released(reservation);
            awaitVerdict.decided(reservation.id());
        });
    }

    private static Reason reason(OrderClosed closed) {
        for (Reason reason : Reason.values()) {
            if (reason.name().equals(closed.reason())) {
                return reason;
            }
        }
        return Reason.NOT_PAID;
    }
}
