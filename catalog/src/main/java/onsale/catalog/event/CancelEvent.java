package onsale.catalog.event;

import java.util.Optional;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.schedule.CancelSchedule;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;

/** Cancels an event with all its schedules, so that everyone gets their money back. */
public final class CancelEvent {

    /** The outcome of cancelling an event. */
    public sealed interface Outcome {

        /** The event is cancelled, also if it was before. */
        record Cancelled(EventView event) implements Outcome {}

        /** Why an event is not cancelled. */
        enum Refused implements Outcome, Refusal {
            NO_EVENT,
            OVER;

            @Override
            public Problem problem() {
                return switch (this) {
                    case NO_EVENT -> CatalogProblems.noEvent();
                    case OVER ->
                            Problem.of(
                                    CatalogProblems.OVER,
                                    "An event that is over cannot be cancelled.");
                };
            }
        }

        default EventView orProblem() {
            return switch (this) {
                case Cancelled cancelled -> cancelled.event;
                case Refused refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final EventStore events;
    private final CancelSchedule cancelSchedule;
    private final EventViews views;

    public CancelEvent(
            Database database, EventStore events, CancelSchedule cancelSchedule, EventViews views) {
        this.database = database;
        this.events = events;
        this.cancelSchedule = cancelSchedule;
        this.views = views;
    }

    public Outcome run(UUID id, String reason) {
        return database.inTransaction(() -> {
            Optional<Event> event = events.lock(id);
            if (event.isEmpty()) {
                return Outcome.Refused.NO_EVENT;
            }
            return switch (event.get().status()) {
                case CANCELLED -> cancelled(id);
                case ENDED -> Outcome.Refused.OVER;
                case PREPARING, OPEN -> {
                    events.setStatus(id, EventStatus.CANCELLED);
                    cancelSchedule.cancelAll(id, reason);
                    yield cancelled(id);
                }
            };
        });
    }

    private Outcome cancelled(UUID id) {
        return new Outcome.Cancelled(views.find(id).orElseThrow());
    }
}
