package onsale.contracts;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/**
 * Some of the seats of a schedule. Chunks may come in any order and more than once; they count when
 * {@link InventoryComplete} of the same version says so.
 *
 * @param inventoryVersion grows with every change of the seats; the newest counts
 * @param chunk from 0
 */
@MessageContract(owner = Context.CATALOG, consumers = Context.RESERVATION)
public record InventoryChunk(
        UUID scheduleId,
        int inventoryVersion,
        int chunk,
        @JsonProperty("places") List<Seat> seats) {

    /**
     * A numbered seat, or one of the capacity of a standing zone.
     *
     * @param ordinal from 0, without gaps; with the schedule it makes the seat's id, see {@link
     *     SeatIds}
     * @param grade code of a grade of the event
     * @param zone code of the standing zone, empty for a numbered seat
     */
    public record Seat(
            int ordinal,
            String grade,
            String floor,
            String section,
            String row,
            String number,
            String zone) {}
}
