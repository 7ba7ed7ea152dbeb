package onsale.catalog.venue;

import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Venues, for fans. */
@RestController
@ProblemsOf(CatalogProblems.class)
public class VenueController {

    private final VenueStore venues;

    VenueController(VenueStore venues) {
        this.venues = venues;
    }

    @GetMapping("/api/venues/{venueId}")
    @ProblemCodes(Codes.NO_VENUE)
    VenueView get(@PathVariable("venueId") UUID venueId) {
        return venues.find(venueId).orElseThrow(() -> CatalogProblems.noVenue().exception());
    }
}
