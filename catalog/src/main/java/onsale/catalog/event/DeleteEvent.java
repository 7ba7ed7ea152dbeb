package onsale.catalog.event;

import java.util.List;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.schedule.DeleteSchedule;
import onsale.catalog.schedule.Schedule;
import onsale.catalog.schedule.ScheduleStore;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;

/** Deletes an event of which nothing has been on sale. */
public final class DeleteEvent {

    /** The outcome of deleting an event. */
    public sealed interface Outcome {

        record Deleted() implements Outcome {}

        /** Why an event is not deleted. */
        enum Refused implements Outcome, Refusal {
            NO_EVENT,
            SALE_STARTED;

            @Override
            public Problem problem() {
                return switch (this) {
                    case NO_EVENT -> CatalogProblems.noEvent();
                    case SALE_STARTED -> DeleteSchedule.Outcome.Refused.SALE_STARTED.problem();
                };
            }
        }

        default void orProblem() {
            if (this instanceof Refused refused) {
                throw refused.problem().exception();
            }
        }
    }

    private final Database database;
    private final EventStore events;
    private final ScheduleStore schedules;
    private final DeleteSchedule deleteSchedule;

    public DeleteEvent(
            Database database,
            EventStore events,
            ScheduleStore schedules,
            DeleteSchedule deleteSchedule) {
        this.database = database;
        this.events = events;
        this.schedules = schedules;
        this.deleteSchedule = deleteSchedule;
    }

    public Outcome run(UUID id) {
        return database.inTransaction(() -> {
            if (events.lock(id).isEmpty()) {
                return Outcome.Refused.NO_EVENT;
            }
            List<Schedule> all = schedules.lockAll(id);
            if (!all.stream().allMatch(deleteSchedule::isAllowed)) {
                return Outcome.Refused.SALE_STARTED;
            }
            all.forEach(deleteSchedule::deleteLocked);
            events.delete(id);
            return new Outcome.Deleted();
        });
    }
}
