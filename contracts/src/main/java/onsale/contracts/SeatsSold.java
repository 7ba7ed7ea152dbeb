package onsale.contracts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;
import org.jspecify.annotations.Nullable;

/**
 * Who has which of a schedule's seats, told from time to time on {@link Topic#SEAT_SYNC}, so that a
 * copy that missed something can be mended. Says everything about the seats of its range.
 *
 * @param from the first ordinal it speaks of
 * @param until the first ordinal after those
 * @param asOf when the rows were read; a sale about that time may or may not be among them
 * @param soldInAll how many seats of the whole schedule are sold; null in what was sent before it
 *     was counted
 */
@MessageContract(
        owner = Context.RESERVATION,
        consumers = {Context.CATALOG, Context.QUEUE})
public record SeatsSold(
        UUID eventScheduleId,
        int from,
        int until,
        Instant asOf,
        List<Sale> sales,
        @Nullable Integer soldInAll) {

    public record Sale(UUID reservationId, int ordinal, Instant confirmedAt) {}
}
