package onsale.catalog.event;

import jakarta.validation.Valid;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.catalog.OrganiserDesk;
import onsale.catalog.OrganiserDesk.Change;
import onsale.catalog.OrganiserDesk.Owned;
import onsale.catalog.schedule.CancelForm;
import onsale.platform.access.Actor;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
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
    private final OrganiserDesk desk;

    EventAdminController(
            CreateEvent createEvent,
            UpdateEvent updateEvent,
            OpenEvent openEvent,
            CancelEvent cancelEvent,
            DeleteEvent deleteEvent,
            EventViews events,
            OrganiserDesk desk) {
        this.createEvent = createEvent;
        this.updateEvent = updateEvent;
        this.openEvent = openEvent;
        this.cancelEvent = cancelEvent;
        this.deleteEvent = deleteEvent;
        this.events = events;
        this.desk = desk;
    }

    @PostMapping
    @ProblemCodes(Codes.INVALID)
    @ResponseStatus(HttpStatus.CREATED)
    EventView create(Actor actor, @Valid @RequestBody EventForm form) {
        return desk.create(
                actor, Owned.EVENT, () -> createEvent.run(form).orProblem(), EventView::id);
    }

    @GetMapping("/{eventId}")
    @ProblemCodes(Codes.NO_EVENT)
    EventView get(Actor actor, @PathVariable("eventId") UUID eventId) {
        desk.require(actor, Owned.EVENT, eventId, CatalogProblems.noEvent());
        return events.find(eventId).orElseThrow(() -> CatalogProblems.noEvent().exception());
    }

    @PutMapping("/{eventId}")
    @ProblemCodes({Codes.NO_EVENT, Codes.OVER, Codes.SALE_STARTED, Codes.INVALID})
    EventView update(
            Actor actor,
            @PathVariable("eventId") UUID eventId,
            @Valid @RequestBody EventForm form) {
        return desk.change(
                change(actor, eventId, "update"),
                state(eventId),
                () -> updateEvent.run(eventId, form).orProblem());
    }

    @DeleteMapping("/{eventId}")
    @ProblemCodes({Codes.NO_EVENT, Codes.SALE_STARTED})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(Actor actor, @PathVariable("eventId") UUID eventId) {
        desk.change(
                change(actor, eventId, "delete"),
                state(eventId),
                () -> {
                    deleteEvent.run(eventId).orProblem();
                    return null;
                });
    }

    @PostMapping("/{eventId}/open")
    @ProblemCodes({Codes.NO_EVENT, Codes.OVER})
    EventView open(Actor actor, @PathVariable("eventId") UUID eventId) {
        return desk.change(
                change(actor, eventId, "open"),
                state(eventId),
                () -> openEvent.run(eventId).orProblem());
    }

    @PostMapping("/{eventId}/cancel")
    @ProblemCodes({Codes.NO_EVENT, Codes.OVER})
    EventView cancel(
            Actor actor,
            @PathVariable("eventId") UUID eventId,
            @Valid @RequestBody CancelForm form) {
        return desk.change(
                change(actor, eventId, "cancel"),
                state(eventId),
                () -> cancelEvent.run(eventId, form.reason()).orProblem());
    }

    private static Change change(Actor actor, UUID eventId, String action) {
        return new Change(actor, Owned.EVENT, eventId, action, CatalogProblems.noEvent());
    }

    private Supplier<@Nullable EventView> state(UUID eventId) {
        return () -> events.find(eventId).orElse(null);
    }
}
