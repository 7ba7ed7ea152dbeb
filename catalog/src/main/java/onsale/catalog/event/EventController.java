package onsale.catalog.event;

import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Events, for fans. Events in preparation and hidden ones do not exist here. */
@RestController
@ProblemsOf(CatalogProblems.class)
public class EventController {

    private final EventViews events;

    EventController(EventViews events) {
        this.events = events;
    }

    @GetMapping("/api/events/{eventId}")
    @ProblemCodes(Codes.NO_EVENT)
    EventView get(@PathVariable("eventId") UUID eventId) {
        return events.visible(eventId).orElseThrow(() -> CatalogProblems.noEvent().exception());
    }
}
