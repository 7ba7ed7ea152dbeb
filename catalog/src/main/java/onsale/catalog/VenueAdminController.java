package onsale.catalog;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.UUID;
import onsale.catalog.Forms.HallForm;
import onsale.catalog.Forms.VenueForm;
import onsale.catalog.Views.HallSummary;
import onsale.catalog.Views.HallView;
import onsale.catalog.Views.Page;
import onsale.catalog.Views.VenueView;
import onsale.platform.problem.ProblemException;
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

/** Venues and halls, for organisers. */
@RestController
@RequestMapping("/api/admin/venues")
class VenueAdminController {

    private final Venues venues;
    private final VenueStore store;

    VenueAdminController(Venues venues, VenueStore store) {
        this.venues = venues;
        this.store = store;
    }

    @GetMapping
    Page<VenueView> list(
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        return new Page<>(store.venues(page, size), page, size, store.count());
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    VenueView create(@Valid @RequestBody VenueForm form) {
        return venues.create(form);
    }

    @GetMapping("/{venueId}")
    VenueView get(@PathVariable("venueId") UUID venueId) {
        return store.venue(venueId).orElseThrow(VenueAdminController::noVenue);
    }

    @PutMapping("/{venueId}")
    VenueView update(@PathVariable("venueId") UUID venueId, @Valid @RequestBody VenueForm form) {
        return venues.update(venueId, form).orProblem();
    }

    @DeleteMapping("/{venueId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable("venueId") UUID venueId) {
        venues.delete(venueId).orProblem();
    }

    @GetMapping("/{venueId}/halls")
    List<HallSummary> halls(@PathVariable("venueId") UUID venueId) {
        return get(venueId).halls();
    }

    @PostMapping("/{venueId}/halls")
    @ResponseStatus(HttpStatus.CREATED)
    HallView createHall(@PathVariable("venueId") UUID venueId, @Valid @RequestBody HallForm form) {
        return venues.createHall(venueId, form).orProblem();
    }

    @GetMapping("/{venueId}/halls/{hallId}")
    HallView hall(@PathVariable("venueId") UUID venueId, @PathVariable("hallId") UUID hallId) {
        return store.hall(hallId, venueId)
                .orElseThrow(() ->
                        new ProblemException(CatalogProblems.NO_HALL, "Check the hall's id."));
    }

    @PutMapping("/{venueId}/halls/{hallId}")
    HallView updateHall(
            @PathVariable("venueId") UUID venueId,
            @PathVariable("hallId") UUID hallId,
            @Valid @RequestBody HallForm form) {
        return venues.updateHall(venueId, hallId, form).orProblem();
    }

    @DeleteMapping("/{venueId}/halls/{hallId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void deleteHall(@PathVariable("venueId") UUID venueId, @PathVariable("hallId") UUID hallId) {
        venues.deleteHall(venueId, hallId).orProblem();
    }

    private static ProblemException noVenue() {
        return new ProblemException(CatalogProblems.NO_VENUE, "Check the venue's id.");
    }
}
