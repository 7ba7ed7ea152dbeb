package onsale.catalog.schedule;

import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.event.Event;
import onsale.catalog.event.EventStore;
import onsale.catalog.publishing.PublishSchedule;
import onsale.platform.CalendarSettings;
import onsale.platform.db.Database;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;

/**
 * Changes a schedule. Once its sale has started, its opening stays, and who has bought a ticket for
 * another date or another cast may give it back without a fee for a while.
 */
public final class UpdateSchedule {

    /** The outcome of changing a schedule. */
    public sealed interface Outcome {

        record Updated(Schedule schedule) implements Outcome {}

        /** Why a schedule is not changed. */
        sealed interface Refused extends Outcome, Refusal {}

        record NoSchedule() implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.noSchedule();
            }
        }

        record Over() implements Refused {

            @Override
            public Problem problem() {
                return Problem.of(CatalogProblems.OVER, "A schedule that is over stays as it is.");
            }
        }

        record SequenceTaken() implements Refused {

            @Override
            public Problem problem() {
                return ScheduleProblems.sequenceTaken();
            }
        }

        /**
         * A change that is not allowed once the sale has started.
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

        default Schedule orProblem() {
            return switch (this) {
                case Updated updated -> updated.schedule;
                case Refused refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final EventStore events;
    private final ScheduleStore schedules;
    private final PublishSchedule publish;
    private final ZoneId zone;

    public UpdateSchedule(
            Database database,
            EventStore events,
            ScheduleStore schedules,
            PublishSchedule publish,
            CalendarSettings calendar) {
        this.database = database;
        this.events = events;
        this.schedules = schedules;
        this.publish = publish;
        this.zone = calendar.zone();
    }

    public Outcome run(UUID eventId, UUID id, ScheduleForm form) {
        return database.inTransaction(() -> {
            Optional<Event> event = events.lock(eventId);
            Optional<Schedule> schedule = schedules.lock(id, eventId);
            if (event.isEmpty() || schedule.isEmpty()) {
                return new Outcome.NoSchedule();
            }
            if (event.get().isOver() || schedule.get().isCancelled()) {
                return new Outcome.Over();
            }
            return update(event.get(), schedule.get(), form);
        });
    }

    private Outcome update(Event event, Schedule schedule, ScheduleForm form) {
        UUID id = schedule.id();
        int sequence = Objects.requireNonNullElse(form.playSequence(), schedule.playSequence());
        if (schedules.isSequenceTaken(event.id(), id, sequence)) {
            return new Outcome.SequenceTaken();
        }
        List<FieldProblem> errors = form.errors(event, zone);
        if (!errors.isEmpty()) {
            return new Outcome.Invalid(errors);
        }
        if (schedule.saleHasStarted()) {
            List<FieldProblem> frozen = schedule.frozenChanges(form, database.now());
            if (!frozen.isEmpty()) {
                return new Outcome.SaleStarted(frozen);
            }
        }
        schedules.update(id, sequence, form);
        if (schedule.hasBeenOnSale() && schedule.changesTheShow(form)) {
            schedules.openFreeCancellation(id, form.freeCancellationDaysOrDefault());
        }
        if (schedule.published()) {
            publish.publishTerms(id);
        }
        return new Outcome.Updated(schedules.find(id, event.id()).orElseThrow());
    }
}
