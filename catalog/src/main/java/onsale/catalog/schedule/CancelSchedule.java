package onsale.catalog.schedule;

import java.util.Optional;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.event.EventStore;
import onsale.catalog.publishing.PublishSchedule;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;

/** Cancels a schedule, and tells the other contexts if they know it. */
public final class CancelSchedule {

    /** The outcome of cancelling a schedule. */
    public sealed interface Outcome {

        /** The schedule is cancelled, also if it was before. */
        record Cancelled(Schedule schedule) implements Outcome {}

        record NoSchedule() implements Outcome, Refusal {

            @Override
            public Problem problem() {
                return CatalogProblems.noSchedule();
            }
        }

        default Schedule orProblem() {
            return switch (this) {
                case Cancelled cancelled -> cancelled.schedule;
                case NoSchedule refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final EventStore events;
    private final ScheduleStore schedules;
    private final PublishSchedule publish;

    public CancelSchedule(
            Database database,
            EventStore events,
            ScheduleStore schedules,
            PublishSchedule publish) {
        this.database = database;
        this.events = events;
        this.schedules = schedules;
        this.publish = publish;
    }

    public Outcome run(UUID eventId, UUID id, String reason) {
        return database.inTransaction(() -> {
            boolean exists = events.lock(eventId).isPresent();
            Optional<Schedule> schedule = schedules.lock(id, eventId);
            if (!exists || schedule.isEmpty()) {
                return new Outcome.NoSchedule();
            }
            cancelLocked(schedule.get(), reason);
            return new Outcome.Cancelled(schedules.find(id, eventId).orElseThrow());
        });
    }

    /** Cancels all schedules of an event, whose row the caller has locked. */
    public void cancelAll(UUID eventId, String reason) {
        schedules.lockAll(eventId).forEach(schedule -> cancelLocked(schedule, reason));
    }

    /** Cancels a schedule whose row the caller has locked; does nothing if it is cancelled. */
    void cancelLocked(Schedule schedule, String reason) {
        if (schedule.isCancelled()) {
            return;
        }
        schedules.cancel(schedule.id(), reason);
        if (schedule.published()) {
            publish.publishCancellation(schedule.id());
        }
    }
}
