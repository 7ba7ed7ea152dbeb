package onsale.catalog;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.UUID;
import onsale.catalog.Forms.CancelForm;
import onsale.catalog.Forms.EventForm;
import onsale.catalog.Forms.ScheduleForm;
import onsale.catalog.Views.EventSummary;
import onsale.catalog.Views.EventView;
import onsale.catalog.Views.Page;
import onsale.catalog.Views.ScheduleView;
import onsale.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Events and schedules, for organisers. */
@RestController
@RequestMapping("/api/admin/events")
class EventAdminController {

    private final Events events;
    private final EventStore eventStore;
    private final Schedules schedules;
    private final ScheduleStore scheduleStore;

    EventAdminController(
            Events events,
            EventStore eventStore,
            Schedules schedules,
            ScheduleStore scheduleStore) {
        this.events = events;
        this.eventStore = eventStore;
        this.schedules = schedules;
        this.scheduleStore = scheduleStore;
    }

    @GetMapping
    Page<EventSummary> list(
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        return new Page<>(eventStore.all(page, size), page, size, eventStore.countAll());
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    EventView create(@Valid @RequestBody EventForm form) {
        return events.create(form).orProblem();
    }

    @GetMapping("/{eventId}")
    EventView get(@PathVariable("eventId") UUID eventId) {
        return schedules.with(
                eventStore
                        .find(eventId)
                        .orElseThrow(() ->
                                new ProblemException(
                                        CatalogProblems.NO_EVENT, "Check the event's id.")));
    }

    @PutMapping("/{eventId}")
    EventView update(@PathVariable("eventId") UUID eventId, @Valid @RequestBody EventForm form) {
        return events.update(eventId, form).orProblem();
    }

    @DeleteMapping("/{eventId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable("eventId") UUID eventId) {
        events.delete(eventId).orProblem();
    }

    @PostMapping("/{eventId}/open")
    EventView open(@PathVariable("eventId") UUID eventId) {
        return events.open(eventId).orProblem();
    }

    @PostMapping("/{eventId}/cancel")
    EventView cancel(@PathVariable("eventId") UUID eventId, @Valid @RequestBody CancelForm form) {
        return events.cancel(eventId, form.reason()).orProblem();
    }

    @GetMapping("/{eventId}/schedules")
    List<ScheduleView> schedules(@PathVariable("eventId") UUID eventId) {
        return get(eventId).schedules();
    }

    @PostMapping("/{eventId}/schedules")
    @ResponseStatus(HttpStatus.CREATED)
    ScheduleView createSchedule(
            @PathVariable("eventId") UUID eventId, @Valid @RequestBody ScheduleForm form) {
        return schedules.create(eventId, form).orProblem();
    }

    @GetMapping("/{eventId}/schedules/{scheduleId}")
    ScheduleView schedule(
            @PathVariable("eventId") UUID eventId, @PathVariable("scheduleId") UUID scheduleId) {
        return scheduleStore
                .find(scheduleId, eventId)
                .orElseThrow(() ->
                        new ProblemException(
                                CatalogProblems.NO_SCHEDULE, "Check the schedule's id."));
    }

    @PutMapping("/{eventId}/schedules/{scheduleId}")
    ScheduleView updateSchedule(
            @PathVariable("eventId") UUID eventId,
            @PathVariable("scheduleId") UUID scheduleId,
            @Valid @RequestBody ScheduleForm form) {
        return schedules.update(eventId, scheduleId, form).orProblem();
    }

    @DeleteMapping("/{eventId}/schedules/{scheduleId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void deleteSchedule(
            @PathVariable("eventId") UUID eventId, @PathVariable("scheduleId") UUID scheduleId) {
        schedules.delete(eventId, scheduleId).orProblem();
    }

    @PostMapping("/{eventId}/schedules/{scheduleId}/cancel")
    ScheduleView cancelSchedule(
            @PathVariable("eventId") UUID eventId,
            @PathVariable("scheduleId") UUID scheduleId,
            @Valid @RequestBody CancelForm form) {
        return schedules.cancel(eventId, scheduleId, form.reason()).orProblem();
    }

    /** Tells the other contexts of all its places once more. */
    @PostMapping("/{eventId}/schedules/{scheduleId}/inventory")
    ScheduleView tellPlacesAgain(
            @PathVariable("eventId") UUID eventId, @PathVariable("scheduleId") UUID scheduleId) {
        return schedules.tellPlacesAgain(eventId, scheduleId).orProblem();
    }
}
