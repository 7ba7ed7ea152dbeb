package onsale.catalog.schedule;

import jakarta.validation.Valid;
import java.util.List;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.catalog.event.EventStore;
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

/** The schedules of an event, for organisers. */
@RestController
@RequestMapping("/api/admin/events/{eventId}/schedules")
@ProblemsOf(CatalogProblems.class)
public class ScheduleAdminController {

    private final CreateSchedule createSchedule;
    private final UpdateSchedule updateSchedule;
    private final CancelSchedule cancelSchedule;
    private final DeleteSchedule deleteSchedule;
    private final RenewInventory renewInventory;
    private final EventStore events;
    private final ScheduleStore schedules;

    ScheduleAdminController(
            CreateSchedule createSchedule,
            UpdateSchedule updateSchedule,
            CancelSchedule cancelSchedule,
            DeleteSchedule deleteSchedule,
            RenewInventory renewInventory,
            EventStore events,
            ScheduleStore schedules) {
        this.createSchedule = createSchedule;
        this.updateSchedule = updateSchedule;
        this.cancelSchedule = cancelSchedule;
        this.deleteSchedule = deleteSchedule;
        this.renewInventory = renewInventory;
        this.events = events;
        this.schedules = schedules;
    }

    @GetMapping
    @ProblemCodes(Codes.NO_EVENT)
    List<ScheduleView> list(@PathVariable("eventId") UUID eventId) {
        if (events.find(eventId).isEmpty()) {
            throw CatalogProblems.noEvent().exception();
        }
        return schedules.ofEvent(eventId).stream().map(ScheduleView::of).toList();
    }

    @PostMapping
    @ProblemCodes({
        Codes.NO_EVENT,
        Codes.OVER,
        Codes.TOO_MANY_SCHEDULES,
        Codes.SEQUENCE_TAKEN,
        Codes.INVALID,
        Codes.LAYOUT_INVALID
    })
    @ResponseStatus(HttpStatus.CREATED)
    ScheduleView create(
            @PathVariable("eventId") UUID eventId, @Valid @RequestBody ScheduleForm form) {
        return ScheduleView.of(createSchedule.run(eventId, form).orProblem());
    }

    @GetMapping("/{scheduleId}")
    @ProblemCodes(Codes.NO_SCHEDULE)
    ScheduleView get(
            @PathVariable("eventId") UUID eventId, @PathVariable("scheduleId") UUID scheduleId) {
        return schedules
                .find(scheduleId, eventId)
                .map(ScheduleView::of)
                .orElseThrow(() -> CatalogProblems.noSchedule().exception());
    }

    @PutMapping("/{scheduleId}")
    @ProblemCodes({
        Codes.NO_SCHEDULE,
        Codes.OVER,
        Codes.SEQUENCE_TAKEN,
        Codes.SALE_STARTED,
        Codes.INVALID
    })
    ScheduleView update(
            @PathVariable("eventId") UUID eventId,
            @PathVariable("scheduleId") UUID scheduleId,
            @Valid @RequestBody ScheduleForm form) {
        return ScheduleView.of(updateSchedule.run(eventId, scheduleId, form).orProblem());
    }

    @DeleteMapping("/{scheduleId}")
    @ProblemCodes({Codes.NO_SCHEDULE, Codes.SALE_STARTED})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(
            @PathVariable("eventId") UUID eventId, @PathVariable("scheduleId") UUID scheduleId) {
        deleteSchedule.run(eventId, scheduleId).orProblem();
    }

    @PostMapping("/{scheduleId}/cancel")
    @ProblemCodes(Codes.NO_SCHEDULE)
    ScheduleView cancel(
            @PathVariable("eventId") UUID eventId,
            @PathVariable("scheduleId") UUID scheduleId,
            @Valid @RequestBody CancelForm form) {
        return ScheduleView.of(cancelSchedule.run(eventId, scheduleId, form.reason()).orProblem());
    }

    /** Publishes all seats of the schedule once more. */
    @PostMapping("/{scheduleId}/inventory")
    @ProblemCodes({Codes.NO_SCHEDULE, Codes.OVER})
    ScheduleView renewInventory(
            @PathVariable("eventId") UUID eventId, @PathVariable("scheduleId") UUID scheduleId) {
        return ScheduleView.of(renewInventory.run(eventId, scheduleId).orProblem());
    }
}
