package onsale.catalog.schedule;

import jakarta.validation.Valid;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.catalog.OrganiserDesk;
import onsale.catalog.OrganiserDesk.Change;
import onsale.catalog.OrganiserDesk.Owned;
import onsale.catalog.event.EventStore;
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
    private final OrganiserDesk desk;

    ScheduleAdminController(
            CreateSchedule createSchedule,
            UpdateSchedule updateSchedule,
            CancelSchedule cancelSchedule,
            DeleteSchedule deleteSchedule,
            RenewInventory renewInventory,
            EventStore events,
            ScheduleStore schedules,
            OrganiserDesk desk) {
        this.createSchedule = createSchedule;
        this.updateSchedule = updateSchedule;
        this.cancelSchedule = cancelSchedule;
        this.deleteSchedule = deleteSchedule;
        this.renewInventory = renewInventory;
        this.events = events;
        this.schedules = schedules;
        this.desk = desk;
    }

    @GetMapping
    @ProblemCodes(Codes.NO_EVENT)
    List<ScheduleView> list(Actor actor, @PathVariable("eventId") UUID eventId) {
        desk.require(actor, Owned.EVENT, eventId, CatalogProblems.noEvent());
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
            Actor actor,
            @PathVariable("eventId") UUID eventId,
            @Valid @RequestBody ScheduleForm form) {
        return desk.change(
                new Change(actor, Owned.EVENT, eventId, "schedule", CatalogProblems.noEvent()),
                () -> null,
                () -> ScheduleView.of(createSchedule.run(eventId, form).orProblem()));
    }

    @GetMapping("/{scheduleId}")
    @ProblemCodes(Codes.NO_SCHEDULE)
    ScheduleView get(
            Actor actor,
            @PathVariable("eventId") UUID eventId,
            @PathVariable("scheduleId") UUID scheduleId) {
        desk.require(actor, Owned.EVENT, eventId, CatalogProblems.noSchedule());
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
            Actor actor,
            @PathVariable("eventId") UUID eventId,
            @PathVariable("scheduleId") UUID scheduleId,
            @Valid @RequestBody ScheduleForm form) {
        return desk.change(
                change(actor, eventId, "update-schedule"),
                state(scheduleId, eventId),
                () -> ScheduleView.of(updateSchedule.run(eventId, scheduleId, form).orProblem()));
    }

    @DeleteMapping("/{scheduleId}")
    @ProblemCodes({Codes.NO_SCHEDULE, Codes.SALE_STARTED})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(
            Actor actor,
            @PathVariable("eventId") UUID eventId,
            @PathVariable("scheduleId") UUID scheduleId) {
        desk.change(
                change(actor, eventId, "delete-schedule"),
                state(scheduleId, eventId),
                () -> {
                    deleteSchedule.run(eventId, scheduleId).orProblem();
                    return null;
                });
    }

    @PostMapping("/{scheduleId}/cancel")
    @ProblemCodes(Codes.NO_SCHEDULE)
    ScheduleView cancel(
            Actor actor,
            @PathVariable("eventId") UUID eventId,
            @PathVariable("scheduleId") UUID scheduleId,
            @Valid @RequestBody CancelForm form) {
        return desk.change(
                change(actor, eventId, "cancel-schedule"),
                state(scheduleId, eventId),
                () ->
                        ScheduleView.of(
                                cancelSchedule
                                        .run(eventId, scheduleId, form.reason())
                                        .orProblem()));
    }

    /** Publishes all seats of the schedule once more. */
    @PostMapping("/{scheduleId}/inventory")
    @ProblemCodes({Codes.NO_SCHEDULE, Codes.OVER})
    ScheduleView renewInventory(
            Actor actor,
            @PathVariable("eventId") UUID eventId,
            @PathVariable("scheduleId") UUID scheduleId) {
        return desk.change(
                change(actor, eventId, "renew-inventory"),
                state(scheduleId, eventId),
                () -> ScheduleView.of(renewInventory.run(eventId, scheduleId).orProblem()));
    }

    private static Change change(Actor actor, UUID eventId, String action) {
        return new Change(actor, Owned.EVENT, eventId, action, CatalogProblems.noSchedule());
    }

    private Supplier<@Nullable ScheduleView> state(UUID scheduleId, UUID eventId) {
        return () -> schedules.find(scheduleId, eventId).map(ScheduleView::of).orElse(null);
    }
}
