package onsale.catalog.event;

import java.util.Optional;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.publishing.PublishChanges;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;

/** Opens an event: fans see it, and its schedules are published to the other contexts. */
public final class OpenEvent {

    /** The outcome of opening an event. */
    public sealed interface Outcome {

        /** The event is open, also if it was before. */
        record Opened(EventView event) implements Outcome {}

        /** Why an event is not opened. */
        enum Refused implements Outcome, Refusal {
            NO_EVENT,
            OVER;

            @Override
            public Problem problem() {
                return switch (this) {
                    case NO_EVENT -> CatalogProblems.noEvent();
                    case OVER -> Problem.of(CatalogProblems.OVER, "Create a new event instead.");
                };
            }
        }

        default EventView orProblem() {
            return switch (this) {
                case Opened opened -> opened.event;
                case Refused refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final EventStore events;
    private final PublishChanges publish;
    private final EventViews views;

    public OpenEvent(
            Database database, EventStore events, PublishChanges publish, EventViews views) {
        this.database = database;
        this.events = events;
        this.publish = publish;
        this.views = views;
    }

    public Outcome run(UUID id) {
        return database.inTransaction(() -> {
            Optional<Event> event = events.lock(id);
            if (event.isEmpty()) {
                return Outcome.Refused.NO_EVENT;
            }
            return switch (event.get().status()) {
                case OPEN -> opened(id);
                case PREPARING -> {
                    events.setStatus(id, EventStatus.OPEN);
                    publish.eventOpened(id);
                    yield opened(id);
                }
                case ENDED, CANCELLED -> Outcome.Refused.OVER;
            };
        });
    }

    private Outcome opened(UUID id) {
        return new Outcome.Opened(views.find(id).orElseThrow());
    }
}
