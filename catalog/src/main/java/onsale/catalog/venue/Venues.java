package onsale.catalog.venue;

import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.catalog.publishing.PublishChanges;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;

/** Creates, changes and deletes venues. */
public final class Venues {

    /** The outcome of changing a venue. */
    public sealed interface UpdateOutcome {

        record Updated(VenueView venue) implements UpdateOutcome {}

        record NoVenue() implements UpdateOutcome, Refusal {

            @Override
            public Problem problem() {
                return CatalogProblems.noVenue();
            }
        }

        default VenueView orProblem() {
            return switch (this) {
                case Updated updated -> updated.venue;
                case NoVenue refused -> throw refused.problem().exception();
            };
        }
    }

    /** The outcome of deleting a venue. */
    public sealed interface DeleteOutcome {

        record Deleted() implements DeleteOutcome {}

        /** Why a venue is not deleted. */
        enum Refused implements DeleteOutcome, Refusal {
            NO_VENUE,
            IN_USE;

            @Override
            public Problem problem() {
                return switch (this) {
                    case NO_VENUE -> CatalogProblems.noVenue();
                    case IN_USE ->
                            Problem.of(
                                    CatalogProblems.IN_USE,
                                    "End or delete the events of this venue first.");
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
    private final Ids ids;
    private final VenueStore venues;
    private final PublishChanges publish;

    public Venues(Database database, Ids ids, VenueStore venues, PublishChanges publish) {
        this.database = database;
        this.ids = ids;
        this.venues = venues;
        this.publish = publish;
    }

    public VenueView create(VenueForm form) {
        UUID id = ids.next();
        venues.insert(id, form);
        return venues.find(id).orElseThrow();
    }

    public UpdateOutcome update(UUID id, VenueForm form) {
        return database.inTransaction(() -> {
            if (!venues.update(id, form)) {
                return new UpdateOutcome.NoVenue();
            }
            publish.venueChanged(id);
            return new UpdateOutcome.Updated(venues.find(id).orElseThrow());
        });
    }

    public DeleteOutcome delete(UUID id) {
        return database.inTransaction(() -> {
            if (!venues.lock(id)) {
                return DeleteOutcome.Refused.NO_VENUE;
            }
            if (venues.isInUse(id)) {
                return DeleteOutcome.Refused.IN_USE;
            }
            venues.delete(id);
            return new DeleteOutcome.Deleted();
        });
    }
}
