package onsale.reservation;

import java.util.List;
import java.util.UUID;
import onsale.reservation.Reservation.Seat;

/** A seat of a reservation as its fan sees it. */
public record SeatView(UUID seatId, String seatNumber, String grade, long price) {

    public static List<SeatView> of(List<Seat> seats) {
        return seats.stream()
                .map(s -> new SeatView(s.seatId(), s.seatNumber(), s.grade(), s.price()))
                .toList();
    }
}
