package onsale.catalog.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.publishing.PublishChanges;
import onsale.catalog.schedule.Schedule;
import onsale.catalog.schedule.ScheduleStore;
import onsale.catalog.seat.SeatStore;
import onsale.catalog.venue.HallStore;
import onsale.catalog.venue.HallView;
import onsale.platform.db.Database;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;

/**
 * Changes an event. Once a sale has started, the hall, the prices and the limit per person stay,
 * because fans have bought by them.
 */
public final class UpdateEvent {

    /** The outcome of changing an event. */
    public sealed interface Outcome {

        record Updated(EventView event) implements Outcome {}

        /** Why an event is not changed. */
        sealed interface Refused extends Outcome, Refusal {}

        record NoEvent() implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.noEvent();
            }
        }

        record Over() implements Refused {

            @Override
            public Problem problem() {
                return Problem.of(CatalogProblems.OVER, "An event that is over stays as it is.");
            }
        }

        /**
         * A change that is not allowed once a sale has started.
         *
         * @param errors the fields that cannot change any more
         */
        record SaleStarted(List<FieldProblem> errors) implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.wrongFields(CatalogProblems.SALE_STARTED, errors);
            }
        }

        record Invalid(List<FieldProblem> errors) implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.wrongFields(CatalogProblems.INVALID, errors);
            }
        }

        default EventView orProblem() {
            return switch (this) {
                case Updated updated -> updated.event;
                case Refused refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final HallStore halls;
    private final EventStore events;
    private final ScheduleStore schedules;
    private final SeatStore seats;
    private final PublishChanges publish;
    private final EventViews views;

    public UpdateEvent(
            Database database,
            HallStore halls,
            EventStore events,
            ScheduleStore schedules,
            SeatStore seats,
            PublishChanges publish,
            EventViews views) {
        this.database = database;
        this.halls = halls;
        this.events = events;
        this.schedules = schedules;
        this.seats = seats;
        this.publish = publish;
        this.views = views;
    }

    public Outcome run(UUID id, EventForm form) {
        List<FieldProblem> errors = form.errors();
        if (!errors.isEmpty()) {
            return new Outcome.Invalid(errors);
        }
        return database.inTransaction(() -> {
            Optional<Event> event = events.lock(id);
            if (event.isEmpty()) {
                return new Outcome.NoEvent();
            }
            if (event.get().isOver()) {
                return new Outcome.Over();
            }
            return update(event.get(), form);
        });
    }

    private Outcome update(Event event, EventForm form) {
        Optional<HallView> hall = halls.findForUse(form.hallId());
        if (hall.isEmpty()) {
            return new Outcome.Invalid(List.of(CreateEvent.NO_HALL));
        }
        List<Schedule> all = schedules.lockAll(event.id());
        if (all.stream().anyMatch(Schedule::saleHasStarted)) {
            List<FieldProblem> frozen = event.frozenChanges(form);
            if (!frozen.isEmpty()) {
                return new Outcome.SaleStarted(frozen);
            }
        }
        List<FieldProblem> conflicts = conflicts(event, form, all);
        if (!conflicts.isEmpty()) {
            return new Outcome.Invalid(conflicts);
        }
        events.update(event.id(), hall.get().venueId(), form);
        publish.eventChanged(event.id());
        return new Outcome.Updated(views.find(event.id()).orElseThrow());
    }

    /** The changes that do not go with the schedules the event already has. */
    private List<FieldProblem> conflicts(Event event, EventForm form, List<Schedule> all) {
        List<FieldProblem> errors = new ArrayList<>();
        if (all.isEmpty()) {
            return errors;
        }
        Set<String> codes = form.gradeCodes();
        for (String used : seats.gradesInUse(event.id())) {
            if (!codes.contains(used)) {
                errors.add(new FieldProblem("grades", "lack " + used + ", which seats have"));
            }
        }
        if (!event.isInHall(form.hallId())) {
            errors.add(new FieldProblem("hallId", "cannot change while there are schedules in it"));
        }
        all.stream()
                .filter(schedule -> !form.includes(schedule.day()))
                .findFirst()
                .ifPresent(schedule ->
                        errors.add(
                                new FieldProblem(
                                        "startsOn",
                                        "and endsOn leave out the schedule of "
                                                + schedule.startsAt())));
        return errors;
    }
}
