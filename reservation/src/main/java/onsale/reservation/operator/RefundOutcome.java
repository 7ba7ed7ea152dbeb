package onsale.reservation.operator;

import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;

/** The outcome of asking for a refund, and of deciding about one. */
public sealed interface RefundOutcome {

    /** It is so, now or since before. */
    record Stands(RefundRequest request, Reservation reservation) implements RefundOutcome {}

    /** There is no such reservation or request. */
    record NotFound() implements RefundOutcome {}

    /** Nobody gives back what they have bought themselves. */
    record OwnReservation() implements RefundOutcome {}

    /** Nobody approves what they have asked for themselves. */
    record OwnRequest() implements RefundOutcome {}

    /** The order of the reservation has no verdict yet. */
    record OrderOpen() implements RefundOutcome {}

    /** The reservation is not paid, or was cancelled. */
    record WrongState(Status status) implements RefundOutcome {}

    /** The reservation does not have all of these seats, or not any more. */
    record NoSuchSeats() implements RefundOutcome {}

    /** One of the tickets was used at a door. */
    record TicketUsed() implements RefundOutcome {}

    /** The id stands for another request. */
    record IdReused() implements RefundOutcome {}

    /** Another request of this reservation waits for a second operator. */
    record AnotherWaits() implements RefundOutcome {}

    /** The request does not wait any more. */
    record Decided(RefundRequest request) implements RefundOutcome {}
}
