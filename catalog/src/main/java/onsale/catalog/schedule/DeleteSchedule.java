package onsale.catalog.schedule;

import java.util.Optional;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.event.EventStore;
import onsale.catalog.seat.SeatSaleStore;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;

/** Deletes a schedule that has never been on sale. Contexts that know it see a cancellation. */
public final class DeleteSchedule {

    private static final String REASON = "deleted";

    /** The outcome of deleting a schedule. */
    public sealed interface Outcome {

        record Deleted() implements Outcome {}

        /** Why a schedule is not deleted. */
        enum Refused implements Outcome, Refusal {
            NO_SCHEDULE,
            SALE_STARTED;

            @Override
            public Problem problem() {
                return switch (this) {
                    case NO_SCHEDULE -> CatalogProblems.noSchedule();
                    case SALE_STARTED ->
                            Problem.of(
                                    CatalogProblems.SALE_STARTED,
                                    "What has been on sale is not deleted: cancel it instead.");
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
    private final SeatSaleStore sales;
    private final CancelSchedule cancelSchedule;

    public DeleteSchedule(
            Database database,
            EventStore events,
            ScheduleStore schedules,
            SeatSaleStore sales,
            CancelSchedule cancelSchedule) {
        this.database = database;
        this.events = events;
        this.schedules = schedules;
        this.sales = sales;
        this.cancelSchedule = cancelSchedule;
    }

    public Outcome run(UUID eventId, UUID id) {
        return database.inTransaction(() -> {
            boolean exists = events.lock(eventId).isPresent();
            Optional<Schedule> schedule = schedules.lock(id, eventId);
            if (!exists || schedule.isEmpty()) {
                return Outcome.Refused.NO_SCHEDULE;
            }
            if (!isAllowed(schedule.get())) {
                return Outcome.Refused.SALE_STARTED;
            }
            deleteLocked(schedule.get());
            return new Outcome.Deleted();
        });
    }

    public boolean isAllowed(Schedule schedule) {
        return !schedule.hasBeenOnSale() && !sales.hasSales(schedule.id());
    }

    /** Deletes a schedule whose row the caller has locked. */
    public void deleteLocked(Schedule schedule) {
        cancelSchedule.cancelLocked(schedule, REASON);
        schedules.delete(schedule.id());
    }
}
