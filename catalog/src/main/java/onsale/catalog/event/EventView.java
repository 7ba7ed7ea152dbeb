package onsale.catalog.event;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.catalog.RefundSteps;
import onsale.catalog.schedule.ScheduleView;

/** An event with its schedules, as clients get it. */
public record EventView(
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
        EventStatus status,
        boolean active,
        String posterUrl,
        boolean hasOPSeats,
        int holdSeconds,
        int seatsPerPersonMax,
        List<GradeView> grades,
        Map<String, List<String>> cast,
        List<ScheduleView> schedules,
        List<RefundSteps.Step> refundSteps) {

    /** A grade as clients get it. */
    public record GradeView(String code, long price, String color, String description) {

        static GradeView of(Event.Grade grade) {
            return new GradeView(grade.code(), grade.price(), grade.color(), grade.description());
        }
    }

    static EventView of(Event event, List<ScheduleView> schedules) {
        return new EventView(
                event.id(),
                event.title(),
                event.artist(),
                event.description(),
                event.venueId(),
                event.venue(),
                event.city(),
                event.hallId(),
                event.hall(),
                event.startsOn(),
                event.endsOn(),
                event.status(),
                event.active(),
                event.posterUrl(),
                event.hasOPSeats(),
                event.holdSeconds(),
                event.seatsPerPersonMax(),
                event.grades().stream().map(GradeView::of).toList(),
                event.cast(),
                schedules,
                event.refundSteps().steps());
    }
}
