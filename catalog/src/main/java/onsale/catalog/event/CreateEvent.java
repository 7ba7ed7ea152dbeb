package onsale.catalog.event;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.venue.HallStore;
import onsale.catalog.venue.HallView;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;

/** Creates an event, which stays private until it is opened. */
public final class CreateEvent {

    static final FieldProblem NO_HALL = new FieldProblem("hallId", "is no hall");

    /** The outcome of creating an event. */
    public sealed interface Outcome {

        record Created(EventView event) implements Outcome {}

        record Invalid(List<FieldProblem> errors) implements Outcome, Refusal {

            @Override
            public Problem problem() {
                return CatalogProblems.wrongFields(CatalogProblems.INVALID, errors);
            }
        }

        default EventView orProblem() {
            return switch (this) {
                case Created created -> created.event;
                case Invalid refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final Ids ids;
    private final HallStore halls;
    private final EventStore events;
    private final EventViews views;

    public CreateEvent(
            Database database, Ids ids, HallStore halls, EventStore events, EventViews views) {
        this.database = database;
        this.ids = ids;
        this.halls = halls;
        this.events = events;
        this.views = views;
    }

    public Outcome run(EventForm form) {
        List<FieldProblem> errors = form.errors();
        if (!errors.isEmpty()) {
            return new Outcome.Invalid(errors);
        }
        return database.inTransaction(() -> {
            Optional<HallView> hall = halls.findForUse(form.hallId());
            if (hall.isEmpty()) {
                return new Outcome.Invalid(List.of(NO_HALL));
            }
            UUID id = ids.next();
            events.insert(id, hall.get().venueId(), form);
            return new Outcome.Created(views.find(id).orElseThrow());
        });
    }
}
