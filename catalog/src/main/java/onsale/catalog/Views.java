package onsale.catalog;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What the catalogue answers. */
final class Views {

    private Views() {}

    record Page<T>(List<T> items, int page, int size, long total) {}

    record HallSummary(UUID id, String name, int capacity) {}

    record VenueView(
            UUID id,
            String name,
            String address,
            String city,
            String venueType,
            List<HallSummary> halls) {}

    record HallView(UUID id, UUID venueId, String name, int capacity, HallLayout layout) {}

    record GradeView(String code, long price, String color, String description) {}

    record EventSummary(
            UUID id,
            String title,
            String artist,
            UUID venueId,
            String venue,
            String city,
            LocalDate startsOn,
            LocalDate endsOn,
            String status,
            String posterUrl) {}

    record EventView(
            UUID id,
            String title,
            String artist,
            String description,
            UUID venueId,
            String venue,
            String city,
            UUID hallId,
            String hall,
            LocalDate startsOn,
            LocalDate endsOn,
            String status,
            boolean active,
            String posterUrl,
            boolean hasOPSeats,
            int holdSeconds,
            int seatsPerPersonMax,
            List<GradeView> grades,
            Map<String, List<String>> cast,
            List<ScheduleView> schedules) {}

    /**
     * @param weekday where the show is
     */
    record ScheduleView(
            UUID id,
            UUID eventId,
            int playSequence,
            Instant startsAt,
            DayOfWeek weekday,
            Instant saleOpensAt,
            Instant saleClosesAt,
            String status,
            boolean queued,
            Map<String, List<String>> casting,
            int totalSeats,
            int availableSeats,
            boolean soldOut) {}

    record GradeCount(
            String grade, long price, String color, String description, int total, int remaining) {}
}
