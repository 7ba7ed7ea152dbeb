package onsale.catalog.schedule;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.event.Event;
import onsale.catalog.event.EventStore;
import onsale.catalog.layout.HallLayout;
import onsale.catalog.layout.LayoutDocument;
import onsale.catalog.layout.LayoutReader;
import onsale.catalog.layout.LayoutReader.Reading;
import onsale.catalog.layout.LayoutStore;
import onsale.catalog.layout.SeatPlan;
import onsale.catalog.publishing.PublishSchedule;
import onsale.catalog.seat.SeatStore;
import onsale.catalog.venue.HallStore;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;

/**
 * Creates a schedule with all its seats and its layout in one transaction. If the event is open,
 * the messages about them are part of it.
 */
public final class CreateSchedule {

    static final int SCHEDULES_MAX = 1_000;

    /** The outcome of creating a schedule. */
    public sealed interface Outcome {

        record Created(Schedule schedule) implements Outcome {}

        /** Why a schedule is not created. */
        sealed interface Refused extends Outcome, Refusal {}

        record NoEvent() implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.noEvent();
            }
        }

        record EventOver() implements Refused {

            @Override
            public Problem problem() {
                return Problem.of(CatalogProblems.OVER, "Create a new event instead.");
            }
        }

        record TooManySchedules() implements Refused {

            @Override
            public Problem problem() {
                return Problem.of(
                        CatalogProblems.TOO_MANY_SCHEDULES,
                        "An event has at most %d schedules.".formatted(SCHEDULES_MAX));
            }
        }

        record SequenceTaken() implements Refused {

            @Override
            public Problem problem() {
                return ScheduleProblems.sequenceTaken();
            }
        }

        record Invalid(List<FieldProblem> errors) implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.wrongFields(CatalogProblems.INVALID, errors);
            }
        }

        /** The bounds of layouts have become narrower since the hall was described. */
        record InvalidLayout(List<FieldProblem> errors) implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.wrongFields(CatalogProblems.LAYOUT_INVALID, errors);
            }
        }

        default Schedule orProblem() {
            return switch (this) {
                case Created created -> created.schedule;
                case Refused refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final Ids ids;
    private final HallStore halls;
    private final EventStore events;
    private final ScheduleStore schedules;
    private final SeatStore seats;
    private final LayoutStore layouts;
    private final PublishSchedule publish;
    private final ZoneId zone;

    public CreateSchedule(
            Database database,
            Ids ids,
            HallStore halls,
            EventStore events,
            ScheduleStore schedules,
            SeatStore seats,
            LayoutStore layouts,
            PublishSchedule publish,
            CalendarSettings calendar) {
        this.database = database;
        this.ids = ids;
        this.halls = halls;
        this.events = events;
        this.schedules = schedules;
        this.seats = seats;
        this.layouts = layouts;
        this.publish = publish;
        this.zone = calendar.zone();
    }

    public Outcome run(UUID eventId, ScheduleForm form) {
        return database.inTransaction(() -> {
            Optional<Event> event = events.lock(eventId);
            if (event.isEmpty()) {
                return new Outcome.NoEvent();
            }
            if (event.get().isOver()) {
                return new Outcome.EventOver();
            }
            if (schedules.count(eventId) >= SCHEDULES_MAX) {
                return new Outcome.TooManySchedules();
            }
            List<FieldProblem> errors = form.errors(event.get(), zone);
            if (!errors.isEmpty()) {
                return new Outcome.Invalid(errors);
            }
            HallLayout layout = halls.findForEvent(event.get().hallId()).orElseThrow().layout();
            return switch (LayoutReader.read(layout, "layout")) {
                case Reading.Planned planned -> plan(event.get(), form, planned.plan());
                case Reading.Invalid invalid -> new Outcome.InvalidLayout(invalid.errors());
            };
        });
    }

    private Outcome plan(Event event, ScheduleForm form, SeatPlan hall) {
        SeatPlan plan = event.hasOPSeats() ? hall : hall.withoutPit();
        Set<String> missing = event.missing(plan.grades());
        if (!missing.isEmpty()) {
            return new Outcome.Invalid(missing.stream().map(CreateSchedule::missingGrade).toList());
        }
        if (plan.count() == 0) {
            return new Outcome.Invalid(
                    List.of(new FieldProblem("hasOPSeats", "is false and leaves no seat")));
        }
        return create(event, form, plan);
    }

    private static FieldProblem missingGrade(String grade) {
        return new FieldProblem(
                "grades", "of the event lack %s, which seats of the hall have".formatted(grade));
    }

    private Outcome create(Event event, ScheduleForm form, SeatPlan plan) {
        UUID id = ids.next();
        int sequence =
                form.playSequence() == null
                        ? schedules.nextSequence(event.id())
                        : form.playSequence();
        if (!schedules.insert(id, event.id(), sequence, plan.count(), form)) {
            return new Outcome.SequenceTaken();
        }
        seats.insert(id, plan.seats());
        layouts.insert(id, LayoutDocument.of(id, plan).pack());
        if (event.isOpen()) {
            publish.introduce(id);
        }
        return new Outcome.Created(schedules.find(id, event.id()).orElseThrow());
    }
}
