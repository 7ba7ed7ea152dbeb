package onsale.catalog.event;

import jakarta.validation.Valid;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.catalog.schedule.CancelForm;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Events, for organisers. */
@RestController
@RequestMapping("/api/admin/events")
@ProblemsOf(CatalogProblems.class)
public class EventAdminController {

    private final CreateEvent createEvent;
    private final UpdateEvent updateEvent;
    private final OpenEvent openEvent;
    private final CancelEvent cancelEvent;
    private final DeleteEvent deleteEvent;
    private final EventViews events;

    EventAdminController(
            CreateEvent createEvent,
            UpdateEvent updateEvent,
            OpenEvent openEvent,
            CancelEvent cancelEvent,
            DeleteEvent deleteEvent,
            EventViews events) {
        this.createEvent = createEvent;
        this.updateEvent = updateEvent;
        this.openEvent = openEvent;
        this.cancelEvent = cancelEvent;
        this.deleteEvent = deleteEvent;
        this.events = events;
    }

    @PostMapping
    @ProblemCodes(Codes.INVALID)
    @ResponseStatus(HttpStatus.CREATED)
    EventView create(@Valid @RequestBody EventForm form) {
        return createEvent.run(form).orProblem();
    }

    @GetMapping("/{eventId}")
    @ProblemCodes(Codes.NO_EVENT)
    EventView get(@PathVariable("eventId") UUID eventId) {
        return events.find(eventId).orElseThrow(() -> CatalogProblems.noEvent().exception());
    }

    @PutMapping("/{eventId}")
    @ProblemCodes({Codes.NO_EVENT, Codes.OVER, Codes.SALE_STARTED, Codes.INVALID})
    EventView update(@PathVariable("eventId") UUID eventId, @Valid @RequestBody EventForm form) {
        return updateEvent.run(eventId, form).orProblem();
    }

    @DeleteMapping("/{eventId}")
    @ProblemCodes({Codes.NO_EVENT, Codes.SALE_STARTED})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable("eventId") UUID eventId) {
        deleteEvent.run(eventId).orProblem();
    }

    @PostMapping("/{eventId}/open")
    @ProblemCodes({Codes.NO_EVENT, Codes.OVER})
    EventView open(@PathVariable("eventId") UUID eventId) {
        return openEvent.run(eventId).orProblem();
    }

    @PostMapping("/{eventId}/cancel")
    @ProblemCodes({Codes.NO_EVENT, Codes.OVER})
    EventView cancel(@PathVariable("eventId") UUID eventId, @Valid @RequestBody CancelForm form) {
        return cancelEvent.run(eventId, form.reason()).orProblem();
    }
}
