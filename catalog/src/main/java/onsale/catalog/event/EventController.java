package onsale.catalog.event;

import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.catalog.cache.CatalogCaches;
import onsale.catalog.cache.ReadCache;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Events, for fans. Events in preparation and hidden ones do not exist here. */
@RestController
@ProblemsOf(CatalogProblems.class)
public class EventController {

    private static final int KEPT_MAX = 500;

    private final EventViews events;
    private final ReadCache<UUID, EventView> cache;

    EventController(EventViews events, CatalogCaches caches) {
        this.events = events;
        this.cache = caches.make("event", KEPT_MAX);
    }

    @GetMapping("/api/events/{eventId}")
    @ProblemCodes(Codes.NO_EVENT)
    EventView get(@PathVariable("eventId") UUID eventId) {
        return cache.get(eventId, events::visible)
                .orElseThrow(() -> CatalogProblems.noEvent().exception());
    }
}
