package onsale.contracts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Who has which of a schedule's seats, told from time to time on {@link Topic#SEAT_SYNC}, so that a
 * copy that missed something can be mended. Says everything about the seats of its range.
 *
 * @param from the first ordinal it speaks of
 * @param until the first ordinal after those
 * @param asOf when the rows were read; a sale about that time may or may not be among them
 */
public record SeatsSold(UUID eventScheduleId, int from, int until, Instant asOf, List<Sale> sales) {

    public record Sale(UUID reservationId, int ordinal, Instant confirmedAt) {}
}
