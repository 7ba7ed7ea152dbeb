package onsale.catalog.venue;

import java.util.List;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.layout.LayoutReader;
import onsale.catalog.layout.LayoutReader.Reading;
import onsale.catalog.layout.SeatPlan;
import onsale.catalog.publishing.PublishChanges;
import onsale.platform.db.Database;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;

/**
 * Changes a hall. The layout may change at any time: schedules have their own seats, which stay as
 * they are.
 */
public final class UpdateHall {

    /** The outcome of changing a hall. */
    public sealed interface Outcome {

        record Updated(HallView hall) implements Outcome {}

        /** Why a hall is not changed. */
        sealed interface Refused extends Outcome, Refusal {}

        record NoVenue() implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.noVenue();
            }
        }

        record NoHall() implements Refused {

            @Override
            public Problem problem() {
                return CatalogProblems.noHall();
            }
        }

        record NameTaken() implements Refused {

            @Override
            public Problem problem() {
                return new CreateHall.Outcome.NameTaken().problem();
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
                case Updated updated -> updated.hall;
                case Refused refused -> throw refused.problem().exception();
            };
        }
    }

    private final Database database;
    private final VenueStore venues;
    private final HallStore halls;
    private final PublishChanges publish;

    public UpdateHall(
            Database database, VenueStore venues, HallStore halls, PublishChanges publish) {
        this.database = database;
        this.venues = venues;
        this.halls = halls;
        this.publish = publish;
    }

    public Outcome run(UUID venueId, UUID id, HallForm form) {
        return switch (LayoutReader.read(form.layout(), "layout")) {
            case Reading.Planned planned -> update(venueId, id, form, planned.plan());
            case Reading.Invalid invalid -> new Outcome.InvalidLayout(invalid.errors());
        };
    }

    private Outcome update(UUID venueId, UUID id, HallForm form, SeatPlan plan) {
        return database.inTransaction(() -> {
            if (!venues.lock(venueId)) {
                return new Outcome.NoVenue();
            }
            if (halls.isNameTaken(venueId, id, form.name())) {
                return new Outcome.NameTaken();
            }
            if (!halls.update(id, venueId, form, plan.count())) {
                return new Outcome.NoHall();
            }
            publish.venueChanged(venueId);
            return new Outcome.Updated(halls.find(id, venueId).orElseThrow());
        });
    }
}
