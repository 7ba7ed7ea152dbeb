package onsale.reservation.cancel;

import java.util.List;
import onsale.reservation.Reservation.Seat;

/** A seat that is given back, and what that costs. */
public record GivenBackSeat(Seat seat, long feeWon) {

    /** These seats, each for the same percentage of its price. */
    public static List<GivenBackSeat> all(List<Seat> seats, int feePercent) {
        return seats.stream()
                .map(seat -> new GivenBackSeat(seat, RefundPolicy.feeWon(seat.price(), feePercent)))
                .toList();
    }

    public long refundWon() {
        return seat.price() - feeWon;
    }
}
