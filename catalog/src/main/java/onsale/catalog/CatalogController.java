package onsale.catalog;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import onsale.catalog.EventStore.Search;
import onsale.catalog.Views.EventSummary;
import onsale.catalog.Views.EventView;
import onsale.catalog.Views.GradeCount;
import onsale.catalog.Views.Page;
import onsale.catalog.Views.ScheduleView;
import onsale.catalog.Views.VenueView;
import onsale.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What fans read. Events in preparation and hidden ones do not exist here. */
@RestController
class CatalogController {

    /** Layouts never change. */
    private static final CacheControl FOR_GOOD =
            CacheControl.maxAge(Duration.ofDays(1)).cachePublic().immutable();

    /** Which states a fan may ask for. */
    enum Status {
        OPEN,
        ENDED,
        CANCELLED
    }

    private final VenueStore venues;
    private final EventStore events;
    private final Schedules schedules;
    private final ScheduleStore scheduleStore;
    private final SeatStore seats;
    private final Layouts layouts;

    CatalogController(
            VenueStore venues,
            EventStore events,
            Schedules schedules,
            ScheduleStore scheduleStore,
            SeatStore seats,
            Layouts layouts) {
        this.venues = venues;
        this.events = events;
        this.schedules = schedules;
        this.scheduleStore = scheduleStore;
        this.seats = seats;
        this.layouts = layouts;
    }

    @GetMapping("/api/events")
    Page<EventSummary> events(
            @RequestParam(name = "query", defaultValue = "") @PlainText(max = 100, optional = true)
                    String query,
            @RequestParam(name = "status", required = false) @Nullable Status status,
            @RequestParam(name = "city", defaultValue = "") @PlainText(max = 100, optional = true)
                    String city,
            @RequestParam(name = "venue", defaultValue = "") @PlainText(max = 100, optional = true)
                    String venue,
            @RequestParam(name = "artist", defaultValue = "") @PlainText(max = 100, optional = true)
                    String artist,
            @RequestParam(name = "from", required = false)
                    @DateTimeFormat(iso = DateTimeFormat.ISO.DATE)
                    @Nullable LocalDate from,
            @RequestParam(name = "to", required = false)
                    @DateTimeFormat(iso = DateTimeFormat.ISO.DATE)
                    @Nullable LocalDate to,
            @RequestParam(name = "sort", defaultValue = "DATE") EventStore.Sort sort,
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        Search search =
                new Search(
                        query.strip(),
                        status == null ? null : status.name(),
                        city.strip(),
                        venue.strip(),
                        artist.strip(),
                        bounded(from),
                        bounded(to),
                        sort,
                        page,
                        size);
        return new Page<>(events.search(search), page, size, events.count(search));
    }

    /** PostgreSQL's years end before Java's. */
    private static @Nullable LocalDate bounded(@Nullable LocalDate date) {
        if (date == null) {
            return null;
        }
        int year = Math.clamp(date.getYear(), 1, 9_999);
        return year == date.getYear() ? date : LocalDate.of(year, 1, 1);
    }

    @GetMapping("/api/events/{eventId}")
    EventView event(@PathVariable("eventId") UUID eventId) {
        return events.visible(eventId)
                .map(schedules::with)
                .orElseThrow(() ->
                        new ProblemException(CatalogProblems.NO_EVENT, "Check the event's id."));
    }

    @GetMapping("/api/venues/{venueId}")
    VenueView venue(@PathVariable("venueId") UUID venueId) {
        return venues.venue(venueId)
                .orElseThrow(() ->
                        new ProblemException(CatalogProblems.NO_VENUE, "Check the venue's id."));
    }

    @GetMapping("/api/schedules/{scheduleId}")
    ScheduleView schedule(@PathVariable("scheduleId") UUID scheduleId) {
        return scheduleStore.visible(scheduleId).orElseThrow(CatalogController::noSchedule);
    }

    @GetMapping("/api/schedules/{scheduleId}/grades")
    List<GradeCount> grades(@PathVariable("scheduleId") UUID scheduleId) {
        schedule(scheduleId);
        return seats.countByGrade(scheduleId);
    }

    /** Kept in memory, compressed and not: the whole crowd asks for it at once. */
    @GetMapping("/api/schedules/{scheduleId}/layout")
    ResponseEntity<byte[]> layout(
            @PathVariable("scheduleId") UUID scheduleId,
            @RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "")
                    String encodings) {
        Layouts.Finished layout =
                layouts.find(scheduleId).orElseThrow(CatalogController::noSchedule);
        boolean packed = takesGzip(encodings);
        var answer =
                ResponseEntity.ok()
                        .cacheControl(FOR_GOOD)
                        .varyBy(HttpHeaders.ACCEPT_ENCODING)
                        .eTag("W/\"" + layout.hash() + "\"") // weak: the same layout, packed or not
                        .contentType(MediaType.APPLICATION_JSON);
        if (packed) {
            answer.header(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        return answer.body(packed ? layout.packed() : layout.plain());
    }

    private static boolean takesGzip(String encodings) {
        for (String encoding : encodings.toLowerCase(Locale.ROOT).split(",", -1)) {
            String plain = encoding.replace(" ", "");
            if (plain.startsWith("gzip") || plain.startsWith("*")) {
                return !plain.matches("[^;]*;q=0(\\.0*)?");
            }
        }
        return false;
    }

    private static ProblemException noSchedule() {
        return new ProblemException(CatalogProblems.NO_SCHEDULE, "Check the schedule's id.");
    }
}
