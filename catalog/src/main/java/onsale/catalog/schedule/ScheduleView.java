package onsale.catalog.schedule;

import java.time.DayOfWeek;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as clients get it.
 *
 * @param freeCancellationUntil until when tickets go back without a fee, because the show was
 *     changed; null if it was not
 * @param weekday of the show, in the time zone of the calendar
 */
public record ScheduleView(
        UUID id,
        UUID eventId,
        int playSequence,
        Instant startsAt,
        Instant endsAt,
        DayOfWeek weekday,
        Instant saleOpensAt,
        Instant saleClosesAt,
        ScheduleStatus status,
        boolean queued,
        Map<String, List<String>> casting,
        int totalSeats,
        int availableSeats,
        boolean soldOut,
        @Nullable Instant freeCancellationUntil) {

    public static ScheduleView of(Schedule schedule) {
        return new ScheduleView(
                schedule.id(),
                schedule.eventId(),
                schedule.playSequence(),
                schedule.startsAt(),
                schedule.endsAt(),
                schedule.day().getDayOfWeek(),
                schedule.saleOpensAt(),
                schedule.saleClosesAt(),
                schedule.status(),
                schedule.queued(),
                schedule.casting(),
                schedule.totalSeats(),
                schedule.availableSeats(),
                schedule.availableSeats() == 0,
                schedule.freeCancellationUntil());
    }
}
