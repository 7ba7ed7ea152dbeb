package onsale.catalog.search;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Page;
import onsale.catalog.PlainText;
import onsale.catalog.cache.CatalogCaches;
import onsale.catalog.cache.ReadCache;
import onsale.catalog.event.EventStatus;
import onsale.catalog.search.EventListStore.OwnEvents;
import onsale.platform.access.Actor;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists events. */
@RestController
@ProblemsOf(CatalogProblems.class)
public class EventListController {

    /** A page may have a hundred events, so fewer than of single ones. */
    private static final int KEPT_MAX = 200;

    private final EventListStore events;
    private final SearchEvents searchEvents;
    private final ReadCache<EventSearch, EventsFound> cache;
    private final ReadCache<EventSearch, EventFacets> facetsCache;

    EventListController(EventListStore events, SearchEvents searchEvents, CatalogCaches caches) {
        this.events = events;
        this.searchEvents = searchEvents;
        this.cache = caches.make("list", KEPT_MAX);
        this.facetsCache = caches.make("facets", KEPT_MAX);
    }

    /** Searches the events that fans may see. */
    @GetMapping("/api/events")
    EventsFound search(
            @RequestParam(name = "query", defaultValue = "") @PlainText(max = 100, optional = true)
                    String query,
            @RequestParam(name = "status", required = false) EventSearch.@Nullable Status status,
            @RequestParam(name = "sale", required = false) EventSearch.@Nullable Sale sale,
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
            @RequestParam(name = "sort", required = false) EventSearch.@Nullable Sort sort,
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        EventSearch search =
                new EventSearch(
                        query.strip(),
                        status,
                        sale,
                        city.strip(),
                        venue.strip(),
                        artist.strip(),
                        bounded(from),
                        bounded(to),
                        sort == null ? EventSearch.Sort.RELEVANCE : sort,
                        page,
                        size);
        return cache.get(search, one -> Optional.of(searchEvents.run(one))).orElseThrow();
    }

    /** Counts the events of a search by what they can be filtered by. */
    @GetMapping("/api/events/facets")
    EventFacets facets(
            @RequestParam(name = "query", defaultValue = "") @PlainText(max = 100, optional = true)
                    String query,
            @RequestParam(name = "status", required = false) EventSearch.@Nullable Status status,
            @RequestParam(name = "sale", required = false) EventSearch.@Nullable Sale sale,
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
                    @Nullable LocalDate to) {
        EventSearch search =
                new EventSearch(
                        query.strip(),
                        status,
                        sale,
                        city.strip(),
                        venue.strip(),
                        artist.strip(),
                        bounded(from),
                        bounded(to),
                        EventSearch.Sort.DATE,
                        0,
                        1);
        return facetsCache.get(search, one -> Optional.of(searchEvents.facets(one))).orElseThrow();
    }

    /** Lists an organiser's own events, and all of them for administrators. */
    @GetMapping("/api/admin/events")
    Page<EventSummary> all(
            Actor actor,
            @RequestParam(name = "query", defaultValue = "") @PlainText(max = 100, optional = true)
                    String query,
            @RequestParam(name = "status", required = false) @Nullable EventStatus status,
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        @Nullable UUID owner = actor.isAdministrator() ? null : actor.userId();
        OwnEvents wanted = new OwnEvents(owner, query.strip(), status);
        return new Page<>(events.all(wanted, page, size), page, size, events.countAll(wanted));
    }

    /** Moves a date into the years that PostgreSQL knows; Java's go further. */
    private static @Nullable LocalDate bounded(@Nullable LocalDate date) {
        if (date == null) {
            return null;
        }
        int year = Math.clamp(date.getYear(), 1, 9_999);
        return year == date.getYear() ? date : LocalDate.of(year, 1, 1);
    }
}
