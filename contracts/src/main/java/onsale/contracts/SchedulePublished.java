package onsale.contracts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;
import org.jspecify.annotations.Nullable;

/**
 * What is sold, when and on which terms: told when a schedule is created and after every change.
 *
 * @param version grows with every change; the newest counts
 * @param queued whether holding needs an entry token of the waiting room
 * @param seatsPerPersonMax across all orders of a person
 * @param endsAt when the show is over; null in what was sent before schedules had an end
 */
@MessageContract(
        owner = Context.CATALOG,
        consumers = {Context.RESERVATION, Context.QUEUE})
public record SchedulePublished(
        UUID scheduleId,
        UUID eventId,
        int version,
        String title,
        String venue,
        String hall,
        String posterUrl,
        Instant startsAt,
        Instant saleOpensAt,
        Instant saleClosesAt,
        boolean queued,
        int holdSeconds,
        int seatsPerPersonMax,
        List<Grade> grades,
        @Nullable Instant endsAt) {

    public record Grade(String code, long priceWon) {}
}
