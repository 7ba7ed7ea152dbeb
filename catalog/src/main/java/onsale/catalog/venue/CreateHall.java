package onsale.catalog.venue;

import java.util.List;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.layout.LayoutReader;
import onsale.catalog.layout.LayoutReader.Reading;
import onsale.catalog.layout.SeatPlan;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;

/** Adds a hall to a venue. */
public final class CreateHall {

    /** The outcome of creating a hall. */
    public sealed interface Outcome {

        record Created(HallView hall) implements Outcome {}

        /** Why a hall is not created. */
        sealed interface Refused extends Outcome, Refusal {}

        record NoVenue() implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.noVenue();
            }
        }

        record NameTaken() implements Refused {

            @Override
            public Problem problem() {
                return Problem.of(
                        CatalogProblems.NAME_TAKEN,
                        "Choose a name that no other hall of the venue has.");
            }
        }

        record InvalidLayout(List<FieldProblem> errors) implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.wrongFields(CatalogProblems.LAYOUT_INVALID, errors);
            }
        }

        default HallView orProblem() {
            return switch (this) {
                case Created created -> created.hall;
                case Refused refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final Ids ids;
    private final VenueStore venues;
    private final HallStore halls;

    public CreateHall(Database database, Ids ids, VenueStore venues, HallStore halls) {
        this.database = database;
        this.ids = ids;
        this.venues = venues;
        this.halls = halls;
    }

    public Outcome run(UUID venueId, HallForm form) {
        return switch (LayoutReader.read(form.layout(), "layout")) {
            case Reading.Planned planned -> create(venueId, form, planned.plan());
            case Reading.Invalid invalid -> new Outcome.InvalidLayout(invalid.errors());
        };
    }

    private Outcome create(UUID venueId, HallForm form, SeatPlan plan) {
        return database.inTransaction(() -> {
            if (!venues.lock(venueId)) {
                return new Outcome.NoVenue();
            }
            UUID id = ids.next();
            if (!halls.insert(id, venueId, form, plan.count())) {
                return new Outcome.NameTaken();
            }
            return new Outcome.Created(halls.find(id, venueId).orElseThrow());
        });
    }
}
