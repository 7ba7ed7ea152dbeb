package onsale.contracts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What is sold, when and on which terms: told when a schedule is created and after every change.
 *
 * @param version grows with every change; the newest counts
 * @param queued whether holding needs an entry token of the waiting room
 * @param seatsPerPersonMax across all orders of a person
 */
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
        List<Grade> grades) {

    public record Grade(String code, long priceWon) {}
}
