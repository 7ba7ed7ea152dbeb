package onsale.catalog.venue;

import onsale.catalog.PlainText;

/**
 * A venue as an organiser sends it.
 *
 * @param venueType such as theater, arena, stadium
 */
public record VenueForm(
        @PlainText(max = 200) String name,
        @PlainText(max = 500) String address,
        @PlainText(max = 100) String city,
        @PlainText(max = 40) String venueType) {}
