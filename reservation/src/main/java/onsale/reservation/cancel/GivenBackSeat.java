package onsale.reservation.cancel;

import onsale.reservation.Reservation.Seat;

/** A seat that is given back, and what that costs. */
public record GivenBackSeat(Seat seat, long feeWon) {

    public long refundWon() {
        return seat.price() - feeWon;
    }
}
