package onsale.catalog.venue;

import jakarta.validation.Valid;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.catalog.OrganiserDesk;
import onsale.catalog.OrganiserDesk.Change;
import onsale.catalog.OrganiserDesk.Owned;
import onsale.catalog.venue.VenueView.HallSummary;
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
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The halls of a venue, for organisers. */
@RestController
@RequestMapping("/api/admin/venues/{venueId}/halls")
@ProblemsOf(CatalogProblems.class)
public class HallAdminController {

    private final CreateHall createHall;
    private final UpdateHall updateHall;
    private final DeleteHall deleteHall;
    private final VenueStore venues;
    private final HallStore halls;
    private final OrganiserDesk desk;

    HallAdminController(
            CreateHall createHall,
            UpdateHall updateHall,
            DeleteHall deleteHall,
            VenueStore venues,
            HallStore halls,
            OrganiserDesk desk) {
        this.createHall = createHall;
        this.updateHall = updateHall;
        this.deleteHall = deleteHall;
        this.venues = venues;
        this.halls = halls;
        this.desk = desk;
    }

    @GetMapping
    @ProblemCodes(Codes.NO_VENUE)
    List<HallSummary> list(@PathVariable("venueId") UUID venueId) {
        return venues.find(venueId)
                .orElseThrow(() -> CatalogProblems.noVenue().exception())
                .halls();
    }

    @PostMapping
    @ProblemCodes({Codes.NO_VENUE, Codes.NAME_TAKEN, Codes.LAYOUT_INVALID})
    @ResponseStatus(HttpStatus.CREATED)
    HallView create(
            Actor actor, @PathVariable("venueId") UUID venueId, @Valid @RequestBody HallForm form) {
        return desk.change(
                change(actor, venueId, "create-hall"),
                () -> null,
                () -> createHall.run(venueId, form).orProblem());
    }

    @GetMapping("/{hallId}")
    @ProblemCodes(Codes.NO_HALL)
    HallView get(@PathVariable("venueId") UUID venueId, @PathVariable("hallId") UUID hallId) {
        return halls.find(hallId, venueId).orElseThrow(() -> CatalogProblems.noHall().exception());
    }

    @PutMapping("/{hallId}")
    @ProblemCodes({Codes.NO_VENUE, Codes.NO_HALL, Codes.NAME_TAKEN, Codes.LAYOUT_INVALID})
    HallView update(
            Actor actor,
            @PathVariable("venueId") UUID venueId,
            @PathVariable("hallId") UUID hallId,
            @Valid @RequestBody HallForm form) {
        return desk.change(
                change(actor, venueId, "update-hall"),
                state(hallId, venueId),
                () -> updateHall.run(venueId, hallId, form).orProblem());
    }

    @DeleteMapping("/{hallId}")
    @ProblemCodes({Codes.NO_VENUE, Codes.NO_HALL, Codes.IN_USE})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(
            Actor actor,
            @PathVariable("venueId") UUID venueId,
            @PathVariable("hallId") UUID hallId) {
        desk.change(
                change(actor, venueId, "delete-hall"),
                state(hallId, venueId),
                () -> {
                    deleteHall.run(venueId, hallId).orProblem();
                    return null;
                });
    }

    private static Change change(Actor actor, UUID venueId, String action) {
        return new Change(actor, Owned.VENUE, venueId, action, CatalogProblems.noVenue());
    }

    private Supplier<@Nullable HallView> state(UUID hallId, UUID venueId) {
        return () -> halls.find(hallId, venueId).orElse(null);
    }
}
