package onsale.catalog.venue;

import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.Refusal;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;

/** Deletes a hall in which no event is to take place. */
public final class DeleteHall {

    /** The outcome of deleting a hall. */
    public sealed interface Outcome {

        record Deleted() implements Outcome {}

        /** Why a hall is not deleted. */
        enum Refused implements Outcome, Refusal {
            NO_VENUE,
            NO_HALL,
            IN_USE;

            @Override
            public Problem problem() {
                return switch (this) {
                    case NO_VENUE -> CatalogProblems.noVenue();
                    case NO_HALL -> CatalogProblems.noHall();
                    case IN_USE ->
                            Problem.of(
                                    CatalogProblems.IN_USE,
                                    "End or delete the events of this hall first.");
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
    private final VenueStore venues;
    private final HallStore halls;

    public DeleteHall(Database database, VenueStore venues, HallStore halls) {
        this.database = database;
        this.venues = venues;
        this.halls = halls;
    }

    public Outcome run(UUID venueId, UUID id) {
        return database.inTransaction(() -> {
            if (!venues.lock(venueId)) {
                return Outcome.Refused.NO_VENUE;
            }
            if (halls.isInUse(id)) {
                return Outcome.Refused.IN_USE;
            }
            return halls.delete(id, venueId) ? new Outcome.Deleted() : Outcome.Refused.NO_HALL;
        });
    }
}
