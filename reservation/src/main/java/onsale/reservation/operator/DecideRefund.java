package onsale.reservation.operator;

import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.ReservationStore;
import onsale.reservation.cancel.GivenBackSeat;
import onsale.reservation.operator.RefundOutcome.Decided;
import onsale.reservation.operator.RefundOutcome.NoSuchSeats;
import onsale.reservation.operator.RefundOutcome.NotFound;
import onsale.reservation.operator.RefundOutcome.OwnRequest;
import onsale.reservation.operator.RefundOutcome.OwnReservation;
import onsale.reservation.operator.RefundOutcome.Stands;
import onsale.reservation.operator.RefundOutcome.TicketUsed;
import onsale.reservation.operator.RefundRequest.State;
import org.jspecify.annotations.Nullable;

/**
 * A second operator approves a refund above the limit, or somebody declines it. Who has asked may
 * only take the request back. Of several decisions the first stands.
 */
public final class DecideRefund {

    private final Database database;
    private final ReservationStore reservations;
    private final RefundRequestStore requests;
    private final PayRefund payRefund;
    private final AuditTrail audit;

    public DecideRefund(
            Database database,
            ReservationStore reservations,
            RefundRequestStore requests,
            PayRefund payRefund) {
        this.database = database;
        this.reservations = reservations;
        this.requests = requests;
        this.payRefund = payRefund;
        this.audit = new AuditTrail(database);
    }

    public RefundOutcome approve(Actor operator, UUID requestId) {
        RefundOutcome outcome =
                locked(
                        requestId,
                        (request, reservation) ->
                                isBy(request, operator, State.DONE)
                                        ? new Stands(request, reservation)
                                        : approve(operator, request, reservation));
        payRefund.tellGate(outcome);
        return outcome;
    }

    public RefundOutcome decline(Actor operator, UUID requestId) {
        return locked(
                requestId,
                (request, reservation) -> {
                    if (isBy(request, operator, State.DECLINED)) {
                        return new Stands(request, reservation);
                    }
                    return request.state() == State.WAITING
                            ? decided(operator, request, reservation, State.DECLINED, null)
                            : new Decided(request);
                });
    }

    /** Decides under the lock of the reservation, which is that of its requests. */
    private RefundOutcome locked(
            UUID requestId, BiFunction<RefundRequest, Reservation, RefundOutcome> decide) {
        return database.inTransaction(() -> {
            @Nullable RefundRequest found = requests.find(requestId).orElse(null);
            @Nullable Reservation reservation =
                    found == null ? null : reservations.lock(found.reservationId()).orElse(null);
            return reservation == null
                    ? new NotFound()
                    : decide.apply(requests.find(requestId).orElseThrow(), reservation);
        });
    }

    private static boolean isBy(RefundRequest request, Actor operator, State state) {
        return request.state() == state && operator.userId().equals(request.decidedBy());
    }

    private RefundOutcome approve(Actor operator, RefundRequest request, Reservation reservation) {
        if (request.state() != State.WAITING) {
            return new Decided(request);
        }
        if (request.askedBy().equals(operator.userId())) {
            return new OwnRequest();
        }
        if (reservation.belongsTo(operator.userId())) {
            return new OwnReservation();
        }
        return PayRefund.refused(reservation).orElseGet(() -> pay(operator, request, reservation));
    }

    private RefundOutcome pay(Actor operator, RefundRequest request, Reservation reservation) {
        List<Seat> seats =
                reservation.activeSeats().stream()
                        .filter(seat -> request.ordinals().contains(seat.ordinal()))
                        .toList();
        if (seats.size() != request.ordinals().size()) {
            return new NoSuchSeats(); // the fan was faster
        }
        if (payRefund.anyUsed(reservation, seats)) {
            return new TicketUsed();
        }
        List<GivenBackSeat> givenBack = GivenBackSeat.all(seats, request.feePercent());
        payRefund.pay(reservation, givenBack);
        return decided(
                operator,
                request,
                reservation,
                State.DONE,
                PayRefund.refundId(reservation, givenBack));
    }

    private RefundOutcome decided(
            Actor operator,
            RefundRequest request,
            Reservation reservation,
            State state,
            @Nullable UUID refundId) {
        if (!requests.decided(request.id(), state, operator.userId(), refundId)) {
            throw new IllegalStateException("decided without the lock: " + request.id());
        }
        RefundRequest after = requests.find(request.id()).orElseThrow();
        audit.record(
                operator,
                state == State.DONE ? "refund.approve" : "refund.decline",
                reservation.number(),
                request,
                after);
        return new Stands(after, reservation);
    }
}
