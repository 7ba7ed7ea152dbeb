package onsale.catalog.venue;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.catalog.OrganiserDesk;
import onsale.catalog.OrganiserDesk.Change;
import onsale.catalog.OrganiserDesk.Owned;
import onsale.catalog.Page;
import onsale.catalog.PlainText;
import onsale.platform.access.Actor;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Venues, for organisers, who see all of them and change their own. */
@RestController
@RequestMapping("/api/admin/venues")
@ProblemsOf(CatalogProblems.class)
public class VenueAdminController {

    private final Venues venues;
    private final VenueStore store;
    private final OrganiserDesk desk;

    VenueAdminController(Venues venues, VenueStore store, OrganiserDesk desk) {
        this.venues = venues;
        this.store = store;
        this.desk = desk;
    }

    /**
     * A venue as organisers see it.
     *
     * @param own whether the caller may change it
     */
    record DeskVenueView(
            UUID id,
            String name,
            String address,
            String city,
            String venueType,
            List<VenueView.HallSummary> halls,
            boolean own) {

        static DeskVenueView of(VenueView venue, boolean own) {
            return new DeskVenueView(
                    venue.id(),
                    venue.name(),
                    venue.address(),
                    venue.city(),
                    venue.venueType(),
                    venue.halls(),
                    own);
        }
    }

    @GetMapping
    Page<DeskVenueView> list(
            Actor actor,
            @RequestParam(name = "query", defaultValue = "") @PlainText(max = 100, optional = true)
                    String query,
            @RequestParam(name = "own", defaultValue = "false") boolean own,
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        @Nullable UUID owner = own && !actor.isAdministrator() ? actor.userId() : null;
        List<DeskVenueView> items =
                store.list(query.strip(), owner, page, size).stream()
                        .map(venue -> DeskVenueView.of(venue, isOwn(actor, venue.id())))
                        .toList();
        return new Page<>(items, page, size, store.count(query.strip(), owner));
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    VenueView create(Actor actor, @Valid @RequestBody VenueForm form) {
        return desk.create(actor, Owned.VENUE, () -> venues.create(form), VenueView::id);
    }

    @GetMapping("/{venueId}")
    @ProblemCodes(Codes.NO_VENUE)
    DeskVenueView get(Actor actor, @PathVariable("venueId") UUID venueId) {
        return store.find(venueId)
                .map(venue -> DeskVenueView.of(venue, isOwn(actor, venueId)))
                .orElseThrow(() -> CatalogProblems.noVenue().exception());
    }

    private boolean isOwn(Actor actor, UUID venueId) {
        return desk.has(actor, Owned.VENUE, venueId);
    }

    @PutMapping("/{venueId}")
    @ProblemCodes(Codes.NO_VENUE)
    VenueView update(
            Actor actor,
            @PathVariable("venueId") UUID venueId,
            @Valid @RequestBody VenueForm form) {
        return desk.change(
                change(actor, venueId, "update"),
                state(venueId),
                () -> venues.update(venueId, form).orProblem());
    }

    @DeleteMapping("/{venueId}")
    @ProblemCodes({Codes.NO_VENUE, Codes.IN_USE})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(Actor actor, @PathVariable("venueId") UUID venueId) {
        desk.change(
                change(actor, venueId, "delete"),
                state(venueId),
                () -> {
                    venues.delete(venueId).orProblem();
                    return null;
                });
    }

    private static Change change(Actor actor, UUID venueId, String action) {
        return new Change(actor, Owned.VENUE, venueId, action, CatalogProblems.noVenue());
    }

    private Supplier<@Nullable VenueView> state(UUID venueId) {
        return () -> store.find(venueId).orElse(null);
    }
}
