package onsale.catalog.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.catalog.event.CreateEvent;
import onsale.catalog.event.EventForm;
import onsale.catalog.event.EventForm.GradeForm;
import onsale.catalog.event.OpenEvent;
import onsale.catalog.layout.HallLayout;
import onsale.catalog.schedule.CreateSchedule;
import onsale.catalog.schedule.ScheduleForm;
import onsale.catalog.venue.CreateHall;
import onsale.catalog.venue.HallForm;
import onsale.catalog.venue.HallView;
import onsale.catalog.venue.VenueForm;
import onsale.catalog.venue.Venues;

/** Creates the demo data by the same use cases as an organiser, with times relative to now. */
final class DemoOrganiser {

    private final Venues venues;
    private final CreateHall createHall;
    private final CreateEvent createEvent;
    private final OpenEvent openEvent;
    private final CreateSchedule createSchedule;
    private final ZoneId zone;
    private final Instant now;

    DemoOrganiser(
            Venues venues,
            CreateHall createHall,
            CreateEvent createEvent,
            OpenEvent openEvent,
            CreateSchedule createSchedule,
            ZoneId zone,
            Instant now) {
        this.venues = venues;
        this.createHall = createHall;
        this.createEvent = createEvent;
        this.openEvent = openEvent;
        this.createSchedule = createSchedule;
        this.zone = zone;
        this.now = now;
    }

    HallView hall(VenueForm venue, String name, HallLayout layout) {
        UUID venueId = venues.create(venue).id();
        return createHall.run(venueId, new HallForm(name, layout)).orProblem();
    }

    /**
     * Creates an event, which is private until {@link #open}.
     *
     * @param firstDay and lastDay, counted from today
     */
    UUID event(
            String title,
            String artist,
            String poster,
            String description,
            HallView hall,
            int firstDay,
            int lastDay,
            int perPerson,
            List<GradeForm> grades,
            Map<String, List<String>> cast) {
        LocalDate today = now.atZone(zone).toLocalDate();
        return createEvent
                .run(
                        new EventForm(
                                title,
                                artist,
                                description,
                                hall.id(),
                                today.plusDays(firstDay),
                                today.plusDays(lastDay),
                                "/posters/" + poster + ".svg",
                                true,
                                null,
                                perPerson,
                                true,
                                grades,
                                cast,
                                null))
                .orProblem()
                .id();
    }

    void open(UUID event) {
        openEvent.run(event).orProblem();
    }

    /** Creates a schedule whose show is in the evening of its day. */
    void schedule(
            UUID event,
            Duration opensIn,
            Duration closesIn,
            Duration showIn,
            boolean queued,
            Map<String, List<String>> casting) {
        OffsetDateTime show =
                now.plus(showIn)
                        .atZone(zone)
                        .truncatedTo(ChronoUnit.DAYS)
                        .withHour(19)
                        .withMinute(30)
                        .toOffsetDateTime();
        createSchedule
                .run(
                        event,
                        new ScheduleForm(
                                show,
                                now.plus(opensIn).atZone(zone).toOffsetDateTime(),
                                now.plus(closesIn).atZone(zone).toOffsetDateTime(),
                                null,
                                queued,
                                casting,
                                null,
                                null))
                .orProblem();
    }
}
