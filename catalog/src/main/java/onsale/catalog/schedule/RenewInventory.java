package onsale.catalog.schedule;

import java.util.Optional;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.event.EventStore;
import onsale.catalog.publishing.PublishSchedule;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;

/** Publishes all seats of a schedule once more, for contexts that have lost theirs. */
public final class RenewInventory {

    /** The outcome of publishing an inventory again. */
    public sealed interface Outcome {

        record Renewed(Schedule schedule) implements Outcome {}

        /** Why an inventory is not published again. */
        enum Refused implements Outcome, Refusal {
            NO_SCHEDULE,
            NOT_SOLD;

            @Override
            public Problem problem() {
                return switch (this) {
                    case NO_SCHEDULE -> CatalogProblems.noSchedule();
                    case NOT_SOLD ->
                            Problem.of(
                                    CatalogProblems.OVER,
                                    "Only a schedule that is sold has an inventory.");
                };
            }
        }

        default Schedule orProblem() {
            return switch (this) {
                case Renewed renewed -> renewed.schedule;
                case Refused refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final EventStore events;
    private final ScheduleStore schedules;
    private final PublishSchedule publish;

    public RenewInventory(
            Database database,
            EventStore events,
            ScheduleStore schedules,
            PublishSchedule publish) {
        this.database = database;
        this.events = events;
        this.schedules = schedules;
        this.publish = publish;
    }

    public Outcome run(UUID eventId, UUID id) {
        return database.inTransaction(() -> {
            boolean exists = events.lock(eventId).isPresent();
            Optional<Schedule> schedule = schedules.lock(id, eventId);
            if (!exists || schedule.isEmpty()) {
                return Outcome.Refused.NO_SCHEDULE;
            }
            if (!schedule.get().hasInventory()) {
                return Outcome.Refused.NOT_SOLD;
            }
            publish.publishTerms(id);
            publish.renewSeats(id);
            return new Outcome.Renewed(schedule.get());
        });
    }
}
