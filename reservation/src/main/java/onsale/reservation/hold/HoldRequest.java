package onsale.reservation.hold;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import onsale.platform.Sha256;
import onsale.reservation.SeatHolder;
import onsale.reservation.turn.Turn;
import org.jspecify.annotations.Nullable;

/**
 * A fan's request for seats.
 *
 * @param zones how many seats of which standing zone
 * @param turn by which the waiting room let the fan in; null without a waiting room
 */
public record HoldRequest(
        UUID userId,
        String personId,
        UUID scheduleId,
        List<UUID> seatIds,
        Map<String, Integer> zones,
        String idempotencyKey,
        @Nullable Turn turn) {

    /** The same for the same seats, in whatever order they are named. */
    public byte[] hash() {
        return Sha256.of(
                scheduleId + " " + seatIds.stream().sorted().toList() + new TreeMap<>(zones));
    }

    /** The same request for these seats. */
    public HoldRequest withSeats(List<UUID> seats) {
        return new HoldRequest(userId, personId, scheduleId, seats, zones, idempotencyKey, turn);
    }

    SeatHolder holder() {
        return SeatHolder.of(userId, idempotencyKey);
    }
}
