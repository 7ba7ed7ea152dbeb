package onsale.reservation.operator;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.cancel.GivenBackSeat;
import onsale.reservation.gate.TellGate;
import onsale.reservation.operator.RefundOutcome.OrderOpen;
import onsale.reservation.operator.RefundOutcome.Stands;
import onsale.reservation.operator.RefundOutcome.WrongState;
import onsale.reservation.operator.RefundRequest.State;
import onsale.reservation.ticket.TicketStore;

/** What asking and approving have in common: the seats go back as those of a fan do. */
public final class PayRefund {

    private final TicketStore tickets;
    private final EndReservations endReservations;
    private final TellGate tellGate;

    public PayRefund(TicketStore tickets, EndReservations endReservations, TellGate tellGate) {
        this.tickets = tickets;
        this.endReservations = endReservations;
        this.tellGate = tellGate;
    }

    /** Why nothing of a reservation can be given back, if so. */
    static Optional<RefundOutcome> refused(Reservation reservation) {
        return switch (reservation.phase()) {
            case CONFIRMED -> Optional.empty();
            case ORDER_OPEN -> Optional.of(new OrderOpen());
            case HELD, HOLD_OVER, RECOVERED, CANCELLED ->
                    Optional.of(new WrongState(reservation.status()));
        };
    }

    /** Whether a ticket of these seats has entered; none does until the transaction ends. */
    boolean anyUsed(Reservation reservation, List<Seat> seats) {
        return tickets.lockAndSeeUsed(reservation.id(), seats.stream().map(Seat::ordinal).toList());
    }

    /** The id under which payment is asked for the money of these seats. */
    static UUID refundId(Reservation reservation, List<GivenBackSeat> givenBack) {
        return EndReservations.refundId(
                reservation.id(), givenBack.stream().map(each -> each.seat().ordinal()).toList());
    }

    /** Gives the seats back in the caller's transaction, which has locked the reservation. */
    void pay(Reservation reservation, List<GivenBackSeat> givenBack) {
        endReservations.giveBack(reservation, givenBack, Reason.CANCELLED_BY_OPERATOR);
    }

    /** After the commit: the seats are free. Told twice it changes nothing. */
    void tellGate(RefundOutcome outcome) {
        if (outcome instanceof Stands(RefundRequest request, Reservation reservation)
                && request.state() == State.DONE) {
            tellGate.released(reservation, request.ordinals());
        }
    }
}
