package onsale.catalog;

import java.util.UUID;
import java.util.function.Function;
import onsale.catalog.Forms.HallForm;
import onsale.catalog.Forms.VenueForm;
import onsale.catalog.SeatPlan.Reading;
import onsale.catalog.Views.HallView;
import onsale.catalog.Views.VenueView;
import onsale.platform.Ids;
import onsale.platform.db.Database;

/**
 * Decides on venues and halls. A hall's layout may change at any time: schedules have their own
 * seats and do not follow.
 */
final class Venues {

    private final Database database;
    private final Ids ids;
    private final VenueStore venues;
    private final Schedules schedules;

    Venues(Database database, Ids ids, VenueStore venues, Schedules schedules) {
        this.database = database;
        this.ids = ids;
        this.venues = venues;
        this.schedules = schedules;
    }

    VenueView create(VenueForm form) {
        UUID id = ids.next();
        venues.insert(id, form);
        return venues.venue(id).orElseThrow();
    }

    Outcome<VenueView> update(UUID id, VenueForm form) {
        return database.inTransaction(() -> {
            if (!venues.update(id, form)) {
                return CatalogProblems.noVenue();
            }
            schedules.retellAt(id);
            return new Outcome.Done<>(venues.venue(id).orElseThrow());
        });
    }

    Outcome<UUID> delete(UUID id) {
        return database.inTransaction(() -> {
            if (!venues.lock(id)) {
                return CatalogProblems.noVenue();
            }
            if (venues.isVenueInUse(id)) {
                return CatalogProblems.refuse(
                        CatalogProblems.IN_USE, "End or delete the events of this venue first.");
            }
            venues.delete(id);
            return new Outcome.Done<>(id);
        });
    }

    Outcome<HallView> createHall(UUID venueId, HallForm form) {
        return planned(
                form,
                plan ->
                        database.inTransaction(() -> {
                            if (!venues.lock(venueId)) {
                                return CatalogProblems.noVenue();
                            }
                            UUID id = ids.next();
                            if (!venues.insertHall(
                                    id, venueId, form.name(), plan.count(), form.layout())) {
                                return nameTaken();
                            }
                            return new Outcome.Done<>(venues.hall(id, venueId).orElseThrow());
                        }));
    }

    Outcome<HallView> updateHall(UUID venueId, UUID id, HallForm form) {
        return planned(
                form,
                plan ->
                        database.inTransaction(() -> {
                            if (!venues.lock(venueId)) {
                                return CatalogProblems.noVenue();
                            }
                            if (venues.isNameTaken(venueId, id, form.name())) {
                                return nameTaken();
                            }
                            if (!venues.updateHall(
                                    id, venueId, form.name(), plan.count(), form.layout())) {
                                return CatalogProblems.noHall();
                            }
                            schedules.retellAt(venueId);
                            return new Outcome.Done<>(venues.hall(id, venueId).orElseThrow());
                        }));
    }

    Outcome<UUID> deleteHall(UUID venueId, UUID id) {
        return database.inTransaction(() -> {
            if (!venues.lock(venueId)) {
                return CatalogProblems.noVenue();
            }
            if (venues.isHallInUse(id)) {
                return CatalogProblems.refuse(
                        CatalogProblems.IN_USE, "End or delete the events of this hall first.");
            }
            return venues.deleteHall(id, venueId)
                    ? new Outcome.Done<>(id)
                    : CatalogProblems.noHall();
        });
    }

    private static <T> Outcome<T> planned(HallForm form, Function<SeatPlan, Outcome<T>> then) {
        return switch (LayoutReader.read(form.layout(), "layout")) {
            case Reading.Planned planned -> then.apply(planned.plan());
            case Reading.Wrong wrong ->
                    CatalogProblems.refuse(CatalogProblems.LAYOUT_INVALID, wrong.errors());
        };
    }

    private static <T> Outcome<T> nameTaken() {
        return CatalogProblems.refuse(
                CatalogProblems.NAME_TAKEN, "Choose a name that no other hall of the venue has.");
    }
}
