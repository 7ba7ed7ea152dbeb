package onsale.catalog.venue;

import java.util.List;
import java.util.UUID;

/** A venue as clients get it. */
public record VenueView(
        UUID id,
        String name,
        String address,
        String city,
        String venueType,
        List<HallSummary> halls) {

    /** A hall without its layout. */
    public record HallSummary(UUID id, String name, int capacity) {}
}
